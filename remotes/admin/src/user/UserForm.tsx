import { roleOptions } from '@cuadre/api/role'
import { isRoleId } from '@cuadre/api/roles'
import type { UserDetail } from '@cuadre/api/user'
import { Link, query, useCan, useTranslation } from '@cuadre/shell'
import { Skeleton } from '@cuadre/ui'
import { ChoicesField, ComboField, Form, FormSection, SelectField, SwitchField, TextField, type useForm, useWatch } from '@cuadre/ui/forms'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { rolesAndPermissions } from '../area.ts'
import { AccountFields } from '../shared/person/AccountFields.tsx'
import { useScopeOptions } from '../shared/person/useScopeOptions.ts'
import { roleName } from '../shared/roleName.ts'
import { useDepartments } from './BulkActions.tsx'
import { needsScope, type UserValues } from './userValues.ts'

interface Props {
  form: ReturnType<typeof useForm<UserValues>>
  user?: UserDetail
  submit: string
  onSave: (values: UserValues) => Promise<unknown>
  onCancel: () => void
  secondary?: { label: string; onSubmit: (values: UserValues) => Promise<unknown> }
  /** Over the fields. */
  children?: ReactNode
  /** After them: the signature of a new person. */
  more?: ReactNode
}

const rolesQuery = { ...query(roleOptions), staleTime: 60_000 }
export const useRoles = () => (useQuery(rolesQuery).data ?? []).toSorted((a, b) => a.id - b.id)

/** Creating and changing a user are the same form. */
export function UserForm({ form, user, submit, onSave, onCancel, secondary, children, more }: Props) {
  const { t } = useTranslation('admin')
  const roles = useRoles()
  const { isPending } = useQuery(rolesQuery)
  const [chosen = [], scope = []] = useWatch({ control: form.control, name: ['roles', 'alcance'] })
  const departments = useDepartments()
  const own = user?.COD_DEPARTAMENTO ? [{ value: String(user.COD_DEPARTAMENTO), label: user.DEPARTAMENTO ?? '' }] : []
  const places = useScopeOptions(user?.alcance)
  const given = roles.filter(({ id }) => chosen.includes(String(id)))
  if (isPending || !places) return <Skeleton />
  return (
    <Form form={form} onSubmit={onSave} submit={submit} onCancel={onCancel} {...(secondary && { secondary })}>
      {children}
      <FormSection title={t('user.identity')} description={t('user.identityHint')}>
        <TextField name="NOMBRE" label={t('user.fullName')} minLength={2} maxLength={120} wide />
        <AccountFields emailHint={user ? undefined : t('user.emailHint')} />
        <SwitchField name="activo" label={t('user.active')} help={t('user.activeHint')} />
      </FormSection>
      <FormSection title={t('user.access')} description={<AccessHint />}>
        <ChoicesField
          name="roles"
          label={t('user.roles')}
          options={roles.map((role) => ({
            value: String(role.id),
            label: roleName(t, role),
            hint: isRoleId(role.id) ? t(`roleMeaning.${role.id}`) : t('user.onScopeOf', { role: t(`role.${role.COD_TIPO_USUARIO}`) }),
          }))}
          wide
        />
        <SelectField
          name="rolActivo"
          label={t('user.role')}
          placeholder={t(given.length > 0 ? 'user.firstRole' : 'user.rolesFirst')}
          options={given.map((role) => ({ value: String(role.id), label: roleName(t, role) }))}
          disabled={given.length === 0}
          optional
        />
        <ComboField
          name="COD_DEPARTAMENTO"
          label={t('user.department')}
          options={[...departments, ...own.filter(({ value }) => !departments.some((one) => one.value === value))]}
          placeholder={t('user.noDepartment')}
          optional
        />
        {needsScope(chosen, roles) && (
          <ChoicesField
            name="alcance"
            label={t('user.scope')}
            help={t(scope.length > 0 ? 'user.scopeHint' : 'user.noScope')}
            options={places}
            wide
          />
        )}
      </FormSection>
      {more}
    </Form>
  )
}

function AccessHint() {
  const { t } = useTranslation('admin')
  const read = useCan()('admin.role.read')
  return (
    <>
      {t('user.accessHint')}{' '}
      {read && (
        <Link className="link" to={rolesAndPermissions.link()}>
          {t('user.seeRoles')}
        </Link>
      )}
    </>
  )
}
