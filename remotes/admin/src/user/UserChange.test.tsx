import type { UserDetail } from '@cuadre/api/user'
import { visitsTo } from '@cuadre/shell/testing'
import { hasUnsavedWork } from '@cuadre/ui'
import { expect, jest, test } from '@jest/globals'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import en from '../locales/en.json' with { type: 'json' }
import es from '../locales/es.json' with { type: 'json' }
import { UserChange } from './UserChange.tsx'

jest.setTimeout(60_000)
const visit = visitsTo('admin', { es, en })

const role = (rolId: number, TIPO_USUARIO: string) => ({ rolId, COD_TIPO_USUARIO: rolId, TIPO_USUARIO })
const read: UserDetail = {
  id: 3,
  NOMBRE: 'Marcela Duarte',
  USUARIO: 'mduarte',
  email: 'mduarte@corporacion.example',
  roleId: 2,
  rol: 'JEFATURA AREA',
  roles: [role(1, 'ANALISTA'), role(2, 'JEFATURA AREA')],
  status: 'activo',
  COD_DEPARTAMENTO: null,
  DEPARTAMENTO: null,
  CUENTAS: 7,
  ULTIMO_ACCESO: null,
  SEGUNDO_FACTOR: false,
  CORREO_PENDIENTE: null,
  PIDE_QUITAR_2FA: null,
  DETENIDA_HASTA: null,
  locale: 'es',
  avatar: null,
  alcance: [],
  ANALISIS_ABIERTOS: 0,
  ANALISIS_VENCEN: 0,
  JEFATURAS: [{ COD_DEPARTAMENTO: 4, DEPARTAMENTO: 'Tesorería', NEGOCIO: 'ITAU' }],
  JEFE: null,
  CUENTA_DE_ACCESO: true,
  REVISION: 1,
  FIRMA_EN: null,
  PIDE_QUITAR_2FA_ID: null,
  PIDE_QUITAR_2FA_EN: null,
}

const open = async () => {
  const sent: unknown[] = []
  await visit(
    () => <UserChange read={read} />,
    '/usuarios/3/actualizar',
    ['admin.user.read', 'admin.user.write'],
    ({ method, path, body }) => {
      if (path === '/permissions/roles')
        return [
          { id: 1, nombre: 'ANALISTA', COD_TIPO_USUARIO: 1, sistema: true },
          { id: 2, nombre: 'JEFATURA AREA', COD_TIPO_USUARIO: 2, sistema: true },
        ]
      if (method === 'PATCH') {
        sent.push(body)
        return { ...read, roles: [role(1, 'ANALISTA')], roleId: 1, rol: 'ANALISTA', REVISION: 2 }
      }
      return path === '/country' || path.startsWith('/me/') ? [] : undefined
    },
  )
  await screen.findByLabelText('Nombre completo')
  return sent
}
const save = () => fireEvent.click(screen.getByRole('button', { name: /Guardar los cambios/ }))

test('who thinks better of deactivating is told of no failure, and nothing is sent', async () => {
  const sent = await open()
  fireEvent.click(screen.getByRole('switch', { name: /Activo/ }))
  save()
  const asked = await screen.findByRole('alertdialog', { name: '¿Desactivar a Marcela Duarte?' })
  fireEvent.click(within(asked).getByRole('button', { name: 'Cancelar' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.queryByRole('alert')).toBeNull()
  expect(hasUnsavedWork()).toBe(true)
  expect(sent).toEqual([])
})

test('taking away a role asks first with the work that only it was for', async () => {
  const sent = await open()
  fireEvent.click(screen.getByRole('checkbox', { name: /Jefatura de área/ }))
  save()
  const asked = await screen.findByRole('alertdialog', { name: '¿Quitar a Marcela Duarte un rol con trabajo?' })
  expect(asked.textContent).toContain('Sin jefatura queda 1 departamento: Tesorería (ITAU).')
  expect(asked.textContent).not.toContain('7 cuentas')
  expect(sent).toEqual([])
  fireEvent.click(within(asked).getByRole('button', { name: 'Quitar el rol' }))
  await waitFor(() => expect(sent).toMatchObject([{ roles: [1] }]))
})
