import { createCountryManager } from '@cuadre/api/country'
import { call, useNavigate, useTranslation } from '@cuadre/shell'
import { notify, Page } from '@cuadre/ui'
import { useQueryClient } from '@tanstack/react-query'
import { countries } from '../area.ts'
import { CountryForm } from './CountryForm.tsx'

export default function CountryCreatePage() {
  const { t } = useTranslation('admin')
  const navigate = useNavigate()
  const client = useQueryClient()
  return (
    <Page fill title={t('country.create')} crumbs={[{ label: t('country.title'), to: countries.link() }, { label: t('country.create') }]}>
      <CountryForm
        submit={t('country.create')}
        onSave={async (body) => {
          const { PAIS } = await call(createCountryManager, { body })
          await client.invalidateQueries({ queryKey: ['country-manager'] })
          notify.success(t('country.created', { name: PAIS }))
          // The form settles first: what is saved is not unsaved work.
          setTimeout(() => navigate(countries.link()))
        }}
      />
    </Page>
  )
}
