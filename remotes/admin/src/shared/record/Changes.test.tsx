import type { MasterChange } from '@cuadre/api/change'
import { visitsTo } from '@cuadre/shell/testing'
import { expect, test } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import en from '../../locales/en.json' with { type: 'json' }
import es from '../../locales/es.json' with { type: 'json' }
import { Changes } from './Changes.tsx'

const visit = visitsTo('admin', { es, en })
const change = (id: number, antes: MasterChange['antes'], despues: MasterChange['despues']): MasterChange => ({
  id,
  entidad: 'departamento',
  entidadId: 4,
  nombre: 'Tesorería',
  accion: antes ? 'cambiado' : 'creado',
  antes,
  despues,
  usuario: { id: 1, NOMBRE: 'Sonia Barrios' },
  rol: 'ADMINISTRADOR',
  fecha: '2026-11-29T05:57:00.000Z',
})

test('a change tells each thing once, by its name and not by its number too', async () => {
  const made = {
    PAIS: { PAIS: 'Chile', ID_PAIS: 2 },
    ID_PAIS: 2,
    NEGOCIO: { NEGOCIO: 'Distribuidora', ID_NEGOCIO: 7 },
    ID_NEGOCIO: 7,
    JEFE: 'Marcela Duarte',
    USUARIO_JEFE: 'mduarte',
    ID_USUARIO_JEFE: 3,
    ACTIVO: true,
  }
  await visit(
    () => <Changes entity="departamento" id={4} />,
    '/departamentos/4/actualizar',
    ['admin.change.read'],
    ({ path }) =>
      path === '/audit/changes'
        ? { data: [change(2, { ID_USUARIO_JEFE: 3 }, { ID_USUARIO_JEFE: 5 }), change(1, null, made)], total: 2, page: 1, limit: 25 }
        : undefined,
  )
  const lists = await screen.findAllByRole('list')
  const told = lists.map((list) =>
    within(list)
      .queryAllByRole('listitem')
      .map(({ textContent }) => textContent),
  )
  expect(told).toContainEqual(
    ['País: Chile', 'Negocio: Distribuidora', 'Jefe: Marcela Duarte', 'Activo: Sí'].map((text) =>
      expect.stringMatching(new RegExp(`^${text.replace(': ', ':\\s*')}$`)),
    ),
  )
  // Where nothing names it, the number is told.
  expect(told).toContainEqual([expect.stringMatching(/^Jefe:\s*3\s*5$/)])
})
