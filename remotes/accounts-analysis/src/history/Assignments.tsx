import { type AssignmentChange, listAssignmentChanges } from '@cuadre/api/account'
import { failureOf, query, useTranslation } from '@cuadre/shell'
import { DateText, EmptyState, formatMonth, type Locale, TextLink, useLocale } from '@cuadre/ui'
import { type Column, DataTable, Pager, useTableState } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowRight, Users } from 'lucide-react'
import { useMemo } from 'react'
import { transfer } from '../area.ts'

const keyOf = ({ ID }: AssignmentChange) => String(ID)

/** Who was responsible for an account, a row per change. `analyst`: who is now. */
export function Assignments({ id, analyst }: { id: number; analyst: string | null }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const table = useTableState({ key: 'asignaciones' })
  const { page, limit } = table.state
  const changes = useQuery({
    ...query(listAssignmentChanges, { params: { id }, query: { page, limit } }),
    placeholderData: keepPreviousData,
  })
  const columns = useMemo(() => columnsOf(t, locale), [t, locale])
  const total = changes.data?.total ?? 0
  return (
    <div style={{ marginBlockStart: 12 }}>
      <DataTable
        label={t('history.assignments')}
        columns={columns}
        rows={changes.data?.data}
        rowKey={keyOf}
        loading={changes.isFetching}
        error={failureOf(changes)}
        empty={
          <EmptyState icon={<Users aria-hidden />} title={t(analyst ? 'history.noChanges' : 'history.noAssignments')}>
            {analyst ? t('history.noChangesHint', { analyst }) : t('history.noAssignmentsHint')}
          </EmptyState>
        }
      />
      {total > limit && <Pager table={table} total={total} />}
    </div>
  )
}

type T = ReturnType<typeof useTranslation>['t']
const Nobody = ({ t }: { t: T }) => <span className="faint">{t('history.nobody')}</span>
const columnsOf = (t: T, locale: Locale): Column<AssignmentChange>[] => [
  { id: 'FECHA', header: t('history.when'), phone: 'sub-end', cell: (one) => <DateText value={one.FECHA} as="datetime" /> },
  { id: 'ROL', header: t('history.responsibility'), phone: 'sub', cell: (one) => t(`history.role.${one.ROL}`) },
  {
    id: 'CAMBIO',
    header: t('history.change'),
    phone: 'title',
    cell: (one) => (
      <span className="row" style={{ gap: 8 }}>
        {one.ANTES ?? <Nobody t={t} />}
        <ArrowRight aria-label={t('history.to')} size={14} className="faint" />
        <span className="medium">{one.DESPUES ?? <Nobody t={t} />}</span>
      </span>
    ),
  },
  {
    id: 'DEPARTAMENTO',
    header: t('account.department'),
    cell: (one) =>
      one.DEPARTAMENTO_ANTES === one.DEPARTAMENTO_DESPUES ? (
        (one.DEPARTAMENTO_DESPUES ?? <span className="faint">—</span>)
      ) : (
        <>
          {one.DEPARTAMENTO_ANTES ?? '—'} → {one.DEPARTAMENTO_DESPUES ?? '—'}
        </>
      ),
  },
  { id: 'DESDE', header: t('history.since'), cell: (one) => (one.DESDE ? formatMonth(one.DESDE, locale) : t('history.atOnce')) },
  { id: 'MOTIVO', header: t('history.reason'), cut: true, cell: (one) => <span title={one.MOTIVO ?? undefined}>{one.MOTIVO ?? '—'}</span> },
  {
    id: 'LOTE',
    header: t('history.batch'),
    align: 'number',
    cell: (one) =>
      one.LOTE === null ? <span className="faint">—</span> : <TextLink href={transfer.link({ lote: one.LOTE })}>{one.LOTE}</TextLink>,
  },
  { id: 'POR', header: t('history.by'), cell: (one) => one.POR ?? t('shared.system') },
]
