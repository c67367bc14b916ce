import { pageLink } from '@cuadre/api/pages'
import { listRoles, type Role, updateRole } from '@cuadre/api/role'
import { call, Failure, failureOf, Link, query, useCan, useNavigate, useParams, useSearchParams, useTranslation } from '@cuadre/shell'
import { EmptyState, ErrorState, Note, notify, Page, Skeleton } from '@cuadre/ui'
import { Form, useForm } from '@cuadre/ui/forms'
import { Tabs } from '@cuadre/ui/overlay'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { roleConfiguration, roleUpdate } from '../area.ts'
import { RoleFields, type RoleValues } from './RoleFields.tsx'
import { RoleValuesForm } from './RoleValuesForm.tsx'
import { roleName } from './roleName.ts'
import { useInForce } from './values.ts'

const LIST = roleConfiguration.link()
const PARTS = ['valores', 'rol'] as const

/** What is set for a role (0: for everyone), and the role itself. */
export default function RoleUpdatePage() {
  const { t } = useTranslation('parameters')
  const id = Number(useParams().roleId)
  const [params] = useSearchParams()
  const roles = useQuery(query(listRoles, { query: { limit: 1000 } }))
  const inForce = useInForce()
  const failure = failureOf(roles) ?? failureOf(inForce)
  const role = roles.data?.data.find((one) => one.id === id)
  const gone = roles.data && !role && id !== 0
  const part = role ? (PARTS.find((one) => one === params.get('parte')) ?? 'valores') : 'valores'
  const name = role ? roleName(t, role) : id === 0 ? t('config.everyone') : t('roles.update')
  return (
    <Page
      fill
      title={name}
      crumbs={[{ label: t('crumbs.parameters') }, { label: t('roles.title'), to: LIST }, { label: name }]}
      note={
        role && (
          <Link className="link" to={pageLink('/roles-permisos', { rol: role.id })}>
            {t('roles.toKeys', { n: role.enabledKeys.length, count: role.enabledKeys.length })}
          </Link>
        )
      }
    >
      {failure && <ErrorState {...failure} />}
      {gone && <EmptyState title={t('roles.gone')} />}
      {!failure && (!roles.data || !inForce.data) && <Skeleton />}
      {role && (
        <Tabs
          label={t('roles.parts')}
          value={part}
          tabs={PARTS.map((value) => ({ value, label: t(`roles.part.${value}`), to: roleUpdate.link({ roleId: id }, { parte: value }) }))}
        />
      )}
      {roles.data && inForce.data && !gone && part === 'valores' && (
        <RoleValuesForm
          key={id}
          rolId={role?.COD_TIPO_USUARIO ?? null}
          own={role && !role.sistema ? role : undefined}
          inForce={inForce.data}
        />
      )}
      {role && part === 'rol' && <RoleForm key={role.id} role={role} />}
    </Page>
  )
}

function RoleForm({ role }: { role: Role }) {
  const { t } = useTranslation('parameters')
  const navigate = useNavigate()
  const client = useQueryClient()
  const may = useCan()('admin.role.write')
  /** As it was when the fields were filled: a list that is read again takes nothing from who is writing. */
  const [seen, setSeen] = useState(role)
  const [moved, setMoved] = useState<Role>()
  const form = useForm<RoleValues>({ defaultValues: valuesOf(role) })
  const { isDirty, isSubmitting } = form.formState
  useEffect(() => {
    if (isDirty || isSubmitting || role.revision <= seen.revision) return
    setSeen(role)
    form.reset(valuesOf(role))
  }, [role, seen, isDirty, isSubmitting, form])
  if (role.sistema || !may) return <Described role={role} />
  return (
    <Form
      form={form}
      submit={t('actions.save')}
      onCancel={() => navigate(LIST)}
      onSubmit={async ({ nombre, descripcion }) => {
        const body = { id: role.id, nombre, descripcion: descripcion.trim() || null, revision: (moved ?? seen).revision }
        try {
          const saved = await call(updateRole, { body })
          await client.invalidateQueries({ queryKey: ['permissions'] })
          notify.success(t('roles.saved', { role: roleName(t, saved) }))
          setTimeout(() => navigate(LIST))
        } catch (error) {
          // The contract says what a `current` of this call is: what was typed stays, and is sent on top of it.
          if (error instanceof Failure && error.code === 'role_moved') setMoved(error.current as Role)
          throw error
        }
      }}
    >
      {moved && <Note kind="warning">{t('roles.moved', { role: moved.nombre, description: moved.descripcion ?? '—' })}</Note>}
      <RoleFields role={role} />
    </Form>
  )
}

const valuesOf = ({ nombre, COD_TIPO_USUARIO, descripcion }: Role): RoleValues => ({
  nombre,
  COD_TIPO_USUARIO: String(COD_TIPO_USUARIO),
  descripcion: descripcion ?? '',
  desde: '',
})

/** One of the six is neither renamed nor described. */
function Described({ role }: { role: Role }) {
  const { t } = useTranslation('parameters')
  return (
    <dl className="facts" style={{ marginBlockStart: 16 }}>
      <div>
        <dt>{t('roles.name')}</dt>
        <dd>{roleName(t, role)}</dd>
      </div>
      <div>
        <dt>{t('roles.type')}</dt>
        <dd>{t(`role.${role.COD_TIPO_USUARIO}`)}</dd>
      </div>
      <div>
        <dt>{t('config.people')}</dt>
        <dd>{role.USUARIOS}</dd>
      </div>
      <div>
        <dt>{t('roles.description')}</dt>
        <dd>{role.descripcion ?? t(`roles.about.${role.COD_TIPO_USUARIO}`)}</dd>
      </div>
    </dl>
  )
}
