import { type Asked, Refusal, visitsTo } from '@cuadre/shell/testing'
import { afterEach, expect, jest, test } from '@jest/globals'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import en from '../../locales/en.json' with { type: 'json' }
import es from '../../locales/es.json' with { type: 'json' }
import ThresholdsPage from '../ThresholdsPage.tsx'

jest.setTimeout(60_000)
afterEach(cleanup)
const visit = visitsTo('parameters', { es, en })
const list = (data: unknown[]) => ({ data, total: data.length, page: 1, limit: 100 })
const values = { ACTIVO: true, SENSIBILIDAD: 'MEDIA', MONTO_MINIMO: '1000.00', PORCENTAJE_MINIMO: '5.00' }
const rule = { ...values, MOTIVO: null, POR: 'Sara Gil', FECHA: '2026-11-02T12:00:00Z', REVISION: 4 }
const impacto = {
  antes: { juzgados: 900, alto: 12, bajo: 7, silencio: 3 },
  despues: { juzgados: 900, alto: 31, bajo: 18, silencio: 3 },
  periodos: ['2026-10'],
}
const change = {
  ...{ ID: 1, FECHA: '2026-11-02T12:00:00Z', POR: 'Sara Gil', MOTIVO: 'Demasiadas marcas.', MARCAS: 22 },
  ...{ ANTES: { ...values, ACTIVO: false }, DESPUES: values },
}
async function open(permissions: string[], patch: (asked: Asked) => unknown = () => ({ regla: rule, impacto })) {
  const view = await visit(ThresholdsPage, '/parametros/materialidad', ['parameters.threshold.read', ...permissions], (asked: Asked) => {
    if (asked.method === 'PATCH') return patch(asked)
    if (asked.path === '/movement-rule') return rule
    return list(asked.path === '/movement-rule/changes' ? [change] : [])
  })
  await view.user.click(await screen.findByRole('button', { name: 'Movimientos inusuales' }))
  const drawer = await screen.findByRole('dialog', { name: 'Movimientos inusuales' })
  await within(drawer).findByText('Demasiadas marcas.')
  return { ...view, drawer }
}

test('what a change would mark is seen first, and it is saved with its reason and the revision that was seen', async () => {
  const { user, drawer, sent } = await open(['parameters.threshold.write'])
  await user.selectOptions(await within(drawer).findByRole('combobox', { name: /Sensibilidad/ }), 'Alta')
  await user.click(within(drawer).getByRole('button', { name: 'Ver qué se marcaría' }))
  const table = await within(drawer).findByRole('table', { name: 'Ver qué se marcaría' })
  expect(within(table).getByRole('row', { name: /Movimiento alto/ }).textContent).toBe('Movimiento alto1231')
  const asked = { ACTIVO: true, SENSIBILIDAD: 'ALTA', MONTO_MINIMO: '1000.00', PORCENTAJE_MINIMO: 5 }
  expect(sent('/movement-rule')).toEqual([{ ...asked, motivo: 'Vista previa de la regla', simular: true }])
  await user.type(await within(drawer).findByRole('textbox', { name: /Motivo/ }), 'Se escapan los pequeños.')
  await user.click(within(drawer).getByRole('button', { name: 'Guardar los cambios' }))
  await waitFor(() => expect(sent('/movement-rule').at(-1)).toEqual({ ...asked, motivo: 'Se escapan los pequeños.', REVISION: 4 }))
  expect(await screen.findByText('52 cuentas marcadas en los períodos abiertos.')).toBeTruthy()
})

test('a rule that another changed is said, and saving anew takes the revision of now', async () => {
  let refused = false
  const { user, drawer, sent } = await open(['parameters.threshold.write'], () => {
    if (refused) return { regla: rule, impacto }
    refused = true
    return new Refusal(409, { code: 'row_moved', message: 'Otra persona lo cambió.', current: { ...rule, POR: 'Ana Ruiz', REVISION: 5 } })
  })
  await user.type(await within(drawer).findByRole('textbox', { name: /Motivo/ }), 'Se escapan los pequeños.')
  await user.click(within(drawer).getByRole('button', { name: 'Guardar los cambios' }))
  await within(drawer).findByText(/Ana Ruiz cambió la regla mientras tanto/)
  await user.click(within(drawer).getByRole('button', { name: 'Guardar los cambios' }))
  await waitFor(() => expect(sent('/movement-rule').at(-1)).toMatchObject({ REVISION: 5 }))
})

test('who may only read sees the rule and its history, and saves nothing', async () => {
  const { drawer } = await open([])
  expect(within(drawer).getByText('Apagada →')).toBeTruthy()
  expect(within(drawer).getAllByText('Media · 1.000,00 · 5,00 %')).toHaveLength(2)
  expect(within(drawer).queryByRole('button', { name: 'Guardar los cambios' })).toBeNull()
  expect(within(drawer).queryByRole('button', { name: 'Ver qué se marcaría' })).toBeNull()
})
