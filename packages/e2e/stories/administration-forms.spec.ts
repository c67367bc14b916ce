import { apiOf, expect, test } from '../support/test.ts'

test.skip(!process.env.EVERY_LOOK, 'CI walks every form')

/** Every form of the area that changes a record. */
const FORMS = [
  { path: '/paises/actualizar/:id', call: '/country-manager', id: 'ID_PAIS', field: 'País', name: 'PAIS' },
  { path: '/negocios/:id/actualizar', call: '/business', id: 'ID_NEGOCIO', field: 'Negocio', name: 'NEGOCIO' },
  {
    path: '/subgerencias/:id/actualizar',
    call: '/sub-management',
    id: 'COD_SUB_GERENCIA',
    field: 'Subgerencia',
    name: 'NOMBRE_SUB_GERENCIA',
  },
  { path: '/departamentos/:id/actualizar', call: '/department', id: 'COD_DEPARTAMENTO', field: 'Departamento', name: 'DEPARTAMENTO' },
  { path: '/rubros/:id/actualizar', call: '/heading', id: 'COD_RUBRO', field: 'Nombre', name: 'NOMBRE' },
  { path: '/usuarios/:id/actualizar', call: '/user', id: 'id', field: 'Nombre completo', name: 'NOMBRE' },
  {
    path: '/usuarios/:id/actualizar-auditor',
    call: '/user/auditores',
    change: '/user/update-auditor',
    id: 'id',
    field: 'Firma auditora',
    name: 'FIRMA_AUDITORA',
  },
] as const

for (const form of FORMS)
  test(`${form.call}: what somebody else saved meanwhile is shown beside what was typed; a session that ends takes nothing`, async ({
    as,
  }) => {
    const page = await as('sbarrios', '/home')
    const api = await apiOf(page)
    const list = await api('GET', `${form.call}?limit=20`)
    // An auditor who sees nothing yet cannot be saved without a place.
    const { [form.id]: id, [form.name]: before } = list.data.find(({ alcance }: { alcance?: unknown[] }) => alcance?.length !== 0)
    const change = `${'change' in form ? form.change : form.call}/${id}`
    await page.goto(form.path.replace(':id', String(id)))
    const main = page.getByRole('main')
    const field = main.getByRole('textbox', { name: form.field, exact: true })
    const save = main.getByRole('button', { name: 'Guardar los cambios' })
    await expect(field).toHaveValue(before)

    await test.step('both versions', async () => {
      await field.fill(`${before} mío`)
      await api('PATCH', change, { [form.name]: `${before} ajeno` })
      await save.click()
      await expect(main.getByText(`${before} ajeno`).first()).toBeVisible()
      await expect(field).toHaveValue(`${before} mío`)
      expect((await api('GET', `${form.call}/${id}`))[form.name]).toBe(`${before} ajeno`)
    })
    await test.step('the session ends with the save', async () => {
      await page.route(`**/api${change}`, (route) =>
        route.request().method() === 'PATCH'
          ? route.fulfill({ status: 401, json: { code: 'unauthorized', message: '' } })
          : route.continue(),
      )
      await save.click()
      await page.waitForURL('**/sign-in**')
      expect((await api('GET', `${form.call}/${id}`))[form.name]).toBe(`${before} ajeno`)
      await page.unrouteAll()
      await page.getByRole('button', { name: 'Iniciar sesión' }).click()
      await expect(field).toHaveValue(`${before} mío`, { timeout: 30_000 })
    })
    await test.step('and what was typed is saved, and put back', async () => {
      await save.click()
      await expect.poll(async () => (await api('GET', `${form.call}/${id}`))[form.name]).toBe(`${before} mío`)
      await api('PATCH', change, { [form.name]: before })
    })
  })
