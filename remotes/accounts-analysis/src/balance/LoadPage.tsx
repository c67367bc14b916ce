import { Page } from '@cuadre/ui'
export default function LoadPage() {
  return (
    <Page title="LoadPage">
      <p>…</p>
    </Page>
  )
}
