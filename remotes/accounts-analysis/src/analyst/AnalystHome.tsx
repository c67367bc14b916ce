import { Page } from '@cuadre/ui'
export default function AnalystHome() {
  return (
    <Page title="AnalystHome">
      <p>…</p>
    </Page>
  )
}
