import { Page } from '@cuadre/ui'
export default function ReviewPage() {
  return (
    <Page title="ReviewPage">
      <p>…</p>
    </Page>
  )
}
