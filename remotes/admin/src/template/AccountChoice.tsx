import { listAccounts } from '@cuadre/api/account'
import { call, useTranslation } from '@cuadre/shell'
import { ComboField, FormProvider, useForm } from '@cuadre/ui/forms'

const findAccounts = async (search: string) => {
  const { data } = await call(listAccounts, { query: { limit: 20, ...(search ? { search } : {}) } })
  return data.map((account) => ({ value: String(account.COD_CUENTA), label: `${account.CUENTA} ${account.NOMBRE}`, hint: account.NEGOCIO }))
}

/** Another account to try the template with. */
export function AccountChoice({ onChoose }: { onChoose: (id: number | undefined) => void }) {
  const { t } = useTranslation('admin')
  const form = useForm({ defaultValues: { account: '' } })
  return (
    <FormProvider {...form}>
      <ComboField
        name="account"
        label={t('template.otherAccount')}
        options={findAccounts}
        optional
        onChoose={(option) => onChoose(option ? Number(option.value) : undefined)}
      />
    </FormProvider>
  )
}
