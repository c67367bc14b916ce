import { Page } from '@cuadre/ui'
export default function PeriodUpdatePage() {
  return (
    <Page title="PeriodUpdatePage">
      <p>…</p>
    </Page>
  )
}
