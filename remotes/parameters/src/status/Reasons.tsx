import { listRejectReasons, type RejectReason } from '@cuadre/api/analysis-status'
import { failureOf, query, useTranslation } from '@cuadre/shell'
import { EmptyState, formatCount, type Locale, useLocale } from '@cuadre/ui'
import { type Column, DataTable } from '@cuadre/ui/data'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ReasonDrawer } from './ReasonDrawer.tsx'

interface Props {
  write: boolean
  /** A reason's id, or 'crear'. */
  opened: string | null
  onOpen: (id: string | null) => void
}

/** Reasons that jefatura and control may give for a rejection. */
export function Reasons({ write, opened, onOpen }: Props) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const found = useQuery(query(listRejectReasons, { query: { limit: 1000 } }))
  const columns = useMemo(() => columnsOf(t, locale), [t, locale])
  const reason = found.data?.data.find(({ id }) => String(id) === opened)
  return (
    <>
      <DataTable
        label={t('reason.tab')}
        columns={columns}
        rows={found.data?.data}
        rowKey={({ id }) => String(id)}
        loading={found.isFetching}
        error={failureOf(found)}
        bands={{ of: ({ nivel }) => nivel, label: (nivel, rows) => `${t(`status.level.${nivel}`)} (${rows.length})` }}
        onOpen={write ? ({ id }) => onOpen(String(id)) : undefined}
        actions={
          write
            ? (one) => (
                <button
                  type="button"
                  className="link"
                  onClick={() => onOpen(String(one.id))}
                  aria-label={`${t('actions.edit')} ${nameOf(one, locale)}`}
                >
                  {t('actions.edit')}
                </button>
              )
            : undefined
        }
        empty={<EmptyState title={t('reason.empty')} />}
      />
      {write && opened && (opened === 'crear' || reason) && (
        <ReasonDrawer key={opened} {...(reason && { reason })} onClose={() => onOpen(null)} />
      )}
    </>
  )
}

const nameOf = ({ nombreEs, nombreEn }: RejectReason, locale: Locale) => (locale === 'en' ? nombreEn : nombreEs)

const columnsOf = (t: ReturnType<typeof useTranslation>['t'], locale: Locale): Column<RejectReason>[] => [
  {
    id: 'NOMBRE',
    header: t('reason.name'),
    cell: (r) => <span className="strong">{nameOf(r, locale)}</span>,
    cut: true,
    phone: 'title',
  },
  { id: 'OTRO', header: t('reason.other'), cell: (r) => (locale === 'en' ? r.nombreEs : r.nombreEn), cut: true },
  { id: 'CODIGO', header: t('status.code'), cell: (r) => <bdi dir="ltr">{r.codigo}</bdi>, phone: 'sub' },
  { id: 'EN_USO', header: t('reason.inUse'), cell: (r) => formatCount(r.enUso, locale), align: 'number', phone: 'title-end' },
  { id: 'ACTIVO', header: t('status.active'), cell: (r) => t(r.activo ? 'reason.active' : 'status.inactive'), phone: 'sub-end' },
]
