import { CONFIG_TYPE } from '@cuadre/api/config'
import { PERMISSION_KEYS } from '@cuadre/api/permissions'
import { listRoles, type Role, removeRole } from '@cuadre/api/role'
import { call, failureOf, Link, query, sentenceOf, useCan, useNavigate, useTranslation } from '@cuadre/shell'
import { buttonClass, EmptyState, formatCount, type Locale, Note, notify, Page, useLocale } from '@cuadre/ui'
import { type Column, DataTable } from '@cuadre/ui/data'
import { ConfirmDialog, RowMenu } from '@cuadre/ui/overlay'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { roleCreate, roleUpdate } from '../area.ts'
import { valueText } from '../shared/config/kinds.ts'
import { roleName } from './roleName.ts'
import { type InForce, SET_BY_ROLE, setFor, useInForce } from './values.ts'

/** The first line stands for everyone. */
type Line = Role | null
const pathOf = (role: Line) => roleUpdate.link({ roleId: role?.id ?? 0 })

/** The roles themselves, and all that is set by role. Which keys each has is decided on the page of roles and permissions. */
export default function RolesPage() {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const navigate = useNavigate()
  const client = useQueryClient()
  const write = useCan()('admin.role.write')
  const roles = useQuery(query(listRoles, { query: { limit: 1000 } }))
  const inForce = useInForce()
  const [removing, setRemoving] = useState<Role>()
  const columns = useMemo(() => columnsOf(t, locale, inForce.data), [t, locale, inForce.data])
  const rows = roles.data && inForce.data && [null, ...roles.data.data]
  const create = write && (
    <Link className={buttonClass('solid')} to={roleCreate.link()}>
      <Plus aria-hidden />
      {t('roles.create')}
    </Link>
  )
  return (
    <Page
      title={t('roles.title')}
      crumbs={[{ label: t('crumbs.parameters') }, { label: t('roles.title') }]}
      note={t('roles.note')}
      actions={create}
    >
      <DataTable<Line>
        label={t('roles.title')}
        columns={columns}
        rows={rows}
        rowKey={(role) => String(role?.id ?? 0)}
        loading={roles.isFetching || inForce.isFetching}
        error={failureOf(roles) ?? failureOf(inForce)}
        onOpen={(role) => navigate(pathOf(role))}
        actions={(role) => (
          <>
            <Link className="link" to={pathOf(role)} aria-label={`${t('actions.edit')} ${role ? roleName(t, role) : t('config.everyone')}`}>
              {t('actions.edit')}
            </Link>
            {write && role && !role.sistema && (
              <RowMenu
                label={t('roles.more', { role: roleName(t, role) })}
                entries={[
                  {
                    label: t('roles.remove'),
                    danger: true,
                    disabled: role.USUARIOS > 0,
                    hint: role.USUARIOS > 0 ? t('roles.inUse', { count: role.USUARIOS }) : undefined,
                    onSelect: () => setRemoving(role),
                  },
                ]}
              />
            )}
          </>
        )}
        empty={<EmptyState title={t('config.empty')} />}
      />
      {rows && (
        <div style={{ marginBlockStart: 12 }}>
          <Note>{t('roles.factorNote')}</Note>
        </div>
      )}
      <ConfirmDialog
        open={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={t('roles.removeTitle', { role: removing && roleName(t, removing) })}
        confirm={t('roles.removeConfirm', { role: removing && roleName(t, removing) })}
        danger
        onConfirm={async () => {
          try {
            await call(removeRole, { query: { id: removing!.id } })
          } catch (error) {
            notify.danger(sentenceOf(error, t('roles.notRemoved')))
            throw error
          } finally {
            await client.invalidateQueries({ queryKey: ['permissions'] })
          }
          notify.success(t('roles.removed', { role: roleName(t, removing!) }))
        }}
      >
        {t('roles.removeText')}
      </ConfirmDialog>
    </Page>
  )
}

const columnsOf = (t: ReturnType<typeof useTranslation>['t'], locale: Locale, inForce: InForce | undefined): Column<Line>[] => [
  {
    id: 'NOMBRE',
    header: t('roles.name'),
    cell: (role) => (
      <>
        <span className="strong">{role ? roleName(t, role) : t('config.everyone')}</span>
        {role?.sistema && <span className="muted small"> · {t('roles.system')}</span>}
      </>
    ),
    cut: true,
    phone: 'title',
  },
  {
    id: 'TIPO_USUARIO',
    header: t('roles.type'),
    cell: (role) => (role && !role.sistema ? t(`role.${role.COD_TIPO_USUARIO}`) : '—'),
    phone: 'sub',
  },
  {
    id: 'USUARIOS',
    header: t('config.people'),
    cell: (role) => (role ? formatCount(role.USUARIOS, locale) : '—'),
    align: 'number',
    phone: 'title-end',
  },
  {
    id: 'PERMISOS',
    header: t('roles.keys'),
    cell: (role) => (role ? t('roles.keysOf', { n: role.enabledKeys.length, all: PERMISSION_KEYS.length }) : '—'),
    align: 'end',
  },
  ...SET_BY_ROLE.map(
    (tipoId): Column<Line> => ({
      id: `VALOR_${tipoId}`,
      header: t(`roles.set.${tipoId}`),
      cell: (role) => {
        const found = inForce?.[tipoId]
        if (!found) return null
        const { valor, own } = setFor(found, role?.COD_TIPO_USUARIO ?? null)
        const text =
          !role && tipoId === CONFIG_TYPE.segundoFactor && valor === 1
            ? t('roles.guarded')
            : valueText(t, locale, found.general.unidad, valor)
        return <span className={own ? 'medium' : 'muted'}>{text}</span>
      },
      align: 'end',
    }),
  ),
]
