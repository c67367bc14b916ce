import { Refusal, visitsTo } from '@cuadre/shell/testing'
import { expect, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import en from '../locales/en.json' with { type: 'json' }
import es from '../locales/es.json' with { type: 'json' }
import { UploadList } from './UploadList.tsx'
import { startUploads } from './uploads.ts'

const visit = visitsTo('helpdesk', { es, en })

test('what is uploaded is heard when it begins and when it has arrived, and of what is refused which file it is', async () => {
  const going: (() => void)[] = []
  const Page = () => <UploadList files={[]} done={() => {}} />
  await visit(Page, '/', [], async ({ method, body }) => {
    if (method !== 'POST') return undefined
    await new Promise<void>((done) => going.push(done))
    const { name } = (body as FormData).get('file') as File
    return name === 'dos.pdf' ? new Refusal(409, { code: 'resource_exists', message: 'Ya hay un archivo con ese nombre.' }) : { id: 1 }
  })
  const status = () => screen.getByRole('status').textContent
  expect(status()).toBe('')
  const files = ['uno.pdf', 'dos.pdf'].map((name) => ({ folderId: 1, file: new File(['x'], name) }))
  act(() =>
    startUploads(
      files,
      (error) => (error as Error).message,
      () => {},
    ),
  )
  expect(status()).toBe('Subiendo archivos')
  // The bytes that have left change all the time.
  expect(screen.getByRole('list').closest('[aria-live], [role="status"]')).toBeNull()
  for (const n of [1, 2]) {
    await waitFor(() => expect(going.length).toBe(n))
    going[n - 1]!()
  }
  await waitFor(() => expect(status()).toBe('1 archivo subido'))
  expect(within(screen.getByRole('alert')).getByText(/Ya hay un archivo/).textContent).toBe('dos.pdf: Ya hay un archivo con ese nombre.')
})
