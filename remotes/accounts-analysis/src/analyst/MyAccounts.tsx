import { type Analysis, listForAnalyst, MATERIALITY } from '@cuadre/api/analysis'
import { download, saveAs, useSearchParams, useTranslation } from '@cuadre/shell'
import {
  Button,
  Code,
  DateText,
  Delta,
  type ErrorStateProps,
  Marks,
  Money,
  NONE,
  notify,
  Percent,
  StateBadge,
  StateGlyph,
  type StateName,
  useTexts,
} from '@cuadre/ui'
import { BulkBar, type Column, DataTable, ExportButton, FilterBar, useTableState } from '@cuadre/ui/data'
import { Group } from 'lucide-react'
import { useId, useMemo } from 'react'
import { isZero } from '../shared/cents.ts'
import { dueOf, isSubmitted, marksOf, stateOf, waitsForAnalyst } from '../shared/state.ts'
import { useSentence } from '../shared/useSentence.ts'
import { FILTERS, filtered, sorted } from './mine.ts'

interface Props {
  items: readonly Analysis[] | undefined
  loading: boolean
  error: ErrorStateProps | null
  period: number
  onOpen: (item: Analysis) => void
  onDownload: (items: readonly Analysis[]) => void
  onGroup: (items: readonly Analysis[]) => void
}
const STATES: readonly StateName[] = ['por-preparar', 'pendiente', 'revision', 'rechazado', 'aprobado']
/** The same choice in the words of the export. */
const EXPORTED: Partial<Record<string, { bandeja?: 'sin_enviar' | 'por_decidir'; estadoPrincipalId?: number[] }>> = {
  'por-preparar': { bandeja: 'sin_enviar' },
  pendiente: { bandeja: 'por_decidir', estadoPrincipalId: [1] },
  revision: { estadoPrincipalId: [2] },
  rechazado: { estadoPrincipalId: [3] },
  aprobado: { estadoPrincipalId: [4] },
}
const keyOf = ({ COD_ANALISIS }: Analysis) => String(COD_ANALISIS)

/** All my accounts of the month. The list is here as a whole, so filters and order answer at once; both are in the address. */
export function MyAccounts({ items, loading, error, period, onOpen, onDownload, onGroup }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const texts = useTexts()
  const heading = useId()
  const sentence = useSentence()
  const [params, setParams] = useSearchParams()
  const table = useTableState({ key: 'mis-cuentas', params, setParams, filters: FILTERS })
  const { state } = table
  const rows = useMemo(() => items && sorted(filtered(items, state), state.sort), [items, state])
  const currencies = useMemo(() => new Set(items?.map(({ MONEDA }) => MONEDA)), [items])
  const currency = currencies.size === 1 ? [...currencies][0] : undefined
  const businesses = useMemo(() => new Map(items?.map(({ ID_NEGOCIO, NEGOCIO }) => [ID_NEGOCIO, NEGOCIO])), [items])
  const columns = useMemo(() => columnsOf(t, currency, businesses.size > 1), [t, currency, businesses])

  const chosen = useMemo(
    () => (table.selection.size > 0 ? (items ?? []).filter((item) => table.selection.has(keyOf(item))) : []),
    [items, table.selection],
  )
  // Only what was never sent is grouped, and nothing twice.
  const groupable = chosen.filter((item) => stateOf(item) === 'por-preparar' && item.AGRUPADO_ID === null)
  const then = (act: (items: readonly Analysis[]) => void, some: readonly Analysis[]) => () => {
    act(some)
    table.clearSelection()
  }

  const exportRows = async () => {
    const [business, chosen] = [state.filters.negocio?.[0], state.filters.estado?.[0]]
    const materialidad = MATERIALITY.filter((name) => state.filters.materialidad?.includes(name))
    try {
      const bytes = await download(listForAnalyst, {
        query: {
          periodId: period,
          search: state.search || undefined,
          businessId: business ? Number(business) : undefined,
          materialidad: materialidad.length > 0 ? materialidad : undefined,
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
          {items && (rows?.length === items.length ? items.length : t('analyst.someOf', { n: rows?.length, total: items.length }))}
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
        <Button size="sm" onClick={then(onDownload, chosen)}>
          {t('analyst.templates', { count: chosen.length })}
        </Button>
        <Button size="sm" disabled={groupable.length < 2} onClick={then(onGroup, groupable)}>
          {t('analyst.groupMany', { count: groupable.length })}
        </Button>
      </BulkBar>
    </section>
  )
}

const columnsOf = (
  t: ReturnType<typeof useTranslation>['t'],
  currency: string | undefined,
  severalBusinesses: boolean,
): Column<Analysis>[] => {
  const amount = (value: string, item: Analysis) => <Money value={value} currency={currency ? undefined : item.MONEDA} />
  const none = <span className="faint">{NONE}</span>
  return [
    {
      id: 'cuenta',
      header: t('analyst.account'),
      sortable: true,
      hideable: false,
      phone: 'sub',
      cell: ({ CUENTA, NEGOCIO }) => (
        <>
          <Code>{CUENTA}</Code>
          {severalBusinesses && <span className="on-phone"> {NEGOCIO}</span>}
        </>
      ),
    },
    {
      id: 'nombre',
      header: t('analyst.name'),
      sortable: true,
      hideable: false,
      phone: 'title',
      cut: true,
      width: '30%',
      cell: (item) => (
        <span className="row">
          <span className="ellipsis" title={item.NOMBRE_CUENTA}>
            {item.NOMBRE_CUENTA}
          </span>
          <Marks {...marksOf(item)} tarde={false} />
          {item.AGRUPADO_ID !== null && <Group aria-label={t('analyst.inGroup')} className="faint" size={14} />}
        </span>
      ),
    },
    ...(severalBusinesses
      ? [{ id: 'negocio', header: t('analyst.business'), hidden: true, cell: ({ NEGOCIO }: Analysis) => NEGOCIO }]
      : []),
    {
      id: 'saldo',
      header: t('analyst.balance'),
      unit: currency,
      align: 'number',
      sortable: true,
      phone: 'sub-end',
      cell: (item) => amount(item.VALOR_BALANCE, item),
    },
    {
      id: 'sustentado',
      header: t('analyst.supported'),
      unit: currency,
      align: 'number',
      sortable: true,
      cell: (item) => (isSubmitted(item) ? amount(item.VALOR_ANALISIS, item) : none),
    },
    {
      id: 'diferencia',
      header: t('analyst.difference'),
      unit: currency,
      align: 'number',
      sortable: true,
      cell: (item) =>
        isSubmitted(item) ? <span className={isZero(item.VARIACION) ? undefined : 'strong'}>{amount(item.VARIACION, item)}</span> : none,
    },
    {
      id: 'movimiento',
      header: t('analyst.movement'),
      align: 'number',
      sortable: true,
      cell: (item) => (
        <span className="muted">
          {item.VARIACION_PERIODO_PCT === null ? (
            <Delta value={item.VARIACION_PERIODO} />
          ) : (
            <Percent value={item.VARIACION_PERIODO_PCT} signed />
          )}
        </span>
      ),
    },
    { id: 'estado', header: t('analyst.state'), sortable: true, phone: 'title-end', cell: (item) => <StateBadge state={stateOf(item)} /> },
    {
      id: 'vence',
      header: t('analyst.due'),
      align: 'end',
      sortable: true,
      cell: (item) => {
        const due = dueOf(item)
        return waitsForAnalyst(item) ? (
          <span className="medium due">
            {item.ATRASADO && <StateGlyph state="tarde" />}
            <DateText value={due} as="due" />
          </span>
        ) : (
          <span className="muted">
            <DateText value={due} />
          </span>
        )
      },
    },
  ]
}
