import { Page } from '@cuadre/ui'
export default function PeriodsPage() {
  return (
    <Page title="PeriodsPage">
      <p>…</p>
    </Page>
  )
}
