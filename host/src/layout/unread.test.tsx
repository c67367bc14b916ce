import { Failure } from '@cuadre/shell'
import { UiProvider } from '@cuadre/ui'
import { afterEach, expect, test } from '@jest/globals'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Unread } from './Unread.tsx'

afterEach(cleanup)
let answers = false
const Field = ({ tells }: { tells?: boolean }) => {
  const { error } = useQuery({
    queryKey: ['choices'],
    queryFn: () => (answers ? Promise.resolve([1]) : Promise.reject(new Failure(500, { code: 'x', message: '' }))),
  })
  return <main>{tells && error && <p role="alert">No se pudo leer</p>}</main>
}
const visit = (tells?: boolean) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <UiProvider locale="es">
        <Unread />
      </UiProvider>
      <Field tells={tells} />
    </QueryClientProvider>,
  )

test('choices that cannot be read are told above the page, and read again when asked', async () => {
  visit()
  const again = await screen.findByRole('button')
  answers = true
  fireEvent.click(again)
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
})

test('a page that says itself what is missing is not told twice', async () => {
  answers = false
  visit(true)
  await screen.findByRole('alert')
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(screen.queryByRole('button')).toBeNull()
})
