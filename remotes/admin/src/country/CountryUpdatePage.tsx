import { getCountryManager, updateCountryManager } from '@cuadre/api/country'
import { call, query, useParams } from '@cuadre/shell'
import { useQuery } from '@tanstack/react-query'
import { RecordUpdate } from '../shared/record/RecordUpdate.tsx'
import { bodyOf, country } from './country.tsx'

export default function CountryUpdatePage() {
  const id = Number(useParams().countryManagerId)
  const found = useQuery(query(getCountryManager, { params: { id } }))
  return (
    <RecordUpdate
      kind={country}
      id={id}
      found={found}
      save={(values, more) => call(updateCountryManager, { params: { id }, body: { ...bodyOf(values), REVISION: more.REVISION } })}
    />
  )
}
