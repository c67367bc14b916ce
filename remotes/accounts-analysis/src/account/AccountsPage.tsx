import { Page } from '@cuadre/ui'
export default function AccountsPage() {
  return (
    <Page title="AccountsPage">
      <p>…</p>
    </Page>
  )
}
