import { listMasterChanges, type MasterChange } from '@cuadre/api/change'
import { pageOf, query, useTranslation } from '@cuadre/shell'
import { DateText, EmptyState, formatDate, formatRate, type Locale, useLocale } from '@cuadre/ui'
import { type Column, DataTable } from '@cuadre/ui/data'
import { Drawer } from '@cuadre/ui/overlay'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

const keyOf = ({ id }: MasterChange) => String(id)

/** Who changed which rate, from what to what, and why; the newest first. */
export function HistoryDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const found = useQuery(query(listMasterChanges, { query: { entidad: 'tipo_de_cambio', limit: 200 } }))
  const columns = useMemo<Column<MasterChange>[]>(
    () => [
      { id: 'FECHA', header: t('rate.when'), cell: (c) => <DateText value={c.fecha} as="datetime" />, phone: 'sub' },
      { id: 'QUE', header: t('rate.what'), cell: (c) => `${c.nombre} · ${t(`rate.did.${c.accion}`)}`, phone: 'title' },
      { id: 'ANTES', header: t('rate.from'), align: 'number', cell: (c) => textOf(c.antes, locale) },
      { id: 'DESPUES', header: t('rate.to'), align: 'number', cell: (c) => textOf(c.despues, locale), phone: 'title-end' },
      { id: 'QUIEN', header: t('rate.who'), cell: (c) => c.usuario.NOMBRE, phone: 'sub-end' },
      { id: 'MOTIVO', header: t('rate.why'), cell: (c) => String(c.despues?.motivo ?? ''), cut: true },
    ],
    [t, locale],
  )
  return (
    <Drawer open onClose={onClose} title={t('rate.history')} size="half">
      <DataTable
        inset
        label={t('rate.history')}
        columns={columns}
        {...pageOf(found)}
        rowKey={keyOf}
        empty={<EmptyState title={t('rate.historyEmpty')} />}
      />
    </Drawer>
  )
}

/** What changed of the rate and its day. */
function textOf(values: MasterChange['antes'], locale: Locale) {
  const { TASA, FECHA_TASA } = values ?? {}
  const parts = [typeof TASA === 'string' && formatRate(TASA, locale), typeof FECHA_TASA === 'string' && formatDate(FECHA_TASA, locale)]
  return parts.filter(Boolean).join(' · ') || '—'
}
