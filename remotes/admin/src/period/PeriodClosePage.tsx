import { Page } from '@cuadre/ui'
export default function PeriodClosePage() {
  return (
    <Page title="PeriodClosePage">
      <p>…</p>
    </Page>
  )
}
