import { Page } from '@cuadre/ui'
export default function PeriodCreatePage() {
  return (
    <Page title="PeriodCreatePage">
      <p>…</p>
    </Page>
  )
}
