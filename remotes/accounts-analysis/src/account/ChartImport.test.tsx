import type { Chart } from '@cuadre/api/chart'
import { Refusal } from '@cuadre/shell/testing'
import { expect, jest, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { visit } from '../shared/testing.ts'
import AccountCreatePage from './AccountCreatePage.tsx'

jest.setTimeout(60_000)
const row = (FILA: number, CLASE: Chart['data'][number]['CLASE'], TEXTO: string | null = null) => ({
  FILA,
  CODIGO: `10${FILA}`,
  NOMBRE: `Cuenta ${FILA}`,
  RUBRO: '1 Activo',
  CLASE,
  TEXTO,
})
const chart = (huella: string, ...data: Chart['data']): Chart => {
  const count = (clase: string) => data.filter(({ CLASE }) => CLASE === clase).length
  return {
    tipo: 'cuentas',
    simulado: true,
    huella,
    columnas: { CODIGO: 'code', NOMBRE: 'name@es', RUBRO: null, MONEDA: null },
    total: { nueva: count('nueva'), distinta: count('distinta'), igual: count('igual'), rechazada: count('rechazada') },
    data,
  }
}
const mixed = [row(2, 'nueva'), row(3, 'nueva'), row(4, 'distinta', 'Caja'), row(5, 'rechazada', 'No tiene código.')]
const said = (body: unknown, name: string) => (body as FormData).get(name)
const moved = (current: Chart) => new Refusal(409, { code: 'chart_moved', message: 'Las cuentas cambiaron.', current })
/** The page, once a file is chosen; `answer` is what the server makes of it. */
async function open(answer: (body: unknown) => unknown) {
  const page = await visit(AccountCreatePage, '/cuentas/crear?plan', 3, ({ path, body }) => {
    if (path === '/account/chart') return answer(body)
    return { total: 0, asignadas: 0, noAsignadas: 0, negocios: [{ id: 2, nombre: 'Votorantim' }], departamentos: [], analistas: [] }
  })
  await screen.findByRole('button', { name: 'Volver a las cuentas' })
  const input = page.container.querySelector<HTMLInputElement>('input[type=file]')!
  await page.user.upload(input, new File(['code,name@es\n102,Cuenta\n'], 'plan.csv', { type: 'text/csv' }))
  return page
}

test('a chart is looked at row by row, and exactly that is sent', async () => {
  const { user, asked } = await open((body) => {
    if (!said(body, 'ID_NEGOCIO')) throw new Refusal(422, { code: 'chart_business', message: 'Diga de qué negocio son las cuentas.' })
    return { ...chart(`h-${said(body, 'cambiar')}`, ...mixed), simulado: said(body, 'simular') === 'true' }
  })
  expect(await screen.findByText('Diga de qué negocio son las cuentas.')).toBeTruthy()
  await user.selectOptions(screen.getByRole('combobox', { name: /^Negocio/ }), 'Votorantim')
  expect(await screen.findByRole('button', { name: 'Crear 2 cuentas' })).toBeTruthy()
  expect(screen.getByText('Nuevas: 2, Distintas: 1, Iguales: 0, Rechazadas: 1').closest('[role="status"]')).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: /Rechazadas/ }))
  expect(within(screen.getByRole('tabpanel')).getByText('No tiene código.')).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: /Distintas/ }))
  expect(within(screen.getByRole('tabpanel')).getByText('Hoy: Caja')).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: /de 1 cuenta que es distinta/ }))
  await user.click(await screen.findByRole('button', { name: 'Crear 3 cuentas' }))
  await waitFor(() => expect(location.pathname + location.search).toBe('/cuentas?statusId=1'))
  const sent = asked.findLast(({ path }) => path === '/account/chart')!.body
  expect(['ID_NEGOCIO', 'cambiar', 'simular', 'huella'].map((name) => said(sent, name))).toEqual(['2', 'true', 'false', 'h-true'])
})

test('what has moved since is shown as it is now, and nothing is made', async () => {
  const { user } = await open((body) => {
    if (said(body, 'simular') === 'true') return chart('before', ...mixed)
    throw moved(chart('now', row(2, 'nueva'), row(3, 'igual')))
  })
  await user.click(await screen.findByRole('button', { name: 'Crear 2 cuentas' }))
  expect(await screen.findByText('Las cuentas cambiaron.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Crear 1 cuenta' })).toBeTruthy()
  expect(screen.getByRole('tab', { name: /Iguales/ }).textContent).toContain('1')
})
