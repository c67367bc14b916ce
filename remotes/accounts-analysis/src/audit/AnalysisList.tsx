import { type Analysis, type AnalysisMetadata, listAnalyses, MATERIALITY, STATE_NAMES, stateOf } from '@cuadre/api/analysis'
import type { Auditor } from '@cuadre/api/auditor'
import type { FilterKey, Narrowing, SortKey } from '@cuadre/api/endpoint'
import { download, pageOf, query, useSearchParams, useTranslation } from '@cuadre/shell'
import { DateText, EmptyState, formatMonth, type Locale, Marks, Money, StateBadge, useLocale, useTexts } from '@cuadre/ui'
import { type Column, ExportButton, PagedTable, unitOf, useExport, useTableState } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FileSearch } from 'lucide-react'
import { useMemo } from 'react'
import { Cut } from '../shared/Cut.tsx'
import { analysisColumns } from '../shared/columns.tsx'
import { isSubmitted, marksOf } from '../shared/state.ts'
import { idOf, known } from '../shared/urlFilters.ts'
import { AnalysisRecord } from './AnalysisRecord.tsx'
import { asSent } from './asSent.ts'

/** By what the server orders them. */
type Key = SortKey<typeof listAnalyses>

interface Props {
  access: Auditor
  counts: AnalysisMetadata | undefined
  opened: number | undefined
  onOpen: (id: number | undefined) => void
}
const FILTERS = ['periodId', 'businessId', 'departmentId', 'estadoPrincipalId', 'materialidad'] as const
const STATES = ['1', '2', '3', '4'] as const
const LIMIT = 50
const keyOf = (row: Analysis) => String(row.COD_ANALISIS)

/** The analyses in scope; one of them opened takes the place of the list, and gives it back as it was. */
export function AnalysisList({ access, counts, opened, onOpen }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const texts = useTexts()
  const save = useExport()
  const [params, setParams] = useSearchParams()
  const table = useTableState<Key, FilterKey<typeof listAnalyses>>({ key: 'auditoria', params, setParams, limit: LIMIT, filters: FILTERS })
  const { page, limit, sort, search, filters } = table.state
  const { permisos } = access
  const filter: Narrowing<typeof listAnalyses> = {
    search: search || undefined,
    periodId: idOf(filters.periodId?.[0]),
    businessId: idOf(filters.businessId?.[0]),
    departmentId: idOf(filters.departmentId?.[0]),
    estadoPrincipalId: permisos.soloAprobados ? undefined : known(filters.estadoPrincipalId, STATES),
    materialidad: known(filters.materialidad, MATERIALITY),
  }
  const found = useQuery({ ...query(listAnalyses, { query: { page, limit, sort, ...filter } }), placeholderData: keepPreviousData })
  const rows = found.data?.data
  const currency = unitOf(rows?.map(({ MONEDA }) => MONEDA))
  const columns = useMemo(() => columnsOf(t, locale, currency, permisos), [t, locale, currency, permisos])
  const options = (list: readonly { id: number; nombre: string }[] = [], say = (name: string) => name) =>
    list.map(({ id, nombre }) => ({ value: String(id), label: say(nombre) }))
  if (opened !== undefined)
    return (
      <AnalysisRecord
        key={opened}
        id={opened}
        access={access}
        back={t('audit.toList')}
        onBack={() => onOpen(undefined)}
        among={rows?.map(({ COD_ANALISIS }) => COD_ANALISIS) ?? []}
        before={(page - 1) * limit}
        total={found.data?.total}
        onGo={onOpen}
      />
    )
  return (
    <PagedTable
      table={table}
      search={t('account.search')}
      columns={columns}
      end={
        permisos.exportar && (
          <ExportButton onExport={() => save(t('audit.exportName'), download(listAnalyses, { query: { sort, ...filter } }))} />
        )
      }
      filters={[
        {
          name: 'periodId',
          label: t('account.period'),
          single: true,
          options: options(counts?.periodos, (name) => formatMonth(name, locale)),
        },
        { name: 'businessId', label: t('account.business'), single: true, options: options(counts?.negocios) },
        { name: 'departmentId', label: t('account.department'), single: true, options: options(counts?.departamentos) },
        ...(permisos.soloAprobados
          ? []
          : [
              {
                name: 'estadoPrincipalId' as const,
                label: t('history.state'),
                options: STATE_NAMES.map((name, i) => ({ value: String(i + 1), label: texts.states[name] })),
              },
            ]),
        {
          name: 'materialidad',
          label: t('review.materiality'),
          options: MATERIALITY.toReversed().map((value) => ({ value, label: t(`review.materialities.${value}`) })),
        },
      ]}
      label={t('audit.view.analisis')}
      none={t('none.analysis')}
      {...pageOf(found)}
      rowKey={keyOf}
      empty={
        <EmptyState icon={<FileSearch aria-hidden />} title={t('audit.none')}>
          {permisos.soloAprobados ? t('audit.noneApproved') : t('audit.noneHint')}
        </EmptyState>
      }
      onOpen={(row) => onOpen(row.COD_ANALISIS)}
    />
  )
}

const columnsOf = (
  t: ReturnType<typeof useTranslation>['t'],
  locale: Locale,
  currency: string | undefined,
  { soloAprobados, fechasFirma }: Auditor['permisos'],
): Column<Analysis, Key>[] => {
  const { about, balance } = analysisColumns(t, locale, currency)
  const state: Column<Analysis, Key> = {
    id: 'ESTADO',
    header: t('history.state'),
    cell: (row) => <StateBadge state={stateOf(asSent(row))} />,
  }
  const sent: Column<Analysis, Key> = {
    id: 'FECHA_ENVIO',
    header: t('history.sent'),
    sortable: true,
    hidden: true,
    cell: (row) => <DateText value={row.FECHA_ENVIO} />,
  }
  return [
    ...about,
    { id: 'DEPARTAMENTO', header: t('account.department'), hidden: true, cell: (row) => <Cut text={row.DEPARTAMENTO} /> },
    ...(soloAprobados ? [] : [state]),
    {
      id: 'MARCAS',
      header: t('review.materiality'),
      phone: 'sub-end',
      cell: (row) => <Marks {...marksOf({ ...row, ATRASADO: false })} automatico={row.AUTO} />,
    },
    balance,
    {
      id: 'VALOR_ANALISIS',
      header: t('history.supported'),
      align: 'number',
      hidden: true,
      cell: (row) => <Money value={isSubmitted(asSent(row)) ? row.VALOR_ANALISIS : null} />,
    },
    {
      id: 'VARIACION',
      header: t('history.difference'),
      align: 'number',
      cell: (row) => <Money value={isSubmitted(asSent(row)) ? row.VARIACION : null} />,
    },
    { id: 'ANALISTA', header: t('account.analyst'), hidden: true, cell: (row) => <Cut text={row.ANALISTA} /> },
    ...(fechasFirma ? [sent] : []),
  ]
}
