import { visitsTo } from '@cuadre/shell/testing'
import { expect, test } from '@jest/globals'
import { screen } from '@testing-library/react'
import en from '../locales/en.json' with { type: 'json' }
import es from '../locales/es.json' with { type: 'json' }
import { UserImport } from './UserImport.tsx'

const visit = visitsTo('admin', { es, en })

test('what a file of people would do is heard once it is known', async () => {
  const row = {
    FILA: 2,
    NOMBRE: 'Ana',
    USUARIO: 'ana',
    email: 'ana@cuadre.test',
    ROLES: 'Analista',
    DEPARTAMENTO: null,
    CLASE: 'nueva',
    MOTIVO: null,
  }
  const { user, container } = await visit(UserImport, '/usuarios?importar=1', ['admin.user.write'], ({ path }) =>
    path === '/user/import'
      ? { simulado: true, huella: 'a', total: { nueva: 1, ya_existe: 0, rechazada: 0 }, data: [row], sinAcceso: [] }
      : undefined,
  )
  await user.upload(container.querySelector<HTMLInputElement>('input[type=file]')!, new File(['Nombre'], 'u.csv', { type: 'text/csv' }))
  const counts = await screen.findByText(/1 nueva, 0 ya existen, 0 rechazadas\./)
  expect(counts.closest('[role="status"]')).toBeTruthy()
})
