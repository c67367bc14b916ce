import { type Analysis, listForAnalyst, MATERIALITY, stateOf } from '@cuadre/api/analysis'
import { MARKS } from '@cuadre/api/movement'
import { download, query, useSearchParams, useTranslation } from '@cuadre/shell'
import { Button, type ErrorStateProps, formatCount, type StateName, useLocale, useTexts } from '@cuadre/ui'
import { BulkBar, DataTable, ExportButton, FilterBar, unitOf, useExport, useTableState } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useMemo } from 'react'
import { waitsForAnalyst } from '../shared/state.ts'
import { useSentence } from '../shared/useSentence.ts'
import { columnsOf } from './columns.tsx'
import { MoreFilters } from './MoreFilters.tsx'
import { moreCount, moreOf, queryOf, TYPES } from './moreFilters.ts'
import { FILTERS, filtered, type Order, sorted, unitsOf } from './myAnalyses.ts'

interface Props {
  items: readonly Analysis[] | undefined
  loading: boolean
  error: ErrorStateProps | null
  period: number
  onOpen: (item: Analysis) => void
  onDownload: (items: readonly Analysis[]) => void
  /** What is chosen stays until they are a group. */
  onGroup: (items: readonly Analysis[], onGrouped: () => void) => void
}
const STATES: readonly StateName[] = ['por-preparar', 'pendiente', 'revision', 'rechazado', 'aprobado']
const keyOf = ({ COD_ANALISIS }: Analysis) => String(COD_ANALISIS)

/**
 * All my accounts of the month. The list is here as a whole, so what its chips and headers ask is answered at once; what is asked beyond them
 * the server answers. All of it is in the address.
 */
export function MyAccounts({ items, loading, error, period, onOpen, onDownload, onGroup }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const texts = useTexts()
  const locale = useLocale()
  const count = (n: number) => formatCount(n, locale)
  const heading = useId()
  const sentence = useSentence()
  const [params, setParams] = useSearchParams()
  const table = useTableState<Order, (typeof FILTERS)[number]>({ key: 'mis-cuentas', params, setParams, filters: FILTERS })
  const { state } = table
  const save = useExport()
  const more = moreCount(state.filters) > 0
  const asked = queryOf(state, period)
  const narrowed = useQuery({
    ...query(listForAnalyst, { query: { ...asked, paginated: false } }),
    enabled: more,
    placeholderData: keepPreviousData,
  })
  const listed = more ? narrowed.data?.data : items
  const rows = useMemo(() => listed && sorted(filtered(listed, state), state.sort), [listed, state])
  const account = moreOf(state.filters).accountId
  const currency = useMemo(() => unitOf(items?.map(({ MONEDA }) => MONEDA)), [items])
  const businesses = useMemo(() => new Map(items?.map(({ ID_NEGOCIO, NEGOCIO }) => [ID_NEGOCIO, NEGOCIO])), [items])
  const departments = useMemo(
    () => new Map(items?.flatMap(({ COD_DEPARTAMENTO: id, DEPARTAMENTO }) => (id !== null && DEPARTAMENTO ? [[id, DEPARTAMENTO]] : []))),
    [items],
  )
  const grouped = items?.some(({ AGRUPADO_ID }) => AGRUPADO_ID !== null)
  const columns = useMemo(() => columnsOf(t, currency, businesses.size > 1), [t, currency, businesses])

  const chosen = useMemo(
    () => (table.selection.size > 0 ? (items ?? []).filter((item) => table.selection.has(keyOf(item))) : []),
    [items, table.selection],
  )
  // Only what was never sent is grouped, and nothing twice.
  const groupable = chosen.filter((item) => stateOf(item) === 'por-preparar' && item.AGRUPADO_ID === null)
  return (
    <section aria-labelledby={heading} className="home-table">
      <div className="home-table-head">
        <h2 className="h2" id={heading}>
          {t('analyst.all')}
        </h2>
        <span className="faint num small">
          {items &&
            (rows?.length === items.length
              ? count(items.length)
              : t('analyst.someOf', { n: count(rows?.length ?? 0), total: count(items.length) }))}
        </span>
        <FilterBar
          table={table}
          search={t('analyst.search')}
          columns={columns}
          filters={[
            ...(businesses.size > 1
              ? [
                  {
                    name: 'negocio' as const,
                    label: t('analyst.business'),
                    single: true,
                    options: [...businesses].map(([id, name]) => ({ value: String(id), label: name })),
                  },
                ]
              : []),
            ...(departments.size > 1
              ? [
                  {
                    name: 'departamento' as const,
                    label: t('analyst.department'),
                    single: true,
                    options: [...departments].map(([id, name]) => ({ value: String(id), label: name })),
                  },
                ]
              : []),
            {
              name: 'estado',
              label: t('analyst.state'),
              single: true,
              options: STATES.map((name) => ({ value: name, label: texts.states[name] })),
            },
            {
              name: 'materialidad',
              label: t('review.materiality'),
              options: MATERIALITY.toReversed().map((name) => ({ value: name, label: t(`review.materialities.${name}`) })),
            },
            {
              name: 'movimiento',
              label: t('unusual.movement'),
              options: MARKS.map((name) => ({ value: name, label: t(`unusual.marks.${name}`) })),
            },
            ...(grouped
              ? [
                  {
                    name: 'tipo' as const,
                    label: t('analyst.type'),
                    single: true,
                    options: TYPES.map((value) => ({ value, label: t(`analyst.types.${value}`) })),
                  },
                ]
              : []),
          ]}
          end={<ExportButton onExport={() => save(t('analyst.exportName'), download(listForAnalyst, { query: asked }))} />}
          // The heading stands in the same row.
          room={2}
          more={{
            count: moreCount(state.filters),
            fields: <MoreFilters table={table} account={items?.find(({ COD_CUENTA }) => COD_CUENTA === account)?.CUENTA} />,
          }}
        />
      </div>
      <DataTable
        label={t('analyst.all')}
        none={t('none.account')}
        columns={columns}
        rows={rows}
        rowKey={keyOf}
        table={table}
        loading={more ? narrowed.isFetching : loading}
        error={more && narrowed.isError ? { children: sentence(narrowed.error), onRetry: () => void narrowed.refetch() } : error}
        selectable
        onOpen={onOpen}
        actions={(item) => (
          <button type="button" className="link nowrap" tabIndex={-1} onClick={() => onOpen(item)}>
            {waitsForAnalyst(item) ? (stateOf(item) === 'rechazado' ? t('analyst.correct') : t('analyst.load')) : t('analyst.view')}
          </button>
        )}
      />
      <BulkBar table={table}>
        <Button
          size="sm"
          onClick={() => {
            onDownload(chosen)
            table.clearSelection()
          }}
        >
          {t('analyst.templates', { count: unitsOf(chosen).length })}
        </Button>
        <Button
          size="sm"
          disabled={groupable.length < 2}
          title={groupable.length < 2 ? t('analyst.groupNeeds') : undefined}
          onClick={() => onGroup(groupable, table.clearSelection)}
        >
          {groupable.length < 2 ? t('analyst.groupDo') : t('analyst.groupMany', { count: groupable.length })}
        </Button>
      </BulkBar>
    </section>
  )
}
