import { Page } from '@cuadre/ui'
export default function ControlHome() {
  return (
    <Page title="ControlHome">
      <p>…</p>
    </Page>
  )
}
