import { Page } from '@cuadre/ui'
export default function ChartsPage() {
  return (
    <Page title="ChartsPage">
      <p>…</p>
    </Page>
  )
}
