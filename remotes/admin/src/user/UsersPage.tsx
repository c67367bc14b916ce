import { Page } from '@cuadre/ui'
export default function UsersPage() {
  return (
    <Page title="UsersPage">
      <p>…</p>
    </Page>
  )
}
