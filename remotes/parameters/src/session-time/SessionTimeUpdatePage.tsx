import { Page } from '@cuadre/ui'
export default function SessionTimeUpdatePage() {
  return (
    <Page title="SessionTimeUpdatePage">
      <p>…</p>
    </Page>
  )
}
