import { type Asked, Refusal, visitsTo } from '@cuadre/shell/testing'
import { afterEach, expect, jest, test } from '@jest/globals'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import SessionTimeUpdatePage from '../config/SessionTimeUpdatePage.tsx'
import en from '../locales/en.json' with { type: 'json' }
import es from '../locales/es.json' with { type: 'json' }
import RoleUpdatePage from './RoleUpdatePage.tsx'

jest.setTimeout(60_000)
afterEach(cleanup)
const visit = visitsTo('parameters', { es, en })

const config = (tipoId: number, valor: number, more = {}) => ({
  ...{ id: tipoId, tipoId, nombre: '', valor, unidad: tipoId === 4 ? 'activo' : tipoId === 2 ? 'dias' : 'min', min: 0, max: 1440 },
  ...{ defecto: 60, rolId: null, rol: null, actualizadoPor: null, actualizadoEn: null, motivo: null, ...more },
})
const inForce = (tipoId: number, valor: number, by?: string) => ({
  ...{ proveedor: 'lee', valorProveedor: null, roles: [] },
  general: config(tipoId, valor, { actualizadoPor: by ?? null }),
})
const role = (more = {}) => ({
  ...{ id: 9, nombre: 'TESORERIA', COD_TIPO_USUARIO: 1, descripcion: null, sistema: false, enabledKeys: [], USUARIOS: 0, revision: 1 },
  ...more,
})
/** `held`: what the server says now; tests change it as somebody else would. */
async function open(
  address: string,
  held: { values: Record<number, [number, string?]>; role: unknown; patch?: (asked: Asked) => unknown },
) {
  const pages = { '/parametros/roles/:roleId': RoleUpdatePage, '/parametros/tiempo/:id': SessionTimeUpdatePage }
  return visit(pages, address, ['parameters.config.write', 'parameters.config.read', 'admin.role.write'], (asked) => {
    if (asked.method === 'PATCH') return held.patch?.(asked) ?? { ok: true }
    if (asked.path === '/config-enviroment/vigente') {
      const tipoId = Number(asked.query.get('tipoId'))
      return inForce(tipoId, ...held.values[tipoId]!)
    }
    if (asked.path === '/config-enviroment/simular') return []
    return { data: [held.role], total: 1, page: 1, limit: 1000 }
  })
}
const values = (): Record<number, [number, string?]> => ({ 1: [480], 2: [0], 3: [60], 4: [0] })
const minutes = (name: RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name })

test('what another administrator sets meanwhile is shown, and not set back by whoever saves something else', async () => {
  const held = { values: values(), role: role() }
  const { user, client, sent } = await open('/parametros/roles/0', held)
  const idle = await minutes(/^Inactividad/)
  await user.clear(idle)
  await user.type(idle, '20')
  held.values[1] = [240, 'Sonia Barrios']
  await act(() => client.invalidateQueries())
  await waitFor(async () => expect((await minutes(/^Tiempo en sesión/)).value).toBe('240'))
  expect(idle.value).toBe('20')
  await user.type(await screen.findByRole('textbox', { name: /Motivo/ }), 'Política de seguridad')
  await user.click(screen.getByRole('button', { name: 'Guardar los cambios' }))
  await waitFor(() => expect(sent('/config-enviroment/valores')).toMatchObject([{ valores: [{ tipoId: 3, valor: 20, visto: 60 }] }]))
})

test('the same value changed by two: what was typed stays, and who set the other is said, whether it is read first or refused', async () => {
  const held = { values: values(), role: role(), patch: undefined as ((asked: Asked) => unknown) | undefined }
  held.patch = () => {
    held.values[3] = [45, 'Sonia Barrios']
    return new Refusal(409, { code: 'config_moved', message: 'Sonia Barrios cambió «Cierre por inactividad» mientras usted lo editaba.' })
  }
  const { user, sent } = await open('/parametros/roles/0', held)
  const idle = await minutes(/^Inactividad/)
  await user.clear(idle)
  await user.type(idle, '20')
  await user.type(await screen.findByRole('textbox', { name: /Motivo/ }), 'Política de seguridad')
  await user.click(screen.getByRole('button', { name: 'Guardar los cambios' }))
  expect(await screen.findByText(/^Sonia Barrios cambió «Cierre por inactividad»/)).toBeTruthy()
  expect(await screen.findByText(/Sonia Barrios lo cambió mientras usted lo editaba \(Inactividad: ahora 45/)).toBeTruthy()
  expect(idle.value).toBe('20')
  held.patch = () => ({ ok: true })
  await user.click(screen.getByRole('button', { name: 'Guardar los cambios' }))
  await waitFor(() => expect(sent('/config-enviroment/valores').at(-1)).toMatchObject({ valores: [{ tipoId: 3, valor: 20, visto: 45 }] }))
})

test('one parameter alone: what somebody else set meanwhile is taken over where nothing was typed, and said where something was', async () => {
  const held = { values: values(), role: role() }
  const { user, client, sent } = await open('/parametros/tiempo/1', held)
  const field = await minutes(/^Tiempo en sesión/)
  held.values[1] = [240, 'Sonia Barrios']
  await act(() => client.invalidateQueries())
  await waitFor(() => expect(field.value).toBe('240'))
  await user.clear(field)
  await user.type(field, '300')
  held.values[1] = [120, 'Sonia Barrios']
  await act(() => client.invalidateQueries())
  expect(await screen.findByText(/Sonia Barrios lo cambió mientras usted lo editaba \(Todos los roles: ahora 120/)).toBeTruthy()
  expect(field.value).toBe('300')
  await user.type(screen.getByRole('textbox', { name: /Motivo/ }), 'Política de seguridad')
  await user.click(screen.getByRole('button', { name: 'Guardar los cambios' }))
  await waitFor(() => expect(sent('/config-enviroment')).toMatchObject([{ valor: 300, visto: 120 }]))
})

test('the description of a role that is being written stays when somebody else saves the role', async () => {
  const held = { values: values(), role: role() }
  const { user, client, sent } = await open('/parametros/roles/9?parte=rol', held)
  const description = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Descripción/ })
  await user.type(description, 'Los bancos')
  held.role = role({ enabledKeys: ['admin.user.read'], revision: 2 })
  await act(() => client.invalidateQueries())
  await screen.findByText(/^1 permiso:/)
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Descripción/ }).value).toBe('Los bancos')
  await user.click(screen.getByRole('button', { name: 'Guardar los cambios' }))
  await waitFor(() => expect(sent('/permissions/rol')).toMatchObject([{ descripcion: 'Los bancos', revision: 1 }]))
})
