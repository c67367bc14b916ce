import { PERMISSION_KEYS } from '@cuadre/api/permissions'
import { createRole, listRoles, type Role } from '@cuadre/api/role'
import { ROLE } from '@cuadre/api/roles'
import { call, failureOf, query, useMe, useNavigate, useTranslation } from '@cuadre/shell'
import { ErrorState, notify, Page, Skeleton } from '@cuadre/ui'
import { Form, useForm } from '@cuadre/ui/forms'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { roleConfiguration, roleUpdate } from '../area.ts'
import { RoleFields, type RoleValues } from './RoleFields.tsx'
import { roleName } from './roleName.ts'

const LIST = roleConfiguration.link()

export default function RoleCreatePage() {
  const { t } = useTranslation('parameters')
  const roles = useQuery(query(listRoles, { query: { limit: 1000 } }))
  const failure = failureOf(roles)
  return (
    <Page
      fill
      title={t('roles.create')}
      crumbs={[{ label: t('crumbs.parameters') }, { label: t('roles.title'), to: LIST }, { label: t('roles.create') }]}
    >
      {failure && <ErrorState {...failure} />}
      {!roles.data && !failure && <Skeleton />}
      {roles.data && <NewRole roles={roles.data.data} />}
    </Page>
  )
}

function NewRole({ roles }: { roles: readonly Role[] }) {
  const { t } = useTranslation('parameters')
  const navigate = useNavigate()
  const client = useQueryClient()
  const administrator = useMe()?.SPC_TIPO_USUARIOS.COD_TIPO_USUARIO === ROLE.administrador
  const types = Object.values(ROLE).filter((type) => type !== ROLE.auditor && (administrator || type !== ROLE.administrador))
  const form = useForm<RoleValues>({ defaultValues: { nombre: '', COD_TIPO_USUARIO: '', descripcion: '', desde: '' } })
  return (
    <Form
      form={form}
      submit={t('roles.create')}
      onCancel={() => navigate(LIST)}
      onSubmit={async ({ nombre, COD_TIPO_USUARIO, descripcion, desde }) => {
        const keys = roles.find(({ id }) => String(id) === desde)?.enabledKeys ?? []
        const role = await call(createRole, {
          body: {
            nombre,
            COD_TIPO_USUARIO: Number(COD_TIPO_USUARIO),
            descripcion: descripcion.trim() || null,
            enabledKeys: PERMISSION_KEYS.filter((key) => keys.includes(key)),
          },
        })
        await client.invalidateQueries({ queryKey: ['permissions'] })
        notify.success(t('roles.created', { role: roleName(t, role) }))
        setTimeout(() => navigate(roleUpdate.link({ roleId: role.id })))
      }}
    >
      <RoleFields types={types} from={roles} />
    </Form>
  )
}
