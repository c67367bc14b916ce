import { createCountryManager } from '@cuadre/api/country'
import { call } from '@cuadre/shell'
import { RecordCreate } from '../shared/record/RecordCreate.tsx'
import { bodyOf, country } from './country.tsx'

export default function CountryCreatePage() {
  return <RecordCreate kind={country} create={(values) => call(createCountryManager, { body: bodyOf(values) })} />
}
