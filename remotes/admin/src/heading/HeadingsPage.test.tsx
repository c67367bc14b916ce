import type { HeadingNode } from '@cuadre/api/heading'
import { Refusal, visitsTo } from '@cuadre/shell/testing'
import { expect, jest, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import en from '../locales/en.json' with { type: 'json' }
import es from '../locales/es.json' with { type: 'json' }
import HeadingsPage from './HeadingsPage.tsx'

const visit = visitsTo('admin', { es, en })
const WRITE = ['admin.heading.read', 'admin.heading.write']

const MATERIALIDAD = { BASE: 'MONTO', MONTO: '1000.00', PORCENTAJE: '0.00', propia: false } as const
const node = (COD_RUBRO: number, CODIGO: string, NOMBRE: string, parentId: number | null, children: HeadingNode[] = []): HeadingNode =>
  ({
    COD_RUBRO,
    CODIGO,
    NOMBRE,
    parentId,
    REVISION: 1,
    NIVEL: parentId === null ? 1 : 2,
    CUENTAS: 0,
    CUENTAS_TOTAL: 0,
    PLANTILLA: null,
    MATERIALIDAD,
    RUBROS_HIJOS: children,
  }) as HeadingNode

/** A server that keeps one heading, 2, refuses a revision that is not the one of now, and answers the tree when it is let. */
function keeper() {
  const kept = { NOMBRE: 'Caja', parentId: 1 as number | null, REVISION: 1 }
  let gate: Promise<void> | undefined
  const tree = () => {
    const child = { ...node(2, '11', kept.NOMBRE, kept.parentId), REVISION: kept.REVISION }
    return kept.parentId === null ? [node(1, '1', 'Activo', null), child] : [node(1, '1', 'Activo', null, [child])]
  }
  return {
    kept,
    /** The tree takes its time from now on. @returns what lets it come */
    slow() {
      let go = () => {}
      gate = new Promise((done) => {
        go = done
      })
      return go
    },
    answers: async ({ method, path, body }: { method: string; path: string; body: unknown }) => {
      if (path === '/heading/tree') {
        const now = tree()
        await gate
        return now
      }
      if (method !== 'PATCH') return undefined
      const { REVISION, ...change } = body as { REVISION: number } & Partial<typeof kept>
      if (REVISION !== kept.REVISION)
        return new Refusal(409, {
          code: 'row_moved',
          message: 'Otra persona lo cambió.',
          current: { ...node(2, '11', kept.NOMBRE, 1), RUTA: 'Activo › Caja' },
        })
      Object.assign(kept, change, { REVISION: kept.REVISION + 1 })
      return { ...node(2, '11', kept.NOMBRE, kept.parentId), REVISION: kept.REVISION }
    },
  }
}

jest.setTimeout(20_000)

test('a heading that was just written is moved by a key at once, before the tree has been read again; the keys stay with the rows', async () => {
  const server = keeper()
  const { user } = await visit(HeadingsPage, '/rubros?buscar=caja', WRITE, server.answers)
  const grid = await screen.findByRole('grid', { name: 'Rubros' })
  await within(grid).findByText('Caja')
  act(() => grid.focus())
  await user.keyboard('{End}{F2}')
  const name = within(grid).getByRole('textbox', { name: 'Nombre' })
  await user.clear(name)
  const read = server.slow()
  await user.type(name, 'Caja general{Enter}')
  await waitFor(() => expect(server.kept.NOMBRE).toBe('Caja general'))
  act(() => grid.focus())
  await user.keyboard('{Alt>}{ArrowLeft}{/Alt}')
  read()
  await waitFor(() => expect(server.kept).toMatchObject({ NOMBRE: 'Caja general', parentId: null, REVISION: 3 }))
  await waitFor(() => expect(within(grid).queryByRole('textbox')).toBeNull())
  expect(document.activeElement).toBe(grid)
})

test('what somebody else saved while a row was written is not overwritten', async () => {
  const server = keeper()
  const { user, client } = await visit(HeadingsPage, '/rubros?buscar=caja', WRITE, server.answers)
  const grid = await screen.findByRole('grid', { name: 'Rubros' })
  await user.click(await within(grid).findByText('Caja'))
  const name = within(grid).getByRole('textbox', { name: 'Nombre' })
  await user.type(name, ' chica')
  Object.assign(server.kept, { NOMBRE: 'Caja y bancos', REVISION: 2 })
  await client.invalidateQueries({ queryKey: ['heading'] })
  await user.type(name, '{Enter}')
  await screen.findByText('Otra persona lo cambió.')
  expect(server.kept.NOMBRE).toBe('Caja y bancos')
  expect(within(grid).getByRole<HTMLInputElement>('textbox', { name: 'Nombre' }).value).toBe('Caja chica')
})
