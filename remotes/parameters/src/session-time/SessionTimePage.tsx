import { Page } from '@cuadre/ui'
export default function SessionTimePage() {
  return (
    <Page title="SessionTimePage">
      <p>…</p>
    </Page>
  )
}
