import { Page } from '@cuadre/ui'
export default function JefaturaHome() {
  return (
    <Page title="JefaturaHome">
      <p>…</p>
    </Page>
  )
}
