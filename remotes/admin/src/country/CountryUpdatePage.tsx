import { Page } from '@cuadre/ui'
export default function CountryUpdatePage() {
  return (
    <Page title="CountryUpdatePage">
      <p>…</p>
    </Page>
  )
}
