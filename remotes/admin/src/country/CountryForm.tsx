import type { CountryManager } from '@cuadre/api/country'
import { listUsers } from '@cuadre/api/user'
import { call, useNavigate, useTranslation } from '@cuadre/shell'
import { ComboField, Form, FormSection, SwitchField, TextField, useForm } from '@cuadre/ui/forms'
import { countries } from '../area.ts'

type CountryValues = { PAIS: string; CODIGO_ISO: string; MONEDA: string; ID_USUARIO_ENCARGADO: string; ACTIVO: boolean }
type Sent = Omit<CountryValues, 'ID_USUARIO_ENCARGADO'> & { ID_USUARIO_ENCARGADO: number | null }

const findUsers = async (search: string) => {
  const { data } = await call(listUsers, { query: { limit: 20, activo: true, ...(search ? { search } : {}) } })
  return data.map((user) => ({ value: String(user.id), label: user.NOMBRE, hint: user.email }))
}

/** Creating and changing a country are the same form. */
export function CountryForm({
  country,
  submit,
  onSave,
}: {
  country?: CountryManager
  submit: string
  onSave: (values: Sent) => Promise<unknown>
}) {
  const { t } = useTranslation('admin')
  const navigate = useNavigate()
  const form = useForm<CountryValues>({
    defaultValues: {
      PAIS: country?.PAIS ?? '',
      CODIGO_ISO: country?.CODIGO_ISO ?? '',
      MONEDA: country?.MONEDA ?? '',
      ID_USUARIO_ENCARGADO: country?.ID_USUARIO_ENCARGADO ? String(country.ID_USUARIO_ENCARGADO) : '',
      ACTIVO: country?.ACTIVO ?? true,
    },
  })
  const save = ({ ID_USUARIO_ENCARGADO, CODIGO_ISO, MONEDA, ...rest }: CountryValues) =>
    onSave({
      ...rest,
      CODIGO_ISO: CODIGO_ISO.trim().toUpperCase(),
      MONEDA: MONEDA.trim().toUpperCase(),
      ID_USUARIO_ENCARGADO: ID_USUARIO_ENCARGADO ? Number(ID_USUARIO_ENCARGADO) : null,
    })
  return (
    <Form form={form} onSubmit={save} submit={submit} onCancel={() => navigate(countries.link())}>
      <FormSection title={t('country.identity')} description={t('country.identityHint')}>
        <TextField name="PAIS" label={t('country.name')} minLength={2} maxLength={80} wide />
        <TextField
          name="CODIGO_ISO"
          label={t('country.iso')}
          help={t('country.isoHint')}
          maxLength={2}
          validate={(value: string) => (/^[a-z]{2}$/i.test(value.trim()) ? undefined : t('country.isoWrong'))}
        />
        <TextField
          name="MONEDA"
          label={t('country.currency')}
          help={t('country.currencyHint')}
          maxLength={3}
          validate={(value: string) => (/^[a-z]{3}$/i.test(value.trim()) ? undefined : t('country.currencyWrong'))}
        />
      </FormSection>
      <FormSection title={t('country.responsibility')} description={t('country.responsibilityHint')}>
        <ComboField
          name="ID_USUARIO_ENCARGADO"
          label={t('country.manager')}
          options={findUsers}
          optional
          wide
          initial={country?.ENCARGADO ? { value: String(country.ID_USUARIO_ENCARGADO), label: country.ENCARGADO } : undefined}
        />
        <SwitchField name="ACTIVO" label={t('country.active')} help={t('country.activeHint')} />
      </FormSection>
    </Form>
  )
}
