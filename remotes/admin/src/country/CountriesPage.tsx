import { Page } from '@cuadre/ui'
export default function CountriesPage() {
  return (
    <Page title="CountriesPage">
      <p>…</p>
    </Page>
  )
}
