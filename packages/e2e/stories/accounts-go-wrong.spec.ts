import type { Page } from '@playwright/test'
import { apiOf, expect, test } from '../support/test.ts'

type Api = Awaited<ReturnType<typeof apiOf>>
type Account = { COD_CUENTA: number; CUENTA: string; ID_NEGOCIO: number; ID_ANALISTA: number | null; REVISION: string }

/** Accounts of one analyst, made by administration, which is also who changes them behind somebody's back. */
async function made(api: Api, { of = 'VOTORANTIM', name = 'Fondo fijo' }, ...codes: string[]) {
  const { negocios, departamentos, analistas } = await api('GET', '/account/metadata')
  const idOf = (person: string): number => analistas.find(({ nombre }: { nombre: string }) => nombre.startsWith(person)).id
  const ID_NEGOCIO: number = negocios.find(({ nombre }: { nombre: string }) => nombre === of).id
  const COD_DEPARTAMENTO = departamentos.find((one: { ID_NEGOCIO: number }) => one.ID_NEGOCIO === ID_NEGOCIO).id
  const rest = { ID_NEGOCIO, COD_DEPARTAMENTO, ID_ANALISTA: idOf('Rodrigo'), NOMBRE: name }
  const accounts: Account[] = []
  for (const CUENTA of codes) accounts.push(await api('POST', '/account', { CUENTA, ...rest }))
  return { accounts, idOf, business: ID_NEGOCIO }
}
const give = (api: Api, { COD_CUENTA, REVISION }: Account, ID_ANALISTA: number, more: object = {}) =>
  api('PATCH', `/account/${COD_CUENTA}`, { ID_ANALISTA, REVISION, ...more })
async function choose(page: Page, field: string, text: string, option: RegExp) {
  await page.getByRole('combobox', { name: field }).fill(text)
  await page.getByRole('listbox').getByRole('option', { name: option }).click()
}

test('an account that somebody else changed meanwhile, and a session that ends in the middle of its form', async ({ as }) => {
  const api = await apiOf(await as('sbarrios'))
  const { accounts, idOf } = await made(api, {}, '8.1.1')
  const page = await as('bmontoya', `/cuentas/${accounts[0]!.COD_CUENTA}/actualizar`)
  const name = page.getByRole('textbox', { name: 'Nombre' })
  await name.fill('Fondo fijo de la sucursal')
  await give(api, accounts[0]!, idOf('Tomás'), { NOMBRE: 'Fondo fijo de la agencia', FRECUENCIA: 'TRIMESTRAL' })
  await page.getByRole('button', { name: 'Guardar los cambios' }).click()
  await expect(page.getByText('Otra persona, o usted en otra ventana, cambió esta cuenta mientras usted la editaba.')).toBeVisible()
  await expect(page.getByText('Nombre: ahora dice «Fondo fijo de la agencia».')).toBeVisible()
  await expect(name).toHaveValue('Fondo fijo de la sucursal')
  await expect(page.getByRole('combobox', { name: 'Frecuencia' })).toHaveValue('TRIMESTRAL')

  await page.route('**/api/account/*', (route) => route.fulfill({ status: 401, json: { code: 'unauthorized', message: '' } }))
  await page.getByRole('button', { name: 'Guardar los cambios' }).click()
  await expect(page.getByRole('heading', { name: 'Espera un momento...' })).toBeVisible()
  await page.unrouteAll()
  // The provider still knows who it is: the way back needs no password.
  await page.reload()
  await expect(name).toHaveValue('Fondo fijo de la sucursal')
  await page.getByRole('button', { name: 'Guardar los cambios' }).click()
  await expect(page.getByText('8.1.1 Fondo fijo de la sucursal guardada')).toBeVisible()
  expect(await api('GET', `/account/${accounts[0]!.COD_CUENTA}`)).toMatchObject({
    NOMBRE: 'Fondo fijo de la sucursal',
    FRECUENCIA: 'TRIMESTRAL',
    ID_ANALISTA: idOf('Tomás'),
  })
})

test('an account that was given to somebody else meanwhile is not handed over; one that has been worked on does not come back', async ({
  as,
}) => {
  const api = await apiOf(await as('sbarrios'))
  const { accounts, idOf } = await made(api, {}, '8.2.1', '8.2.2')
  const page = await as('bmontoya', '/cuentas/traspaso-masivo')
  await choose(page, 'Entrega las cuentas', 'rodrigo', /Rodrigo Peña Villar/)
  await choose(page, 'Recibe las cuentas', 'ferreyra', /Lucía Ferreyra Sosa/)
  await page.getByRole('button', { name: /^Elegir las cuentas/ }).click()
  await page.getByText('Por código o archivo').click()
  await page.getByRole('textbox', { name: /^Códigos de cuenta/ }).fill('8.2.1, 8.2.2')
  await page.getByRole('button', { name: 'Buscar las cuentas' }).click()
  await page.getByRole('button', { name: 'Revisar 2 cuentas' }).click()
  await page.getByRole('textbox', { name: 'Motivo' }).fill('Vacaciones de Rodrigo')
  await give(api, accounts[1]!, idOf('Tomás'))
  await page.getByRole('button', { name: 'Traspasar 2 cuentas' }).click()

  await expect(page.getByRole('alert')).toContainText('Las cuentas o sus análisis cambiaron desde la revisión.')
  expect((await api('GET', `/account/${accounts[0]!.COD_CUENTA}`)).ID_ANALISTA).toBe(idOf('Rodrigo'))
  await page.getByRole('button', { name: 'Dejarla fuera' }).click()
  await page.getByRole('button', { name: 'Traspasar 1 cuenta' }).click()
  await expect(page.getByText('1 cuenta traspasada a Lucía Ferreyra Sosa.')).toBeVisible()

  await give(api, await api('GET', `/account/${accounts[0]!.COD_CUENTA}`), idOf('Tomás'))
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await page.getByRole('button', { name: 'Devolver 1 cuenta' }).click()
  await expect(page.getByText('No se deshizo el traspaso')).toBeVisible()
  expect((await api('GET', `/account/${accounts[0]!.COD_CUENTA}`)).ID_ANALISTA).toBe(idOf('Tomás'))
})

test('many accounts are reassigned all or none: the one that waits for a decision is named, and nothing chosen is lost', async ({ as }) => {
  const api = await apiOf(await as('sbarrios'))
  const [waiting] = (await api('GET', '/analysis/history?limit=1&estadoPrincipalId=2&search=0018')).data
  const { accounts, business } = await made(api, { of: waiting.NEGOCIO, name: `${waiting.NOMBRE_CUENTA} de la sucursal` }, '8.3.1')
  const page = await as('bmontoya', `/cuentas?businessId=${business}&buscar=${encodeURIComponent(waiting.NOMBRE_CUENTA)}`)
  for (const code of [waiting.CUENTA, '8.3.1']) await page.getByRole('row').filter({ hasText: code }).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Asignar 2 a…' }).click()
  const drawer = page.getByRole('dialog')
  await choose(page, 'Analista', 'ferreyra', /Lucía Ferreyra Sosa/)
  await drawer.getByRole('combobox', { name: /^Departamento/ }).selectOption({ index: 1 })
  await drawer.getByRole('button', { name: 'Asignar 2' }).click()
  await expect(drawer.getByText(`La cuenta ${waiting.CUENTA} tiene un análisis enviado`).first()).toBeVisible()
  await expect(drawer.getByRole('combobox', { name: 'Analista' })).toHaveValue('Lucía Ferreyra Sosa')
  expect((await api('GET', `/account/${accounts[0]!.COD_CUENTA}`)).ID_ANALISTA).toBe(accounts[0]!.ID_ANALISTA)
})
