import type { CloseRequest } from '@cuadre/api/closing'
import type { Extension } from '@cuadre/api/extension'
import type { Period } from '@cuadre/api/period'
import { saveDrafts } from '@cuadre/shell'
import { visitsTo } from '@cuadre/shell/testing'
import { expect, test } from '@jest/globals'
import { act, screen } from '@testing-library/react'
import en from '../locales/en.json' with { type: 'json' }
import es from '../locales/es.json' with { type: 'json' }
import { DecideDialog } from './extension/DecideDialog.tsx'
import { PendingRequest } from './PendingRequest.tsx'

const visit = visitsTo('admin', { es, en })
const period = { COD_PERIODO: 8, PERIODO: '2026-08' } as Period
const request = (ID: number) =>
  ({ ID, PEDIDO_POR: 'Ana Benítez', PEDIDO_EN: '2026-09-02T12:00:00Z', MOTIVO: 'Cierre del mes' }) as CloseRequest
const extension = (ID: number) =>
  ({ ID, CUENTA: '1', VENCE_ACTUAL: '2026-09-02T12:00:00Z', VENCE_NUEVO: '2026-09-03T12:00:00Z' }) as unknown as Extension
const open = async (part: React.ReactNode) => {
  const { user } = await visit(
    () => part,
    '/periodos/8/cerrar',
    [],
    () => undefined,
  )
  const refuse = screen.queryByRole('button', { name: 'Rechazar' })
  if (refuse) await user.click(refuse)
  return { user, field: await screen.findByRole<HTMLTextAreaElement>('textbox') }
}

test.each([
  ['of a request to close', (id: number) => <PendingRequest period={period} request={request(id)} />],
  ['of an extension', (id: number) => <DecideDialog grant={false} rows={[extension(id)]} onClose={() => {}} onDecide={async () => true} />],
])('the reason of a refusal %s is there again after the end of a session, of that one alone', async (_, part) => {
  const { user, field } = await open(part(1))
  await user.type(field, 'Faltan dos cuentas críticas')
  act(() => void saveDrafts())
  expect((await open(part(2))).field.value).toBe('')
  expect((await open(part(1))).field.value).toBe('Faltan dos cuentas críticas')
  expect((await open(part(1))).field.value).toBe('')
})
