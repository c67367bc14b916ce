import { createUser, listUsers, uploadSignature } from '@cuadre/api/user'
import { call, Failure, useNavigate, useSearchParams, useTranslation } from '@cuadre/shell'
import { notify, Page } from '@cuadre/ui'
import { FileField, FormSection, isImage, useForm } from '@cuadre/ui/forms'
import { useQueryClient } from '@tanstack/react-query'
import { users, userUpdate } from '../area.ts'
import { SIGNATURE } from './Signature.tsx'
import { UserForm, useRoles } from './UserForm.tsx'
import { bodyOf, type UserValues, valuesOf } from './userValues.ts'

type Values = UserValues & { firma: File | null }

export default function UserCreatePage() {
  const { t } = useTranslation('admin')
  const navigate = useNavigate()
  const client = useQueryClient()
  const roles = useRoles()
  const [params] = useSearchParams()
  // Of somebody who has asked for access: the notice leads here with both.
  const registered = { name: params.get('nombre') ?? '', email: params.get('correo') ?? '' }
  const form = useForm<Values>({ defaultValues: { ...valuesOf(undefined, registered), firma: null } })
  const create = async (values: Values) => {
    const made = await call(createUser, { body: bodyOf(values, roles) }).catch(async (error) => {
      // The person is saved, their account is not: saving their own page again makes it.
      if (error instanceof Failure && error.code === 'identity_unavailable') {
        const { data } = await call(listUsers, { query: { search: values.USUARIO.trim(), limit: 10 } })
        const saved = data.find(({ USUARIO }) => USUARIO === values.USUARIO.trim().toLowerCase())
        if (saved) {
          notify.danger(error.message)
          return saved
        }
      }
      throw error
    })
    if (values.firma) {
      await call(uploadSignature, { params: { id: made.id }, body: { file: values.firma } }).catch((error) =>
        notify.danger(error instanceof Failure && error.message ? error.message : t('user.signature.failed')),
      )
    }
    await client.invalidateQueries({ queryKey: ['user'] })
    notify.success(t('user.created', { name: made.NOMBRE }))
    return made
  }
  return (
    <Page
      fill
      title={t('user.create')}
      crumbs={[{ label: t('crumbs.administration') }, { label: t('user.title'), to: users.link() }, { label: t('user.create') }]}
    >
      <UserForm
        // The shared form reads the fields that both have.
        form={form as never}
        submit={t('user.create')}
        onCancel={() => navigate(users.link())}
        onSave={async () => {
          const made = await create(form.getValues())
          setTimeout(() => navigate(userUpdate.link({ userId: made.id })))
        }}
        secondary={{
          label: t('user.createAnother'),
          onSubmit: async () => {
            await create(form.getValues())
            setTimeout(() => form.reset({ ...valuesOf(), firma: null }))
          },
        }}
        more={
          <FormSection title={t('user.signature.title')} description={t('user.signature.hint')}>
            <FileField
              name="firma"
              label={t('user.signature.image')}
              help={t('user.signature.rule')}
              {...SIGNATURE}
              // Nobody is invited whose form is still wrong.
              validate={async (file: unknown) => (file instanceof File && !(await isImage(file)) ? t('user.signature.noImage') : undefined)}
              optional
              wide
            />
          </FormSection>
        }
      />
    </Page>
  )
}
