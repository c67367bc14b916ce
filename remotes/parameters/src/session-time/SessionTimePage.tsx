import { CONFIG_TYPE, type Config, listConfig } from '@cuadre/api/config'
import { failureOf, Link, listInput, query, useCan, useNavigate, useSearchParams, useTranslation } from '@cuadre/shell'
import { DateText, EmptyState, Page } from '@cuadre/ui'
import { type Column, DataTable, Pager, useTableState } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { sessionTimeUpdate } from '../area.ts'

/** How long a session may last, for everyone and for the roles that have a value of their own. */
export default function SessionTimePage() {
  const { t } = useTranslation('parameters')
  const can = useCan()
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const table = useTableState({ key: 'tiempo-en-sesion', params, setParams })
  const config = useQuery({
    ...query(listConfig, { query: { ...listInput(table.state), tipoId: CONFIG_TYPE.tiempoSesion } }),
    placeholderData: keepPreviousData,
  })
  const write = can('parameters.config.write')
  const path = (c: Config) => sessionTimeUpdate.link({ expireTokenId: c.id })
  const columns = useMemo<Column<Config>[]>(
    () => [
      {
        id: 'ALCANCE',
        header: t('config.scope'),
        cell: (c) => <span className="strong">{c.rolId === null ? t('config.everyone') : t(`role.${c.rolId}`)}</span>,
        hideable: false,
        phone: 'title',
      },
      { id: 'VALOR', header: t('config.value'), unit: 'min', cell: (c) => c.valor, align: 'number', phone: 'title-end' },
      { id: 'RANGO', header: t('config.range'), cell: (c) => t('config.rangeText', { min: c.min, max: c.max }), phone: 'sub' },
      { id: 'DEFECTO', header: t('config.default'), cell: (c) => c.defecto, align: 'number' },
      { id: 'POR', header: t('config.changedBy'), cell: (c) => c.actualizadoPor ?? '—', cut: true },
      {
        id: 'EN',
        header: t('config.changedAt'),
        cell: (c) => <DateText value={c.actualizadoEn} as="datetime" />,
        align: 'end',
        phone: 'sub-end',
      },
      { id: 'MOTIVO', header: t('config.reason'), cell: (c) => c.motivo ?? '—', cut: true },
    ],
    [t],
  )
  return (
    <Page
      fill
      title={t('sessionTime.title')}
      crumbs={[{ label: t('crumbs.parameters') }, { label: t('sessionTime.title') }]}
      note={t('sessionTime.note')}
    >
      <DataTable
        label={t('sessionTime.title')}
        columns={columns}
        rows={config.data?.data}
        rowKey={(c) => String(c.id)}
        table={table}
        loading={config.isFetching}
        error={failureOf(config)}
        onOpen={write ? (c) => navigate(path(c)) : undefined}
        actions={
          write
            ? (c) => (
                <Link className="link" to={path(c)}>
                  {t('actions.edit')}
                </Link>
              )
            : undefined
        }
        empty={<EmptyState title={t('config.empty')} />}
      />
      <Pager table={table} total={config.data?.total ?? 0} />
    </Page>
  )
}
