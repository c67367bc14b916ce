import { ACCESS_KINDS, type Auditor, auditorAccesses } from '@cuadre/api/auditor'
import type { Answer, FilterKey, SortKey } from '@cuadre/api/endpoint'
import { download, pageOf, query, useSearchParams, useTranslation } from '@cuadre/shell'
import { Button, Code, DateText, EmptyState, FileName, formatCount, formatShortMonth, type Locale, Section, useLocale } from '@cuadre/ui'
import { type Column, ExportButton, PagedTable, useExport, useTableState } from '@cuadre/ui/data'
import { Tabs } from '@cuadre/ui/overlay'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useMemo } from 'react'

/** By what the server orders them. */
type Key = SortKey<typeof auditorAccesses>

type Access = Answer<typeof auditorAccesses>['data'][number]
type Kind = (typeof ACCESS_KINDS)[number]
/** What was done or taken away. Reading makes most of the lines and says least. */
const DONE: readonly Kind[] = ACCESS_KINDS.filter((kind) => kind !== 'vista')
/** What is shown, done first; the name is the parameter in the address. */
const VIEWS = { hechos: DONE, consultas: ['vista'], todo: ACCESS_KINDS } as const satisfies Record<string, readonly Kind[]>
type View = keyof typeof VIEWS
const isView = (name: string | null): name is View => name !== null && Object.hasOwn(VIEWS, name)
/** Calls that have a name in the user's words; another is shown by its path. */
const CALLS = [
  'listAnalyses',
  'getAnalysis',
  'analysisFile',
  'analysisEvidence',
  'annexFile',
  'annexEvidence',
  'seeAnalysisFile',
  'seeAnnex',
  'listHistory',
  'verifyEvents',
  'evidenceBinder',
  'checkBinder',
  'checkBinderManifest',
  'metadataForAuditor',
  'getGroup',
  'groupHistory',
  'listObservations',
  'getObservation',
  'raiseObservation',
  'askObservationAgain',
  'closeObservation',
  'listSamples',
  'getSample',
  'listSampleRows',
  'drawSample',
  'listAuditors',
  'getAuditor',
  'auditorAccesses',
]
const keyOf = ({ ID }: Access) => String(ID)

/** What was done and taken away, newest first; what was only looked at is a press away, and counted. */
export function AccessLog({ auditor, mayExport }: { auditor: Auditor; mayExport: boolean }) {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const [params, setParams] = useSearchParams()
  const table = useTableState<Key, FilterKey<typeof auditorAccesses>>({ key: 'accesos', params, setParams, filters: ['tipo'] })
  const { page, limit, sort, search, filters } = table.state
  const wanted = params.get('ver')
  const view = isView(wanted) ? wanted : 'hechos'
  const chosen = filters.tipo?.filter((kind): kind is Kind => VIEWS[view].some((each) => each === kind)) ?? []
  const filter = { search: search || undefined, tipo: [...(chosen.length > 0 ? chosen : VIEWS[view])] }
  const call = { params: { id: auditor.id } }
  const found = useQuery({
    ...query(auditorAccesses, { ...call, query: { page, limit, sort, ...filter } }),
    placeholderData: keepPreviousData,
  })
  const columns = useMemo(() => columnsOf(t, locale), [t, locale])
  const save = useExport()
  const counts = found.data?.porTipo
  const countOf = (name: View) => VIEWS[name].reduce((sum, kind) => sum + (counts?.[kind] ?? 0), 0)
  const show = (name: string) => {
    const next = new URLSearchParams(params)
    for (const gone of ['pagina', 'tipo', 'ver']) next.delete(gone)
    if (name !== 'hechos') next.set('ver', name)
    setParams(next, { replace: true })
  }
  const unseen = view === 'hechos' ? countOf('consultas') : 0
  return (
    <Section title={t('auditor.log')}>
      <Tabs
        label={t('auditor.kind')}
        value={view}
        onChange={show}
        tabs={(Object.keys(VIEWS) as View[]).map((value) => ({
          value,
          label: t(`auditor.logOf.${value}`),
          ...(counts && { count: formatCount(countOf(value), locale) }),
        }))}
      >
        <PagedTable
          table={table}
          search={t('auditor.searchLog')}
          columns={columns}
          end={
            mayExport && (
              <ExportButton
                onExport={() =>
                  save(t('auditor.logName', { name: auditor.NOMBRE }), download(auditorAccesses, { ...call, query: { sort, ...filter } }))
                }
              />
            )
          }
          filters={
            view === 'consultas'
              ? []
              : [
                  {
                    name: 'tipo',
                    label: t('auditor.kind'),
                    options: VIEWS[view].map((value) => ({ value, label: t(`auditor.did.${value}`) })),
                  },
                ]
          }
          label={t('auditor.log')}
          none={t('none.access')}
          {...pageOf(found)}
          rowKey={keyOf}
          empty={
            <EmptyState
              icon={<Eye aria-hidden />}
              title={t(unseen > 0 ? 'auditor.onlyLooked' : 'auditor.emptyLog')}
              actions={unseen > 0 && <Button onClick={() => show('consultas')}>{t('auditor.seeLooks')}</Button>}
            >
              {unseen > 0 ? t('auditor.looked', { count: unseen, n: formatCount(unseen, locale) }) : t('auditor.emptyLogHint')}
            </EmptyState>
          }
        />
      </Tabs>
    </Section>
  )
}

const columnsOf = (t: ReturnType<typeof useTranslation>['t'], locale: Locale): Column<Access, Key>[] => [
  {
    id: 'FECHA',
    header: t('auditor.when'),
    sortable: true,
    hideable: false,
    phone: 'sub',
    cell: (a) => <DateText value={a.FECHA} as="datetime" />,
  },
  { id: 'TIPO', header: t('auditor.kind'), sortable: true, phone: 'title-end', cell: (a) => t(`auditor.did.${a.TIPO}`) },
  {
    id: 'LLAMADA',
    header: t('auditor.what'),
    phone: 'title',
    cell: (a) =>
      CALLS.includes(a.LLAMADA) ? (
        <span className="medium">{t(`auditor.call.${a.LLAMADA}`)}</span>
      ) : (
        <bdi dir="ltr" className="code">
          {a.RUTA}
        </bdi>
      ),
  },
  {
    id: 'CUENTA',
    header: t('auditor.of'),
    cut: true,
    phone: 'sub-end',
    cell: (a) =>
      a.CUENTA ? (
        <>
          <Code>{a.CUENTA}</Code> {a.NOMBRE_CUENTA} <span className="muted">{formatShortMonth(a.PERIODO, locale)}</span>
          {a.ARCHIVO && (
            <>
              {' '}
              <FileName>{a.ARCHIVO}</FileName>
            </>
          )}
        </>
      ) : (
        <span className="muted">{a.FILTROS_TEXTO || '—'}</span>
      ),
  },
  {
    id: 'RUTA',
    header: t('auditor.path'),
    sortable: true,
    hidden: true,
    cell: (a) => (
      <bdi dir="ltr" className="code xsmall">
        {a.RUTA}
      </bdi>
    ),
  },
]
