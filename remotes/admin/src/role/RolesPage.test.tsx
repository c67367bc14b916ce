import type { Role } from '@cuadre/api/role'
import { saveDrafts } from '@cuadre/shell'
import { Refusal, visitsTo } from '@cuadre/shell/testing'
import { expect, jest, test } from '@jest/globals'
import { act, screen, waitFor } from '@testing-library/react'
import en from '../locales/en.json' with { type: 'json' }
import es from '../locales/es.json' with { type: 'json' }
import RolesPage from './RolesPage.tsx'

const visit = visitsTo('admin', { es, en })
const KEYS = ['admin.role.read', 'admin.role.write', 'admin.country.read', 'admin.country.write'] as const
const GERENCIA: Role = {
  id: 4,
  nombre: 'GERENCIA',
  COD_TIPO_USUARIO: 4,
  TIPO_USUARIO: 'GERENCIA',
  descripcion: null,
  sistema: true,
  USUARIOS: 1,
  enabledKeys: [],
  revision: 3,
}
/** What saving would do to people. */
const NOTHING = { cambios: [], PERSONAS: 0, combinaciones: [] }
const list = (role: Role) => ({ data: [role], total: 1, page: 1, limit: 500 })

jest.setTimeout(20_000)

test('while the roles are read anew the ticks that were saved stay, and others can be saved', async () => {
  let now = GERENCIA
  let slow: Promise<void> | undefined
  const waiting: (() => void)[] = []
  const { user, sent } = await visit(RolesPage, '/roles-permisos?rol=4', KEYS, async ({ method, path, body }) => {
    if (path === '/permissions/rol' && method === 'GET') {
      const before = list(GERENCIA)
      if (now === GERENCIA) return before
      await slow
      return list(now)
    }
    if (method === 'POST') return NOTHING
    if (method !== 'PATCH') return undefined
    now = { ...GERENCIA, ...(body as object), revision: now.revision + 1 }
    slow = new Promise((done) => waiting.push(done))
    return now
  })
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: /^Ver países/ })
  await user.click(box)
  await user.click(await screen.findByRole('button', { name: 'Guardar 1 cambio' }))
  await waitFor(() => expect(screen.queryByText('Diferencia antes de guardar')).toBeNull())
  const ticked = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /^Ver países/ }).checked
  expect(ticked()).toBe(true)
  expect(sent('/permissions/rol/4/enabled-keys').at(-1)).toEqual({ enabledKeys: ['admin.country.read'], revision: 3 })
  await user.click(box)
  await user.click(await screen.findByRole('button', { name: 'Guardar 1 cambio' }))
  await waitFor(() => expect(sent('/permissions/rol/4/enabled-keys').at(-1)).toEqual({ enabledKeys: [], revision: 4 }))
  await waitFor(() => expect(screen.queryByText('Diferencia antes de guardar')).toBeNull())
  for (const done of waiting) done()
  await waitFor(() => expect(ticked()).toBe(false))
})

test('what somebody else ticked meanwhile is told and taken over; the own ticks stay to be saved on it', async () => {
  let now = GERENCIA
  const { user } = await visit(RolesPage, '/roles-permisos?rol=4', KEYS, ({ method, path }) => {
    if (path === '/permissions/rol' && method === 'GET') return list(now)
    if (method === 'POST') return NOTHING
    if (method !== 'PATCH') return undefined
    const current: Role = { ...GERENCIA, enabledKeys: ['admin.country.write'], revision: 9 }
    now = current
    return new Refusal(409, { code: 'role_moved', message: 'Otra persona guardó este rol.', current })
  })
  await user.click(await screen.findByRole('checkbox', { name: /^Ver países/ }))
  await user.click(await screen.findByRole('button', { name: 'Guardar 1 cambio' }))
  await screen.findByText('Otra persona guardó este rol.')
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^Ver países/ }).checked).toBe(true)
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^Modificar países/ }).checked).toBe(true))
})

test('ticks are there again after the session has ended, over what somebody else has saved meanwhile', async () => {
  const at = (keys: Role['enabledKeys']) =>
    visit(RolesPage, '/roles-permisos?rol=4', KEYS, ({ method, path }) =>
      path === '/permissions/rol' && method === 'GET' ? list({ ...GERENCIA, enabledKeys: keys }) : method === 'POST' ? NOTHING : undefined,
    )
  const ticked = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name }).checked
  const first = await at([])
  await first.user.click(await screen.findByRole('checkbox', { name: /^Ver países/ }))
  act(() => saveDrafts())
  first.unmount()
  await at(['admin.country.write'])
  await screen.findByRole('button', { name: 'Guardar 1 cambio' })
  expect([ticked(/^Ver países/), ticked(/^Modificar países/)]).toEqual([true, true])
})

test('how many change is heard once, with how many people are met once that is known, and not the whole list with every tick', async () => {
  let answer: (of: object) => void = () => {}
  const { user } = await visit(RolesPage, '/roles-permisos?rol=4', KEYS, ({ method, path }) =>
    path === '/permissions/rol' && method === 'GET'
      ? list(GERENCIA)
      : method === 'POST'
        ? new Promise((done) => {
            answer = done
          })
        : undefined,
  )
  await user.click(await screen.findByRole('checkbox', { name: /^Ver países/ }))
  const difference = (await screen.findByText('Diferencia antes de guardar')).closest('.role-diff')!
  expect([difference.closest('[aria-live]'), difference.querySelector('[aria-live], [role="status"]')]).toEqual([null, null])
  const heard = () => screen.getByText(/cambio sin guardar/, { selector: '[role="status"]' }).textContent
  expect([heard(), difference.textContent]).not.toContain(expect.stringContaining('persona'))
  await waitFor(() => answer({ ...NOTHING, PERSONAS: 34 }))
  await waitFor(() => expect(heard()).toMatch(/^1 cambio sin guardar \+1 −0, 34 personas/))
})
