import { Page } from '@cuadre/ui'
export default function FaqPage() {
  return (
    <Page title="FaqPage">
      <p>…</p>
    </Page>
  )
}
