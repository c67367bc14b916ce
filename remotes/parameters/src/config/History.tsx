import { type Config, type ConfigChange, listConfigChanges } from '@cuadre/api/config'
import type { SortKey } from '@cuadre/api/endpoint'
import { listInput, pageOf, query, useSearchParams, useTranslation } from '@cuadre/shell'
import { DateText, EmptyState, formatCount, Section, useLocale } from '@cuadre/ui'
import { type Column, DataTable, Pager, useTableState } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { valueText } from '../shared/config/kinds.ts'

/** Every change of a parameter, from what to what, with its reason. */
export function History({ tipoId, unidad }: { tipoId: number; unidad: Config['unidad'] }) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const [params, setParams] = useSearchParams()
  const table = useTableState<SortKey<typeof listConfigChanges>>({ key: `historial-${tipoId}`, params, setParams })
  const found = useQuery({
    ...query(listConfigChanges, { query: { ...listInput(listConfigChanges, table.state), tipoId } }),
    placeholderData: keepPreviousData,
  })
  const columns = useMemo<Column<ConfigChange, SortKey<typeof listConfigChanges>>[]>(() => {
    const text = (value: number | null) => (value === null ? t('config.noOwn') : valueText(t, locale, unidad, value))
    return [
      { id: 'FECHA', header: t('config.changedAt'), cell: (c) => <DateText value={c.fecha} as="datetime" />, phone: 'sub-end' },
      {
        id: 'ALCANCE',
        header: t('config.scope'),
        cell: (c) => (c.rolId === null ? t('config.everyone') : t(`role.${c.rolId}`)),
        phone: 'title',
      },
      {
        id: 'CAMBIO',
        header: t('config.change'),
        cell: (c) => (
          <>
            <span className="muted">{text(c.antes)} →</span> <span className="strong">{text(c.despues)}</span>
          </>
        ),
        phone: 'sub',
      },
      { id: 'POR', header: t('config.changedBy'), cell: (c) => c.usuario.NOMBRE, phone: 'title-end' },
      { id: 'MOTIVO', header: t('config.reason'), cell: (c) => c.motivo, cut: true },
    ]
  }, [t, locale, unidad])
  const title = t('config.history')
  const total = found.data?.total
  return (
    <Section title={title} count={total === undefined ? undefined : formatCount(total, locale)}>
      <DataTable
        label={title}
        columns={columns}
        {...pageOf(found)}
        rowKey={(c) => String(c.id)}
        empty={<EmptyState title={t('config.noHistory')} />}
      />
      {Boolean(total && total > table.state.limit) && <Pager table={table} total={total ?? 0} />}
    </Section>
  )
}
