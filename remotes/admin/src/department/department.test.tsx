import { type Answers, visitsTo } from '@cuadre/shell/testing'
import { expect, test } from '@jest/globals'
import { screen } from '@testing-library/react'
import en from '../locales/en.json' with { type: 'json' }
import es from '../locales/es.json' with { type: 'json' }
import DepartmentsPage from './DepartmentsPage.tsx'
import DepartmentUpdatePage from './DepartmentUpdatePage.tsx'

const visit = visitsTo('admin', { es, en })
const row = {
  COD_DEPARTAMENTO: 20,
  DEPARTAMENTO: 'Contabilidad general',
  ID_PAIS: 2,
  ID_NEGOCIO: 7,
  ID_USUARIO_JEFE: 16,
  JEFE: 'Patricio Salazar',
  JEFE_ACTIVO: false,
  COD_SUB_GERENCIA: null,
  PAIS: { ID_PAIS: 2, PAIS: 'Chile', RUTA_IMAGEN: null },
  NEGOCIO: { ID_NEGOCIO: 7, NEGOCIO: 'Distribuidora' },
  SUB_GERENCIA: null,
  USUARIO_JEFE: { id: 16, NOMBRE: 'Patricio Salazar' },
  CUENTAS: 37,
  ACTIVO: true,
  REVISION: 3,
}
const list = (...data: unknown[]) => ({ data, total: data.length, page: 1, limit: 25 })
const keys = ['admin.organisation.read', 'admin.organisation.write']
const answers =
  (own: Record<string, unknown>): Answers =>
  ({ path }) =>
    path === '/me' ? undefined : (own[path] ?? (path.startsWith('/me/') ? [] : list()))

test('a department whose head cannot decide any more says so where it is changed', async () => {
  await visit(
    { '/departamentos/:departmentId/actualizar': DepartmentUpdatePage },
    '/departamentos/20/actualizar',
    keys,
    answers({ '/department/20': row }),
  )
  expect(await screen.findByText(/^Patricio Salazar ya no puede decidir: lo que espera a su jefatura no lo decide nadie/)).toBeTruthy()
})

test('a head who analyses accounts of the department is said not to decide those', async () => {
  await visit(
    { '/departamentos/:departmentId/actualizar': DepartmentUpdatePage },
    '/departamentos/20/actualizar',
    [...keys, 'accounts.account.read'],
    answers({ '/department/20': { ...row, JEFE_ACTIVO: true }, '/account': { ...list(), total: 12 } }),
  )
  expect(
    await screen.findByText(/^Analiza 12 cuentas de este departamento: lo que envíe o ya envió de ellas no podrá decidirlo/),
  ).toBeTruthy()
})

test('and in the list', async () => {
  await visit(
    DepartmentsPage,
    '/departamentos',
    keys,
    answers({ '/department': list(row, { ...row, COD_DEPARTAMENTO: 21, JEFE: 'Ana Ruiz', JEFE_ACTIVO: true }) }),
  )
  expect(await screen.findByText('Patricio Salazar (ya no decide)')).toBeTruthy()
  expect(screen.getByText('Ana Ruiz')).toBeTruthy()
})
