import { Page } from '@cuadre/ui'
export default function ManagementHome() {
  return (
    <Page title="ManagementHome">
      <p>…</p>
    </Page>
  )
}
