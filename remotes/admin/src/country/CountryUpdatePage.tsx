import { getCountryManager, updateCountryManager } from '@cuadre/api/country'
import { call, failureOf, query, useNavigate, useParams, useTranslation } from '@cuadre/shell'
import { ErrorState, notify, Page, Skeleton } from '@cuadre/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { countries } from '../area.ts'
import { CountryForm } from './CountryForm.tsx'

export default function CountryUpdatePage() {
  const { t } = useTranslation('admin')
  const navigate = useNavigate()
  const client = useQueryClient()
  const id = Number(useParams().countryManagerId)
  const country = useQuery(query(getCountryManager, { params: { id } }))
  const failure = failureOf(country)
  return (
    <Page
      fill
      title={country.data?.PAIS ?? t('country.update')}
      crumbs={[{ label: t('country.title'), to: countries.link() }, { label: t('country.update') }]}
    >
      {failure && <ErrorState {...failure} />}
      {!country.data && !failure && <Skeleton />}
      {country.data && (
        <CountryForm
          key={id}
          country={country.data}
          submit={t('actions.save')}
          onSave={async (body) => {
            const { PAIS } = await call(updateCountryManager, { params: { id }, body })
            await client.invalidateQueries({ queryKey: ['country-manager'] })
            notify.success(t('country.saved', { name: PAIS }))
            setTimeout(() => navigate(countries.link()))
          }}
        />
      )}
    </Page>
  )
}
