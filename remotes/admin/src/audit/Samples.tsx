import type { FilterKey, SortKey } from '@cuadre/api/endpoint'
import { listSamples, SAMPLE_STATES, type Sample } from '@cuadre/api/sample'
import { download, listInput, pageOf, query, useSearchParams, useTranslation } from '@cuadre/shell'
import { DateText, EmptyState, formatShortMonth, type Locale, StateBadge, TextLink, useLocale } from '@cuadre/ui'
import { type Column, ExportButton, PagedTable, useExport, useTableState } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Dices } from 'lucide-react'
import { useMemo } from 'react'
import { auditing } from '../area.ts'
import { useAuditFilters } from './useAuditFilters.ts'

/** By what the server orders them. */
type Key = SortKey<typeof listSamples>

/** Samples that hold analyses one sees, with how far their auditor has come. */
export function Samples() {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const [params, setParams] = useSearchParams()
  const table = useTableState<Key, FilterKey<typeof listSamples>>({
    key: 'muestras',
    params,
    setParams,
    filters: ['estado', 'periodId', 'businessId', 'auditorId'],
  })
  const input = listInput(listSamples, table.state)
  const found = useQuery({ ...query(listSamples, { query: input }), placeholderData: keepPreviousData })
  const columns = useMemo(() => columnsOf(t, locale), [t, locale])
  const filters = useAuditFilters()
  const save = useExport()
  return (
    <PagedTable
      table={table}
      search={t('audit.searchSample')}
      columns={columns}
      end={<ExportButton onExport={() => save(t('audit.samples'), download(listSamples, { query: input }))} />}
      filters={[
        {
          name: 'estado',
          label: t('user.status'),
          options: SAMPLE_STATES.map((value) => ({ value, label: t(`audit.sampleState.${value}`) })),
        },
        ...filters,
      ]}
      label={t('audit.samples')}
      none={t('none.sample')}
      {...pageOf(found)}
      rowKey={({ ID }) => String(ID)}
      empty={
        <EmptyState icon={<Dices aria-hidden />} title={t('audit.noSample')}>
          {t('audit.noSampleHint')}
        </EmptyState>
      }
    />
  )
}

const STATE = { por_revisar: 'pendiente', en_revision: 'revision', revisada: 'aprobado' } as const

const columnsOf = (t: ReturnType<typeof useTranslation>['t'], locale: Locale): Column<Sample, Key>[] => [
  {
    id: 'NOMBRE',
    header: t('audit.sample'),
    sortable: true,
    hideable: false,
    phone: 'title',
    cell: (s) => (
      <span className="medium" translate="no">
        {s.NOMBRE}
      </span>
    ),
  },
  { id: 'AUDITOR', header: t('auditor.one'), sortable: true, phone: 'sub', cell: (s) => s.AUDITOR },
  {
    id: 'ESTADO',
    header: t('user.status'),
    phone: 'title-end',
    cell: (s) => (
      <StateBadge state={STATE[s.ESTADO]} small>
        {t(`audit.sampleState.${s.ESTADO}`)}
      </StateBadge>
    ),
  },
  {
    id: 'VISTOS',
    header: t('audit.seen'),
    align: 'number',
    phone: 'sub-end',
    cell: (s) => t('audit.seenOf', { n: s.VISTOS, total: s.SELECCIONADOS }),
  },
  { id: 'EXTRAIDA_EN', header: t('audit.drawn'), sortable: true, cell: (s) => <DateText value={s.EXTRAIDA_EN} as="datetime" /> },
  { id: 'PERIODO', header: t('audit.period'), cell: (s) => (s.PERIODO ? formatShortMonth(s.PERIODO, locale) : t('auditor.everyPeriod')) },
  { id: 'NEGOCIO', header: t('user.business'), cut: true, cell: (s) => s.DEPARTAMENTO ?? s.NEGOCIO ?? s.PAIS ?? t('audit.wholeScope') },
  {
    id: 'OBSERVACIONES',
    header: t('audit.observations'),
    cell: (s) =>
      s.OBSERVACIONES > 0 ? (
        <TextLink href={auditing.link({ ...(s.COD_PERIODO && { periodId: s.COD_PERIODO }) })} className="link">
          {t('audit.openOf', { count: s.OBSERVACIONES_ABIERTAS, total: s.OBSERVACIONES })}
        </TextLink>
      ) : (
        '—'
      ),
  },
]
