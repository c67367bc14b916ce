import type { Extension } from '@cuadre/api/extension'
import { visitsTo } from '@cuadre/shell/testing'
import { expect, test } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import en from '../../locales/en.json' with { type: 'json' }
import es from '../../locales/es.json' with { type: 'json' }
import ExtensionList from './ExtensionList.tsx'

const visit = visitsTo('admin', { es, en })
const extension = (ID: number, more: Partial<Extension> = {}): Extension => ({
  ID,
  COD_ANALISIS: ID,
  CUENTA: `110${ID}`,
  NOMBRE_CUENTA: 'Bancos',
  NEGOCIO: 'Alimentos del Cauca',
  PERIODO: '2026-08',
  AGRUPADO_ID: null,
  NOMBRE_GRUPO: null,
  ROL: 'JEFATURA',
  VENCE_PRIMERO: '2026-09-02T12:00:00Z',
  VENCE_ORIGINAL: '2026-09-02T12:00:00Z',
  VENCE_ACTUAL: '2026-09-02T12:00:00Z',
  VENCE_NUEVO: '2026-09-03T12:00:00Z',
  MOTIVO: 'Falta el extracto',
  SOLICITANTE: 'Andrés Arango',
  FECHA: '2026-09-01T12:00:00Z',
  DECIDIR_ANTES_DE: '2026-09-02T12:00:00Z',
  ESTADO: 'pendiente',
  DECIDIO: null,
  FECHA_DECISION: null,
  COMENTARIO: null,
  PUEDE_DECIDIR: true,
  ...more,
})

test('what was asked for a group is decided for all its members, and what nobody decided before the close says so', async () => {
  const group = { AGRUPADO_ID: 4, NOMBRE_GRUPO: 'Bancos y clientes' }
  const data = [
    extension(1, group),
    extension(2, group),
    extension(3, { ...group, FECHA: '2026-08-30T12:00:00Z' }),
    extension(5),
    extension(6, { ESTADO: 'sin_decidir', PUEDE_DECIDIR: false }),
  ]
  const { user, sent } = await visit(
    () => <ExtensionList />,
    '/periodos?vista=prorrogas',
    ['analysis.extension.decide'],
    ({ path }) =>
      path === '/period/extension'
        ? { data, total: data.length, page: 1, limit: 50 }
        : path === '/period'
          ? { data: [], total: 0, page: 1, limit: 24 }
          : path === '/period/extension/decide'
            ? { decididas: [] }
            : undefined,
  )
  expect(await screen.findAllByText('Sin decidir al cierre')).toHaveLength(1)
  const row = screen.getByText('1101').closest('tr')!
  expect(row.textContent).toContain('grupo Bancos y clientes')
  await user.click(within(row).getByRole('button', { name: /^Conceder 1101, / }))
  const question = await screen.findByRole('dialog')
  expect(within(question).getAllByRole('listitem')).toHaveLength(2)
  await user.click(within(question).getByRole('button', { name: /^Conceder/ }))
  expect(sent('/period/extension/decide')).toEqual([{ ids: [1, 2], aprobar: true }])
})
