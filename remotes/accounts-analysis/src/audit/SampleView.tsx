import type { Auditor } from '@cuadre/api/auditor'
import type { FilterKey, SortKey } from '@cuadre/api/endpoint'
import { pageLink } from '@cuadre/api/pages'
import { getSample, listSampleRows, type Sample, type SampleRow } from '@cuadre/api/sample'
import { download, failureOf, pageOf, query, useSearchParams, useTranslation } from '@cuadre/shell'
import { Code, DateText, EmptyState, ErrorState, formatCount, Loader, Money, notify, TextLink, useLocale } from '@cuadre/ui'
import { type Column, ExportButton, PagedTable, unitOf, useExport, useTableState } from '@cuadre/ui/data'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import { useMemo } from 'react'
import { BinderButton } from '../shared/BinderButton.tsx'
import { known } from '../shared/urlFilters.ts'
import { AnalysisRecord } from './AnalysisRecord.tsx'

/** By what the server orders them. */
type Key = SortKey<typeof listSampleRows>

interface Props {
  id: number
  access: Auditor
  opened: number | undefined
  onOpen: (id: number | undefined) => void
}
const FILTERS = ['visto'] as const
const SEEN = ['false', 'true'] as const
const keyOf = ({ LUGAR }: SampleRow) => String(LUGAR)

/** A sample to work through: what it takes to draw it again, and its rows as they were, with what was opened since. */
export function SampleView({ id, access, opened, onOpen }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const client = useQueryClient()
  const save = useExport()
  const [params, setParams] = useSearchParams()
  const sample = useQuery(query(getSample, { params: { id } }))
  const table = useTableState<Key, FilterKey<typeof listSampleRows>>({ key: 'muestra', params, setParams, limit: 100, filters: FILTERS })
  const { page, limit, sort, search, filters } = table.state
  const seen = known(filters.visto, SEEN)?.[0]
  const asked = { sort, search: search || undefined, visto: seen && seen === 'true' }
  const found = useQuery({
    ...query(listSampleRows, { params: { id }, query: { page, limit, ...asked } }),
    placeholderData: keepPreviousData,
    // The list stays as it was while one works through it.
    enabled: opened === undefined,
  })
  const rows = found.data?.data
  const currency = unitOf(rows?.flatMap(({ MONEDA }) => MONEDA ?? []))
  const columns = useMemo(() => columnsOf(t, currency), [t, currency])
  const failure = failureOf(sample)
  if (failure) return <ErrorState {...failure} />
  if (!sample.data) return <Loader />
  const { permisos } = access
  const mayBind = permisos.exportar && permisos.documentos && permisos.fechasFirma && permisos.comentariosInternos
  const name = sample.data.NOMBRE
  if (opened !== undefined)
    return (
      <AnalysisRecord
        key={opened}
        id={opened}
        access={access}
        back={t('audit.toSample', { name })}
        onBack={() => {
          void client.invalidateQueries({ queryKey: ['audit-sample'] })
          onOpen(undefined)
        }}
        among={rows?.filter(({ VISIBLE }) => VISIBLE).map(({ COD_ANALISIS }) => COD_ANALISIS) ?? []}
        onGo={onOpen}
      />
    )
  return (
    <>
      <p style={{ paddingBlock: 12 }}>
        <TextLink href={pageLink('/home', { vista: 'muestras' })} className="link">
          <span className="row">
            <ChevronLeft aria-hidden className="lucide" size={14} />
            {t('audit.toSamples')}
          </span>
        </TextLink>
      </p>
      <Drawn sample={sample.data} />
      <PagedTable
        table={table}
        search={t('account.search')}
        columns={columns}
        filters={[
          {
            name: 'visto',
            label: t('audit.opened'),
            single: true,
            options: SEEN.map((value) => ({ value, label: t(`audit.seen.${value}`) })),
          },
        ]}
        end={
          <>
            {mayBind && <BinderButton name={`${t('historical.binder')} ${name}`} query={{ sampleId: id }} />}
            {permisos.exportar && <ExportButton onExport={() => save(name, download(listSampleRows, { params: { id }, query: asked }))} />}
          </>
        }
        label={name}
        none={t('none.analysis')}
        {...pageOf(found)}
        rowKey={keyOf}
        empty={<EmptyState title={t('audit.noRows')}>{t('audit.noRowsHint')}</EmptyState>}
        onOpen={(row) => (row.VISIBLE ? onOpen(row.COD_ANALISIS) : notify.info(t('audit.hidden'), { description: t('audit.hiddenHint') }))}
      />
    </>
  )
}

function Drawn({ sample }: { sample: Sample }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const count = (n: number) => formatCount(n, locale)
  return (
    <section aria-labelledby="sample-name">
      <h2 className="h2" id="sample-name">
        {sample.NOMBRE}
      </h2>
      <dl className="facts" style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 180px), 1fr))' }}>
        <div>
          <dt>{t('audit.rows')}</dt>
          <dd>
            <bdi>{t('audit.ofPopulation', { n: count(sample.SELECCIONADOS), of: count(sample.POBLACION) })}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('audit.opened')}</dt>
          <dd>
            <bdi>{t('audit.ofPopulation', { n: count(sample.VISTOS), of: count(sample.SELECCIONADOS) })}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('audit.seed')}</dt>
          <dd>
            <Code>{sample.SEMILLA}</Code>
          </dd>
        </div>
        <div>
          <dt>{t('audit.drawnOn')}</dt>
          <dd>
            <DateText value={sample.EXTRAIDA_EN} as="datetime" />
          </dd>
        </div>
        <div>
          <dt>{t('audit.from')}</dt>
          <dd>
            {sample.PERIODO ? <DateText value={sample.PERIODO} as="month" /> : t('audit.everyPeriod')}
            <div className="figure-note xsmall muted">
              {[sample.PAIS, sample.NEGOCIO, sample.DEPARTAMENTO].filter(Boolean).join(' · ') || t('audit.wholeScope')}
            </div>
          </dd>
        </div>
        <div>
          <dt>{t('audit.strata')}</dt>
          <dd className="xsmall">
            {sample.ESTRATOS.map(({ materialidad, n, poblacion }) => (
              <div key={materialidad}>
                {t(`review.materialities.${materialidad}`)}{' '}
                <bdi className="muted">{t('audit.ofPopulation', { n: count(n), of: count(poblacion) })}</bdi>
              </div>
            ))}
          </dd>
        </div>
      </dl>
      <p className="xsmall muted">{t('audit.method')}</p>
    </section>
  )
}

/** `currency`: the one of all rows, which then stands in the header alone. */
const columnsOf = (t: ReturnType<typeof useTranslation>['t'], currency: string | undefined): Column<SampleRow, Key>[] => [
  { id: 'LUGAR', header: t('audit.place'), sortable: true, align: 'number', cell: (row) => row.LUGAR },
  { id: 'CUENTA', header: t('account.code'), sortable: true, phone: 'sub', cell: (row) => (row.CUENTA ? <Code>{row.CUENTA}</Code> : '—') },
  {
    id: 'NOMBRE_CUENTA',
    header: t('account.name'),
    cut: true,
    hideable: false,
    phone: 'title',
    cell: (row) =>
      row.NOMBRE_CUENTA ? (
        <span className={row.VISIBLE ? 'medium' : 'muted'}>{row.NOMBRE_CUENTA}</span>
      ) : (
        <span className="muted">{t('audit.hidden')}</span>
      ),
  },
  { id: 'PERIODO', header: t('account.period'), cell: (row) => <DateText value={row.PERIODO} as="month" /> },
  { id: 'NEGOCIO', header: t('account.business'), cell: (row) => row.NEGOCIO ?? '—' },
  { id: 'MATERIALIDAD', header: t('review.materiality'), cell: (row) => t(`review.materialities.${row.MATERIALIDAD}`) },
  {
    id: 'VALOR_BALANCE',
    header: t('history.balance'),
    unit: currency,
    sortable: true,
    align: 'number',
    phone: 'title-end',
    cell: (row) => <Money value={row.VALOR_BALANCE} currency={currency ? undefined : (row.MONEDA ?? undefined)} />,
  },
  { id: 'VARIACION', header: t('history.difference'), unit: currency, align: 'number', cell: (row) => <Money value={row.VARIACION} /> },
  {
    id: 'VISTO_EN',
    header: t('audit.opened'),
    phone: 'sub-end',
    cell: (row) =>
      row.VISTO_EN ? <DateText value={row.VISTO_EN} as="datetime" /> : <span className="faint">{t('audit.seen.false')}</span>,
  },
  {
    id: 'OBSERVACIONES',
    header: t('audit.view.observaciones'),
    align: 'number',
    cell: (row) => (row.OBSERVACIONES > 0 ? row.OBSERVACIONES : '—'),
  },
]
