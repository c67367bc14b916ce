import { Page } from '@cuadre/ui'
export default function CountryCreatePage() {
  return (
    <Page title="CountryCreatePage">
      <p>…</p>
    </Page>
  )
}
