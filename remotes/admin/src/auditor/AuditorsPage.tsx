import { type Auditor, listAuditors } from '@cuadre/api/auditor'
import type { FilterKey, SortKey } from '@cuadre/api/endpoint'
import { pageLink } from '@cuadre/api/pages'
import { ROLE } from '@cuadre/api/roles'
import {
  download,
  Link,
  listInput,
  Navigate,
  pageOf,
  query,
  useCan,
  useMe,
  useNavigate,
  useSearchParams,
  useTranslation,
} from '@cuadre/shell'
import { buttonClass, DateText, EmptyState, Page } from '@cuadre/ui'
import { type Column, ExportButton, PagedTable, useExport, useRoomy, useTableState } from '@cuadre/ui/data'
import { RowMenu } from '@cuadre/ui/overlay'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Pencil, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { auditorCreate, auditorUpdate } from '../area.ts'
import { useUserActions } from '../shared/useUserActions.tsx'
import { AccessState } from './AccessState.tsx'
import { AuditorView } from './AuditorView.tsx'

/** By what the server orders them. */
type Key = SortKey<typeof listAuditors>

const ACCESS = ['vigente', 'por_iniciar', 'vencido', 'inactivo'] as const
const KINDS = ['externo', 'interno'] as const
const keyOf = ({ id }: Auditor) => String(id)

/** Who may look at the books from outside, and what they have looked at; an auditor finds themselves. */
export default function AuditorsPage() {
  const me = useMe()
  const [params] = useSearchParams()
  if (me.SPC_TIPO_USUARIOS.COD_TIPO_USUARIO === ROLE.auditor) {
    // Notices of before led here.
    const observation = params.get('observacion')
    return observation ? <Navigate to={pageLink('/home', { observacion: observation })} replace /> : <AuditorView id={me.id} own />
  }
  const opened = Number(params.get('auditor'))
  return Number.isInteger(opened) && opened > 0 ? <AuditorView key={opened} id={opened} /> : <AuditorList />
}

function AuditorList() {
  const { t } = useTranslation('admin')
  const can = useCan()
  const write = can('admin.auditor.write')
  const people = can('admin.user.write')
  const navigate = useNavigate()
  const actions = useUserActions()
  const [params, setParams] = useSearchParams()
  const table = useTableState<Key, FilterKey<typeof listAuditors>>({
    key: 'auditores',
    params,
    setParams,
    sort: 'NOMBRE',
    filters: ['acceso', 'tipo'],
  })
  const input = listInput(listAuditors, table.state)
  const found = useQuery({ ...query(listAuditors, { query: input }), placeholderData: keepPreviousData })
  const wide = useRoomy()
  const columns = useMemo(() => columnsOf(t, wide), [t, wide])
  const create = write && (
    <Link className={buttonClass('solid')} to={auditorCreate.link()}>
      <Plus aria-hidden />
      {t('auditor.create')}
    </Link>
  )
  const save = useExport()
  return (
    <Page fill title={t('auditor.title')} crumbs={[{ label: t('crumbs.administration') }, { label: t('auditor.title') }]} actions={create}>
      <PagedTable
        table={table}
        search={t('auditor.search')}
        columns={columns}
        end={<ExportButton onExport={() => save(t('auditor.title'), download(listAuditors, { query: input }))} />}
        filters={[
          {
            name: 'acceso',
            label: t('auditor.accessOf'),
            single: true,
            options: ACCESS.map((value) => ({ value, label: t(`auditor.access.${value}`) })),
          },
          {
            name: 'tipo',
            label: t('auditor.kind'),
            single: true,
            options: KINDS.map((value) => ({ value, label: t(`auditor.kinds.${value}`) })),
          },
        ]}
        label={t('auditor.title')}
        none={t('none.auditor')}
        {...pageOf(found)}
        rowKey={keyOf}
        onOpen={(row) => setParams({ auditor: String(row.id) })}
        actions={
          write
            ? (row) => (
                <RowMenu
                  label={t('user.actionsOf', { name: row.NOMBRE })}
                  entries={[
                    {
                      label: t('actions.edit'),
                      icon: <Pencil aria-hidden />,
                      onSelect: () => navigate(auditorUpdate.link({ userAuditorId: row.id })),
                    },
                    ...(people ? (['line', ...actions.entriesFor(row)] as const) : []),
                  ]}
                />
              )
            : undefined
        }
        empty={
          <EmptyState title={t('auditor.empty')} actions={create}>
            {t('auditor.emptyHint')}
          </EmptyState>
        }
      />
      {actions.dialog}
    </Page>
  )
}

const columnsOf = (t: ReturnType<typeof useTranslation>['t'], wide: boolean): Column<Auditor, Key>[] => [
  {
    id: 'NOMBRE',
    header: t('user.name'),
    cell: (a) => <span className="strong">{a.NOMBRE}</span>,
    sortable: true,
    hideable: false,
    phone: 'title',
  },
  { id: 'FIRMA_AUDITORA', header: t('auditor.firm'), cell: (a) => a.FIRMA_AUDITORA, sortable: true, cut: true, phone: 'sub' },
  { id: 'TIPO', header: t('auditor.kind'), cell: (a) => t(`auditor.kinds.${a.TIPO}`), sortable: true },
  { id: 'EMAIL', header: t('user.email'), cell: (a) => a.email, sortable: true, hidden: true },
  { id: 'ACCESO', header: t('auditor.accessOf'), cell: (a) => <AccessState access={a.ACCESO} />, sortable: true, phone: 'title-end' },
  { id: 'VIGENCIA_DESDE', header: t('auditor.from'), cell: (a) => <DateText value={a.VIGENCIA_DESDE} />, sortable: true },
  {
    id: 'VIGENCIA_HASTA',
    header: t('auditor.until'),
    cell: (a) => <DateText value={a.VIGENCIA_HASTA} />,
    sortable: true,
    phone: 'sub-end',
  },
  { id: 'ALCANCE', header: t('auditor.scope'), cell: (a) => a.alcance.map((s) => s.NEGOCIO ?? s.PAIS).join(', '), cut: true },
  {
    id: 'ULTIMO_ACCESO',
    header: t('user.lastSeen'),
    cell: (a) => <DateText value={a.ULTIMO_ACCESO} as="datetime" />,
    align: 'end',
    sortable: true,
    hidden: !wide,
  },
]
