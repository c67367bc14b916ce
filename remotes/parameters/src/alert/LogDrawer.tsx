import { type Alert, type AlertLogEntry, listAlertLog } from '@cuadre/api/alert'
import type { SortKey } from '@cuadre/api/endpoint'
import { pageLink } from '@cuadre/api/pages'
import { download, Link, listInput, pageOf, query, useTranslation } from '@cuadre/shell'
import { DateText, EmptyState, SearchInput } from '@cuadre/ui'
import { type Column, DataTable, ExportButton, Pager, useExport, useTableState } from '@cuadre/ui/data'
import { Drawer, SegmentedControl } from '@cuadre/ui/overlay'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'

type Key = SortKey<typeof listAlertLog>
const VIEWS = { todo: {}, fallido: { correo: 'fallido' }, leido: { leida: true }, sinLeer: { leida: false } } as const
type View = keyof typeof VIEWS

/** What a rule has sent: to whom, about what, when, by which way, and whether it was read. */
export function LogDrawer({ alert, failed, onClose }: { alert: Alert; failed: boolean; onClose: () => void }) {
  const { t } = useTranslation('parameters')
  const [view, setView] = useState<View>(failed ? 'fallido' : 'todo')
  const table = useTableState<Key>({ key: 'alertas-registro' })
  const asked = { ...listInput(listAlertLog, table.state), ...VIEWS[view] }
  const found = useQuery({ ...query(listAlertLog, { params: { id: alert.id }, query: asked }), placeholderData: keepPreviousData })
  const save = useExport()
  const title = `${t('alert.log')}: ${alert.nombre}`
  const total = found.data?.total ?? 0
  const columns = useMemo(() => columnsOf(t), [t])
  return (
    <Drawer open onClose={onClose} title={title} size="half">
      <SegmentedControl
        label={t('alert.log')}
        value={view}
        onChange={(next) => {
          setView(next)
          table.goTo(1)
        }}
        options={(Object.keys(VIEWS) as View[]).map((value) => ({ value, label: t(`alert.logView.${value}`) }))}
      />
      <div className="row" style={{ marginBlock: 8 }}>
        <SearchInput label={t('alert.logSearch')} value={table.state.search} onChange={table.search} />
        <span className="grow" />
        <ExportButton onExport={() => save(title, download(listAlertLog, { params: { id: alert.id }, query: asked }))} />
      </div>
      <DataTable
        inset
        table={table}
        label={t('alert.log')}
        columns={columns}
        {...pageOf(found)}
        rowKey={({ id }) => String(id)}
        empty={<EmptyState title={t('alert.logEmpty')} />}
      />
      {total > 0 && <Pager table={table} total={total} />}
    </Drawer>
  )
}

const columnsOf = (t: ReturnType<typeof useTranslation>['t']): Column<AlertLogEntry, Key>[] => [
  {
    id: 'FECHA',
    header: t('alert.logAt'),
    sortable: true,
    cell: (line) => <DateText value={line.fecha} as="datetime" />,
    phone: 'sub-end',
  },
  {
    id: 'USUARIO',
    header: t('alert.logWho'),
    sortable: true,
    cell: ({ usuario, nivel }) => (
      <>
        <span className="strong">{usuario}</span>
        {nivel > 0 && <span className="muted small"> {t(`alert.preview.level.${nivel}`)}</span>}
      </>
    ),
    phone: 'title',
  },
  { id: 'SOBRE', header: t('alert.logAbout'), cell: (line) => <About line={line} />, cut: true, width: '50%', phone: 'sub' },
  {
    id: 'LUGAR',
    header: t('alert.logPlace'),
    cell: ({ negocio, departamento }) => [negocio, departamento].filter(Boolean).join(', ') || '—',
    cut: true,
    width: '50%',
  },
  {
    id: 'CORREO',
    header: t('alert.logMail'),
    cell: (line) => (line.correo ? t(`alert.mailState.${line.correo}`) : '—'),
    phone: 'title-end',
  },
  { id: 'APP', header: t('alert.logApp'), cell: (line) => (line.app ? t(`alert.appState.${line.app}`) : '—') },
]

/** The home page says something else to each: nobody is led there. */
const HOME = pageLink('/home')
/** What the message said; it leads to the analysis, the account or the request that it was about. */
function About({ line: { titulo, texto, ruta } }: { line: AlertLogEntry }) {
  if (!titulo) return '—'
  return (
    <span title={texto ?? undefined}>
      {ruta && ruta !== HOME ? (
        <Link className="link" to={ruta}>
          {titulo}
        </Link>
      ) : (
        titulo
      )}
    </span>
  )
}
