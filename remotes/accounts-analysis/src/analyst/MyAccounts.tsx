import { type Analysis, listForAnalyst, MATERIALITY } from '@cuadre/api/analysis'
import { MARKS } from '@cuadre/api/movement'
import { download, saveAs, useSearchParams, useTranslation } from '@cuadre/shell'
import { Button, type ErrorStateProps, formatCount, notify, type StateName, useLocale, useTexts } from '@cuadre/ui'
import { BulkBar, DataTable, ExportButton, FilterBar, unitOf, useTableState } from '@cuadre/ui/data'
import { useId, useMemo } from 'react'
import { stateOf, waitsForAnalyst } from '../shared/state.ts'
import { useSentence } from '../shared/useSentence.ts'
import { columnsOf } from './columns.tsx'
import { FILTERS, filtered, sorted } from './myAnalyses.ts'

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
/** The same order and the same choice in the words of the export. */
const SORTED: Partial<Record<string, string>> = {
  cuenta: 'CUENTA',
  nombre: 'NOMBRE_CUENTA',
  saldo: 'VALOR_BALANCE',
  sustentado: 'VALOR_ANALISIS',
  diferencia: 'VARIACION',
  movimiento: 'VARIACION_PERIODO_PCT',
  estado: 'ESTADO_PRINCIPAL_ID',
  vence: 'VENCE_ANALISTA',
}
const EXPORTED: Partial<Record<string, { bandeja?: 'sin_enviar' | 'por_decidir'; estadoPrincipalId?: number[] }>> = {
  'por-preparar': { bandeja: 'sin_enviar' },
  pendiente: { bandeja: 'por_decidir', estadoPrincipalId: [1] },
  revision: { estadoPrincipalId: [2] },
  rechazado: { estadoPrincipalId: [3] },
  aprobado: { estadoPrincipalId: [4] },
}
const TYPES = ['individual', 'agrupado'] as const
const keyOf = ({ COD_ANALISIS }: Analysis) => String(COD_ANALISIS)

/** All my accounts of the month. The list is here as a whole, so filters and order answer at once; both are in the address. */
export function MyAccounts({ items, loading, error, period, onOpen, onDownload, onGroup }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const texts = useTexts()
  const locale = useLocale()
  const count = (n: number) => formatCount(n, locale)
  const heading = useId()
  const sentence = useSentence()
  const [params, setParams] = useSearchParams()
  const table = useTableState({ key: 'mis-cuentas', params, setParams, filters: FILTERS })
  const { state } = table
  const rows = useMemo(() => items && sorted(filtered(items, state), state.sort), [items, state])
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
  const exportRows = async () => {
    const [business, chosen] = [state.filters.negocio?.[0], state.filters.estado?.[0]]
    const materialidad = MATERIALITY.filter((name) => state.filters.materialidad?.includes(name))
    const movimiento = MARKS.filter((name) => state.filters.movimiento?.includes(name))
    try {
      const bytes = await download(listForAnalyst, {
        query: {
          periodId: period,
          search: state.search || undefined,
          businessId: business ? Number(business) : undefined,
          departmentId: Number(state.filters.departamento?.[0]) || undefined,
          type: TYPES.find((type) => type === state.filters.tipo?.[0]),
          materialidad: materialidad.length > 0 ? materialidad : undefined,
          movimiento: movimiento.length > 0 ? movimiento : undefined,
          sort: state.sort?.replace(/\w+/, (column) => SORTED[column] ?? ''),
          ...EXPORTED[chosen ?? ''],
        },
      })
      saveAs(bytes, `${t('analyst.exportName')}.xlsx`)
    } catch (failure) {
      notify.danger(t('analyst.exportFailed'), { description: sentence(failure) })
    }
  }
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
                    name: 'negocio',
                    label: t('analyst.business'),
                    single: true,
                    options: [...businesses].map(([id, name]) => ({ value: String(id), label: name })),
                  },
                ]
              : []),
            ...(departments.size > 1
              ? [
                  {
                    name: 'departamento',
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
                    name: 'tipo',
                    label: t('analyst.type'),
                    single: true,
                    options: TYPES.map((value) => ({ value, label: t(`analyst.types.${value}`) })),
                  },
                ]
              : []),
          ]}
          end={<ExportButton onExport={exportRows} />}
        />
      </div>
      <DataTable
        label={t('analyst.all')}
        columns={columns}
        rows={rows}
        rowKey={keyOf}
        table={table}
        loading={loading}
        error={error}
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
          {t('analyst.templates', { count: chosen.length })}
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
