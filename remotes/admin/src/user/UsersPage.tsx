import { listUsers, listUserTypes, type User } from '@cuadre/api/user'
import { listInput, pageOf, query, useSearchParams, useTranslation } from '@cuadre/shell'
import { Avatar, DateText, EmptyState, Page } from '@cuadre/ui'
import { type Column, PagedTable, useTableState } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

export default function UsersPage() {
  const { t } = useTranslation('admin')
  const [params, setParams] = useSearchParams()
  const table = useTableState({ key: 'usuarios', params, setParams, sort: 'NOMBRE', filters: ['roleId', 'activo'] })
  const users = useQuery({ ...query(listUsers, { query: listInput(table.state) }), placeholderData: keepPreviousData })
  const types = useQuery({ ...query(listUserTypes), staleTime: 60_000 })
  const columns = useMemo<Column<User>[]>(
    () => [
      {
        id: 'NOMBRE',
        header: t('user.name'),
        cell: (u) => (
          <span className="row">
            <Avatar name={u.NOMBRE} small />
            <span className="strong">{u.NOMBRE}</span>
          </span>
        ),
        sortable: true,
        hideable: false,
        phone: 'title',
      },
      { id: 'USUARIO', header: t('user.username'), cell: (u) => u.USUARIO, sortable: true, phone: 'sub' },
      { id: 'EMAIL', header: t('user.email'), cell: (u) => u.email, sortable: true, cut: true },
      {
        id: 'ROL',
        header: t('user.role'),
        cell: (u) => (
          <>
            {t(`role.${u.roleId}`)}{' '}
            {u.roles.length > 1 && (
              <span className="count" title={u.roles.map((role) => t(`role.${role.COD_TIPO_USUARIO}`)).join(', ')}>
                +{u.roles.length - 1}
              </span>
            )}
          </>
        ),
        sortable: true,
        phone: 'sub-end',
      },
      { id: 'DEPARTAMENTO', header: t('user.department'), cell: (u) => u.DEPARTAMENTO ?? '—', sortable: true, cut: true },
      { id: 'CUENTAS', header: t('user.accounts'), cell: (u) => u.CUENTAS, align: 'number', sortable: true },
      {
        id: 'STATUS',
        header: t('user.status'),
        cell: (u) => (u.status === 'activo' ? t('status.active') : t('status.inactive')),
        sortable: true,
        phone: 'title-end',
      },
      {
        id: 'ULTIMO_ACCESO',
        header: t('user.lastSeen'),
        cell: (u) => <DateText value={u.ULTIMO_ACCESO} as="datetime" />,
        align: 'end',
        sortable: true,
      },
    ],
    [t],
  )
  return (
    <Page fill title={t('user.title')} crumbs={[{ label: t('crumbs.administration') }, { label: t('user.title') }]}>
      <PagedTable
        table={table}
        search={t('user.search')}
        columns={columns}
        filters={[
          {
            name: 'roleId',
            label: t('user.role'),
            single: true,
            options: (types.data ?? []).map((type) => ({
              value: String(type.COD_TIPO_USUARIO),
              label: t(`role.${type.COD_TIPO_USUARIO}`),
            })),
          },
          {
            name: 'activo',
            label: t('user.status'),
            single: true,
            options: [
              { value: 'true', label: t('status.active') },
              { value: 'false', label: t('status.inactive') },
            ],
          },
        ]}
        label={t('user.title')}
        {...pageOf(users)}
        rowKey={(u) => String(u.id)}
        empty={<EmptyState title={t('user.empty')}>{t('user.emptyHint')}</EmptyState>}
      />
    </Page>
  )
}
