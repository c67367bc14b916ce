import type { FilterKey, SortKey } from '@cuadre/api/endpoint'
import { roleOptions } from '@cuadre/api/role'
import { myBusinesses, myCountries, myDepartments } from '@cuadre/api/session'
import { listUsers, USER_NOTICES, type User } from '@cuadre/api/user'
import { download, Link, pageOf, query, useCan, useNavigate, useSearchParams, useTranslation } from '@cuadre/shell'
import { Avatar, buttonClass, DateText, EmptyState, Page } from '@cuadre/ui'
import { type Column, ExportButton, type Filter, PagedTable, useExport, useRoomy } from '@cuadre/ui/data'
import { RowMenu } from '@cuadre/ui/overlay'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FileUp, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { userCreate, users, userUpdate } from '../area.ts'
import { recordTable } from '../shared/record/recordTable.ts'
import { roleName } from '../shared/roleName.ts'
import { useUserActions } from '../shared/useUserActions.tsx'
import { BulkActions } from './BulkActions.tsx'
import { USER_FILTERS, USER_ORDER } from './list.ts'
import { PersonState } from './PersonState.tsx'
import { UserImport } from './UserImport.tsx'

/** By what the server orders them. */
type Key = SortKey<typeof listUsers>

/** From which width the user name fits beside a whole mail and most of a department's name. */
const ROOM = 1600

const keyOf = ({ id }: User) => String(id)

const LIST = recordTable(listUsers, { key: 'usuarios', sort: USER_ORDER, filters: USER_FILTERS })
export const { first } = LIST

export default function UsersPage() {
  const { t } = useTranslation('admin')
  const write = useCan()('admin.user.write')
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const { table, input } = LIST.useTable()
  const found = useQuery({ ...query(listUsers, { query: input }), placeholderData: keepPreviousData })
  const roomy = useRoomy(ROOM)
  const wide = useRoomy()
  const columns = useMemo(() => columnsOf(t, { roomy, wide }), [t, roomy, wide])
  const filters = useFilters()
  const actions = useUserActions()
  const save = useExport()
  const create = write && (
    <>
      <Link className={buttonClass()} to={users.link({ importar: 1 })}>
        <FileUp aria-hidden />
        {t('user.import.open')}
      </Link>
      <Link className={buttonClass('solid')} to={userCreate.link()}>
        <Plus aria-hidden />
        {t('user.create')}
      </Link>
    </>
  )
  if (write && params.get('importar')) return <UserImport />
  return (
    <Page fill title={t('user.title')} crumbs={[{ label: t('crumbs.administration') }, { label: t('user.title') }]} actions={create}>
      <PagedTable
        table={table}
        search={t('user.search')}
        columns={columns}
        filters={filters}
        end={<ExportButton onExport={() => save(t('user.title'), download(listUsers, { query: input }))} />}
        selectable={write}
        label={t('user.title')}
        none={t('none.user')}
        {...pageOf(found)}
        rowKey={keyOf}
        onOpen={(user) => navigate(userUpdate.link({ userId: user.id }, { lista: params.toString() || null }))}
        actions={
          write ? (user) => <RowMenu label={t('user.actionsOf', { name: user.NOMBRE })} entries={actions.entriesFor(user)} /> : undefined
        }
        empty={
          <EmptyState title={t('user.empty')} actions={create}>
            {t('user.emptyHint')}
          </EmptyState>
        }
      />
      {write && <BulkActions table={table} rows={found.data?.data ?? []} />}
      {actions.dialog}
    </Page>
  )
}

function useFilters(): Filter<FilterKey<typeof listUsers>>[] {
  const { t } = useTranslation('admin')
  const roles = useQuery({ ...query(roleOptions), staleTime: 60_000 }).data ?? []
  const countries = useQuery(query(myCountries)).data ?? []
  const businesses = useQuery(query(myBusinesses)).data ?? []
  const departments = useQuery(query(myDepartments)).data ?? []
  const single = true
  const nameOf = new Map(businesses.map(({ ID_NEGOCIO, NEGOCIO }) => [ID_NEGOCIO, NEGOCIO]))
  return [
    {
      name: 'roleId',
      label: t('user.roleFilter'),
      single,
      options: roles.map((role) => ({ value: String(role.id), label: roleName(t, role) })),
    },
    {
      name: 'countryId',
      label: t('user.country'),
      single,
      options: countries.map(({ ID_PAIS, PAIS }) => ({ value: String(ID_PAIS), label: PAIS })),
    },
    {
      name: 'businessId',
      label: t('user.business'),
      single,
      options: businesses.map(({ ID_NEGOCIO, NEGOCIO }) => ({ value: String(ID_NEGOCIO), label: NEGOCIO })),
    },
    {
      name: 'departmentId',
      label: t('user.department'),
      single,
      options: departments.map(({ COD_DEPARTAMENTO, DEPARTAMENTO, ID_NEGOCIO }) => ({
        value: String(COD_DEPARTAMENTO),
        label: [DEPARTAMENTO, nameOf.get(ID_NEGOCIO)].filter(Boolean).join(', '),
      })),
    },
    {
      name: 'activo',
      label: t('user.status'),
      single,
      options: [
        { value: 'true', label: t('status.active') },
        { value: 'false', label: t('status.inactive') },
      ],
    },
    {
      name: 'aviso',
      label: t('user.notice.label'),
      single,
      options: USER_NOTICES.map((value) => ({ value, label: t(`user.notice.${value}Long`) })),
    },
  ]
}

const columnsOf = (t: ReturnType<typeof useTranslation>['t'], { roomy, wide }: { roomy: boolean; wide: boolean }): Column<User, Key>[] => [
  {
    id: 'NOMBRE',
    header: t('user.name'),
    cell: (u) => (
      <span className="row">
        <Avatar name={u.NOMBRE} small />
        <span className="strong name-limit" title={u.NOMBRE}>
          {u.NOMBRE}
        </span>
      </span>
    ),
    sortable: true,
    hideable: false,
    phone: 'title',
  },
  { id: 'USUARIO', header: t('user.username'), cell: (u) => u.USUARIO, sortable: true, hidden: !roomy },
  {
    id: 'EMAIL',
    header: t('user.email'),
    // Where the user name has no column of its own and the mail does not say it.
    cell: (u) => (roomy || u.email.startsWith(`${u.USUARIO}@`) ? u.email : `${u.USUARIO} · ${u.email}`),
    sortable: true,
    cut: true,
    width: '27%',
    phone: 'sub',
  },
  {
    id: 'ROL',
    header: t('user.role'),
    cell: (u) => (
      <>
        {roleName(t, { id: activeIdOf(u), nombre: u.rol })}{' '}
        {u.roles.length > 1 && (
          <span className="count" title={rolesOf(t, u)}>
            +{u.roles.length - 1}
          </span>
        )}
      </>
    ),
    sortable: true,
    phone: 'sub-end',
  },
  { id: 'ROLES', header: t('user.roles'), cell: (u) => rolesOf(t, u), hidden: true, cut: true },
  { id: 'DEPARTAMENTO', header: t('user.department'), cell: (u) => u.DEPARTAMENTO ?? '—', sortable: true, cut: true, width: '18%' },
  { id: 'CUENTAS', header: t('user.accounts'), cell: (u) => u.CUENTAS, align: 'number', sortable: true, hidden: true },
  { id: 'STATUS', header: t('user.status'), cell: (u) => <PersonState user={u} />, sortable: true, phone: 'title-end' },
  {
    id: 'SEGUNDO_FACTOR',
    header: t('user.secondFactor'),
    cell: (u) => t(u.SEGUNDO_FACTOR ? 'user.factorOn' : 'user.factorOff'),
    hidden: true,
  },
  {
    id: 'ULTIMO_ACCESO',
    header: t('user.lastSeen'),
    cell: (u) =>
      u.ULTIMO_ACCESO ? <DateText value={u.ULTIMO_ACCESO} as="datetime" /> : <span className="muted">{t('user.neverSeen')}</span>,
    align: 'end',
    sortable: true,
    hidden: !wide,
  },
]

/** The number of the active role, which may be one of the corporation's own. */
const activeIdOf = ({ roles, roleId }: User) => roles.find(({ COD_TIPO_USUARIO }) => COD_TIPO_USUARIO === roleId)?.rolId ?? roleId
const rolesOf = (t: ReturnType<typeof useTranslation>['t'], { roles }: User) =>
  roles.map(({ rolId, TIPO_USUARIO }) => roleName(t, { id: rolId, nombre: TIPO_USUARIO })).join(', ')
