import type { FilterKey, SortKey } from '@cuadre/api/endpoint'
import { myBusinesses } from '@cuadre/api/session'
import { listTickets, TICKET_TYPES, ticketFigures } from '@cuadre/api/ticket'
import { download, Link, listInput, pageOf, query, saveAs, useCan, useNavigate, useSearchParams, useTranslation } from '@cuadre/shell'
import { Button, buttonClass, DateText, EmptyState, formatCount, formatPercent, NONE, notify, Page, useLocale } from '@cuadre/ui'
import { type Column, DataTable, ExportButton, KpiLine, PagedTable, useTableState } from '@cuadre/ui/data'
import { Drawer } from '@cuadre/ui/overlay'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChartNoAxesColumn, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { requests, requestsReceived, ticketCreate, tickets } from '../area.ts'
import { CATEGORY, categoryOf, type Words } from '../shared/words.ts'
import { metadataQuery } from './queries.ts'
import { StateMark, TimeLeft } from './StateMark.tsx'
import { useTicketLine } from './useLine.ts'
import { type Row, workingTime } from './words.ts'
import './ticket.css'

/** By what the server orders them. */
type Key = SortKey<typeof listTickets>

const keyOf = ({ id }: Row) => String(id)
const SHOWN = ['abiertas', 'vencidas', 'sinAsignar'] as const

/** The register: every ticket that one may see, filtered, as a workbook; for those who answer, how it goes. */
export default function TicketsPage() {
  const { t } = useTranslation('helpdesk')
  const can = useCan()
  const receives = can('helpdesk.ticket.receive')
  const navigate = useNavigate()
  useTicketLine()
  const [params, setParams] = useSearchParams()
  const table = useTableState<Key, FilterKey<typeof listTickets> | 'ver'>({
    key: 'tickets',
    params,
    setParams,
    sort: '-CREADO',
    filters: ['estadoId', 'categoriaId', 'tipoId', 'negocioId', 'asignadoId', 'ver'],
  })
  const { ver, ...filters } = table.state.filters
  // One of three lists is one of three questions to the server.
  const input = {
    ...listInput(listTickets, { ...table.state, filters }),
    vista: 'todas' as const,
    ...Object.fromEntries((ver ?? []).filter((name) => SHOWN.some((one) => one === name)).map((name) => [name, true])),
  }
  const found = useQuery({ ...query(listTickets, { query: input }), placeholderData: keepPreviousData })
  const metadata = useQuery(metadataQuery()).data
  const businesses = useQuery(query(myBusinesses)).data ?? []
  const columns = useMemo(() => columnsOf(t), [t])
  const create = can('helpdesk.ticket.write') && (
    <Link className={buttonClass('solid')} to={ticketCreate.link()}>
      <Plus aria-hidden />
      {t('requests.create')}
    </Link>
  )
  const save = () =>
    download(listTickets, { query: input }).then(
      (file) => saveAs(file, `${t('register.title')}.xlsx`),
      () => notify.danger(t('register.notExported')),
    )
  return (
    <Page fill title={t('register.title')} crumbs={[{ label: t('crumbs.helpdesk') }, { label: t('register.title') }]} actions={create}>
      {receives && <Figures />}
      <PagedTable
        table={table}
        search={t('register.search')}
        columns={columns}
        end={<ExportButton onExport={save} />}
        filters={[
          {
            name: 'estadoId',
            label: t('ticket.state'),
            options: [1, 2, 3, 4, 5].map((id) => ({ value: String(id), label: t(`state.${id}`) })),
          },
          {
            name: 'categoriaId',
            label: t('ticket.category'),
            single: true,
            options: CATEGORY.map((name, i) => ({ value: String(i + 1), label: t(`category.${name}`) })),
          },
          {
            name: 'tipoId',
            label: t('ticket.type'),
            single: true,
            options: TICKET_TYPES.map(({ id }) => ({ value: String(id), label: t(`type.name.${id}`) })),
          },
          ...(businesses.length > 1
            ? [
                {
                  name: 'negocioId' as const,
                  label: t('create.business'),
                  single: true,
                  options: businesses.map(({ ID_NEGOCIO, NEGOCIO }) => ({ value: String(ID_NEGOCIO), label: NEGOCIO })),
                },
              ]
            : []),
          ...(receives
            ? [
                {
                  name: 'asignadoId' as const,
                  label: t('ticket.assignee'),
                  single: true,
                  options: (metadata?.receptores ?? []).map(({ id, nombre }) => ({ value: String(id), label: nombre })),
                },
              ]
            : []),
          {
            name: 'ver',
            label: t('register.shown'),
            single: true,
            options: SHOWN.map((value) => ({ value, label: t(`register.show.${value}`) })),
          },
        ]}
        label={t('register.title')}
        none={t('none.ticket')}
        rowKey={keyOf}
        onOpen={({ id }) => navigate((receives ? requestsReceived : requests).link({ ticket: id }))}
        empty={
          <EmptyState title={t('requests.empty')} actions={create}>
            {t('requests.emptyHint')}
          </EmptyState>
        }
        {...pageOf(found)}
      />
    </Page>
  )
}

const columnsOf = (t: Words): Column<Row, Key>[] => [
  { id: 'ID', header: t('register.number'), align: 'number', sortable: true, cell: ({ id }) => id, width: 72 },
  {
    id: 'ASUNTO',
    header: t('create.subject'),
    sortable: true,
    hideable: false,
    phone: 'title',
    cut: true,
    cell: ({ asunto }) => <span className="medium">{asunto}</span>,
  },
  { id: 'ESTADO', header: t('ticket.state'), sortable: true, phone: 'title-end', cell: ({ estadoId }) => <StateMark id={estadoId} /> },
  { id: 'VENCE', header: t('register.time'), sortable: true, phone: 'sub-end', cell: ({ sla }) => <TimeLeft sla={sla} /> },
  { id: 'TIPO', header: t('ticket.type'), sortable: true, hidden: true, cell: ({ tipoId }) => t(`type.name.${tipoId}`) },
  {
    id: 'CATEGORIA',
    header: t('ticket.category'),
    sortable: true,
    phone: 'sub',
    cell: ({ categoriaId }) => t(`category.${categoryOf(categoriaId)}`),
  },
  { id: 'NEGOCIO', header: t('create.business'), cell: ({ negocio, pais }) => negocio ?? pais ?? NONE },
  { id: 'AUTOR', header: t('register.author'), sortable: true, cell: ({ autor }) => autor.nombre },
  {
    id: 'ASIGNADO',
    header: t('ticket.assignee'),
    sortable: true,
    cell: ({ asignado }) => asignado?.nombre ?? <span className="muted">{t('ticket.unassigned')}</span>,
  },
  { id: 'CREADO', header: t('register.created'), sortable: true, cell: ({ creadoEn }) => <DateText value={creadoEn} as="datetime" /> },
]

/** Open, overdue, and how long first answers and solutions take: half of them, and nine of ten. */
function Figures() {
  const { t } = useTranslation('helpdesk')
  const locale = useLocale()
  const [open, setOpen] = useState(false)
  const found = useQuery({ ...query(ticketFigures), placeholderData: keepPreviousData }).data
  const time = (minutes: number | null | undefined) => (minutes === null || minutes === undefined ? NONE : workingTime(minutes))
  const both = ({ p50, p90 }: { p50: number | null; p90: number | null }) => `${time(p50)} · ${time(p90)}`
  const kpis = found
    ? [
        { label: t('figures.open'), value: formatCount(found.abiertas, locale), to: tickets.link({ ver: 'abiertas' }) },
        { label: t('figures.late'), value: formatCount(found.vencidas, locale), to: tickets.link({ ver: 'vencidas' }) },
        {
          label: t('figures.solved', { days: found.dias }),
          value: formatCount(found.resueltas, locale),
          note:
            found.resueltas > 0
              ? t('figures.met', { share: formatPercent((100 * found.cumplidas) / found.resueltas, locale, { decimals: 0 }) })
              : undefined,
        },
        { label: t('figures.first'), value: time(found.primera.p50), note: t('figures.ninth', { time: time(found.primera.p90) }) },
        { label: t('figures.solution'), value: time(found.solucion.p50), note: t('figures.ninth', { time: time(found.solucion.p90) }) },
      ]
    : // As high as it will be, so that the table stays where it is.
      ['open', 'late', 'solvedShort', 'first', 'solution'].map((name) => ({ label: t(`figures.${name}`), value: NONE, note: '\u00a0' }))
  return (
    <>
      <div className="desk-figures">
        <KpiLine kpis={kpis} />
        <Button size="sm" icon={<ChartNoAxesColumn aria-hidden />} disabled={!found} onClick={() => setOpen(true)}>
          {t('figures.byCategory')}
        </Button>
      </div>
      <Drawer open={open} onClose={() => setOpen(false)} title={t('figures.byCategory')} size="half">
        <p className="small muted">{t('figures.hint', { days: found?.dias })}</p>
        <DataTable
          inset
          label={t('figures.byCategory')}
          rows={found?.categorias}
          rowKey={({ categoriaId }) => String(categoriaId)}
          columns={[
            { id: 'name', header: t('ticket.category'), cell: ({ categoriaId }) => t(`category.${categoryOf(categoriaId)}`) },
            { id: 'open', header: t('figures.open'), align: 'number', cell: (row) => formatCount(row.abiertas, locale) },
            { id: 'late', header: t('figures.late'), align: 'number', cell: (row) => formatCount(row.vencidas, locale) },
            { id: 'solved', header: t('figures.solvedShort'), align: 'number', cell: (row) => formatCount(row.resueltas, locale) },
            { id: 'first', header: t('figures.firstBoth'), align: 'number', cell: (row) => both(row.primera) },
            { id: 'solution', header: t('figures.solutionBoth'), align: 'number', cell: (row) => both(row.solucion) },
          ]}
        />
      </Drawer>
    </>
  )
}
