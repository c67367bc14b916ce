import type { Role } from '@cuadre/api/role'
import { useTranslation } from '@cuadre/shell'
import { FormSection, SelectField, TextArea, TextField } from '@cuadre/ui/forms'

export interface RoleValues {
  nombre: string
  COD_TIPO_USUARIO: string
  descripcion: string
  /** The role whose keys it begins with; '' for none. */
  desde: string
}

interface Props {
  role?: Role | undefined
  /** The types that may be given; only of a new role. */
  types?: readonly number[]
  from?: readonly Role[]
}

export function RoleFields({ role, types, from }: Props) {
  const { t } = useTranslation('parameters')
  return (
    <FormSection title={t('roles.itself')} description={t(role?.sistema ? 'roles.systemHint' : 'roles.itselfHint')}>
      <TextField
        name="nombre"
        label={t('roles.name')}
        minLength={3}
        maxLength={60}
        disabled={role?.sistema ?? false}
        help={t('roles.nameHint')}
      />
      {types && (
        <SelectField
          name="COD_TIPO_USUARIO"
          label={t('roles.type')}
          help={t('roles.typeHint')}
          options={types.map((type) => ({ value: String(type), label: t(`role.${type}`) }))}
        />
      )}
      {from && (
        <SelectField
          name="desde"
          label={t('roles.from')}
          help={t('roles.fromHint')}
          placeholder={t('roles.fromNone')}
          optional
          options={from.map(({ id, nombre, enabledKeys }) => ({
            value: String(id),
            label: t('roles.fromRole', { role: nombre, n: enabledKeys.length }),
          }))}
        />
      )}
      <TextArea name="descripcion" label={t('roles.description')} optional maxLength={300} wide disabled={role?.sistema ?? false} />
    </FormSection>
  )
}
