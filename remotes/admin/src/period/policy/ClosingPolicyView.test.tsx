import { POLICY_CHECKS } from '@cuadre/api/closing'
import { Refusal, visitsTo } from '@cuadre/shell/testing'
import { expect, test } from '@jest/globals'
import { act, screen } from '@testing-library/react'
import en from '../../locales/en.json' with { type: 'json' }
import es from '../../locales/es.json' with { type: 'json' }
import ClosingPolicyView from './ClosingPolicyView.tsx'

const visit = visitsTo('admin', { es, en })
const level = { aviso: null, bloqueo: '0.00' }
const risks = { A: level, M: level, B: level }
const policy = {
  ID: 1,
  PRUEBAS: Object.fromEntries(POLICY_CHECKS.map((check) => [check, risks])),
  SEGUNDA_PERSONA: true,
  MOTIVO: null,
  POR: null,
  FECHA: '2026-01-01T12:00:00Z',
}
const open = (permissions: string[]) =>
  visit(ClosingPolicyView, '/periodos', permissions, ({ path }) => (path.endsWith('/history') ? { data: [policy], total: 1 } : policy))

test('who only reads the policy is offered no button to save it', async () => {
  await open(['admin.period.read'])
  expect((await screen.findAllByRole('combobox')).every((field) => field.matches(':disabled'))).toBe(true)
  expect(screen.queryByRole('button', { name: /Guardar/ })).toBeNull()
})

test('who sets it saves it', async () => {
  await open(['admin.period.read', 'admin.period.policy'])
  expect(await screen.findByRole('button', { name: /Guardar los cambios/ })).toBeTruthy()
})

test('a reason that is being written stays when somebody else saves the policy, and who it was is said at saving', async () => {
  let now = policy
  const view = await visit(ClosingPolicyView, '/periodos', ['admin.period.read', 'admin.period.policy'], ({ method, path }) => {
    if (method === 'POST') return new Refusal(409, { code: 'row_moved', message: 'Otra persona lo cambió.', current: now })
    return path.endsWith('/history') ? { data: [now], total: 1 } : now
  })
  await view.user.type(await screen.findByRole('textbox', { name: /Motivo/ }), 'Cierre más estricto')
  now = { ...policy, ID: 2, POR: 'Sonia Barrios' } as never
  await act(() => view.client.invalidateQueries())
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Motivo/ }).value).toBe('Cierre más estricto')
  await view.user.click(screen.getByRole('button', { name: /Guardar los cambios/ }))
  expect(await screen.findByText(/Sonia Barrios la cambió mientras usted la editaba/)).toBeTruthy()
  expect(view.sent('/period/closing-policy')).toMatchObject([{ ID: 1, MOTIVO: 'Cierre más estricto' }])
})
