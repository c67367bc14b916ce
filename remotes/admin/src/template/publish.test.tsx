import type { TemplateDetail, TemplateSheet, TemplateVersion } from '@cuadre/api/template'
import { visitsTo } from '@cuadre/shell/testing'
import { expect, jest, test } from '@jest/globals'
import { act, screen, waitFor } from '@testing-library/react'
import en from '../locales/en.json' with { type: 'json' }
import es from '../locales/es.json' with { type: 'json' }
import { CellsPanel } from './CellsPanel.tsx'
import { ContentForm } from './ContentForm.tsx'
import { PublishDialog } from './PublishDialog.tsx'
import { TemplateEditor } from './TemplateEditor.tsx'
import type { TemplateChange } from './useTemplateChange.ts'

const visit = visitsTo('admin', { es, en })

const publish = (from: string | null, before: boolean) => {
  const version = { version: 2, estado: 'BORRADOR', formato: 'xlsx', vigenteDesde: from } as TemplateVersion
  const versiones = [version, ...(before ? [{ ...version, version: 1, estado: 'PUBLICADA' }] : [])]
  const template = { id: 1, nombre: 'Conciliación', tipo: 'ANALISIS', versiones } as TemplateDetail
  const Dialog = () => <PublishDialog template={template} version={version} change={{} as TemplateChange} onClose={() => {}} />
  return visit(Dialog, '/', ['admin.template.write'], () => ({ cuentas: 3, abiertos: 0 }))
}

test.each<[string, string | null, boolean, string | null]>([
  ['whose validity begins later, and that of the version before ends now', '2099-03-01', true, 'la versión 1 deja de regir ahora'],
  ['whose validity begins later, the first of its kind', '2099-03-01', false, 'hasta entonces nadie la recibe'],
  ['that is valid already', '2020-03-01', true, null],
  ['that is always valid', null, true, null],
])('who publishes a version is told when nobody gets it for a while: one %s', async (_, from, before, said) => {
  await publish(from, before)
  await screen.findByText(/La reciben 3 cuentas\./)
  const note = screen.queryByText(/Rige desde el/)
  if (said === null) expect(note).toBeNull()
  else expect(note?.textContent).toContain(said)
})

test('of two fields in one cell each names the other, and neither is said to be missing', async () => {
  const cell = (campo: string, celda: string | null, bien: boolean) =>
    ({ campo, celda, bien, seLlena: campo !== 'VALOR_ANALISIS', obligatoria: true, formula: null, valor: null, leido: null }) as never
  const cells: TemplateSheet['celdas'] = [
    cell('VALOR_BALANCE', 'Hoja1!B5', false),
    cell('VALOR_ANALISIS', 'Hoja1!B5', false),
    cell('CUENTA', null, false),
  ]
  const Panel = () => <CellsPanel cells={cells} map={{}} before={{}} choosing={undefined} write onChoose={() => {}} onPlace={() => {}} />
  await visit(Panel, '/', ['admin.template.write'], () => undefined)
  const line = async (field: string) => (await screen.findByText(field)).closest('li')!
  expect((await line('VALOR_ANALISIS')).textContent).toContain('la misma celda que VALOR_BALANCE')
  expect((await line('VALOR_BALANCE')).textContent).toContain('la misma celda que VALOR_ANALISIS')
  expect(screen.getAllByLabelText('No sirve').length).toBe(2)
  expect((await line('CUENTA')).textContent).toContain('Obligatoria.')
  expect(screen.getAllByLabelText('Falta').length).toBe(1)
})

test('a heading that was merged into another since can be taken out of the scope', async () => {
  const version = { version: 1, estado: 'BORRADOR', formato: 'xlsx', rubros: [2, 9], negocios: [] } as never as TemplateVersion
  const template = { id: 1, nombre: 'Conciliación', tipo: 'ANALISIS', REVISION: 1, versiones: [version] } as never as TemplateDetail
  const save = jest.fn(async (_: unknown, __: number) => template)
  const Scope = () => <ContentForm what="scope" template={template} version={version} change={{ save } as never as TemplateChange} />
  const tree = [{ COD_RUBRO: 2, CODIGO: '11', NOMBRE: 'Caja', parentId: null, RUBROS_HIJOS: [] }]
  const { user } = await visit(Scope, '/', ['admin.template.write'], ({ path }) =>
    path === '/heading/tree' ? tree : path.startsWith('/me') ? [] : { data: [], total: 0, page: 1, limit: 999 },
  )
  await user.click(await screen.findByRole('checkbox', { name: 'Rubro que ya no existe: quítelo' }))
  await user.click(screen.getByRole('button', { name: 'Guardar en el borrador' }))
  await waitFor(() => expect(save).toHaveBeenCalledWith(expect.objectContaining({ rubros: [2] }), 1))
})

test('what somebody else saved of a template while it was being written is taken over, never written over by what was read before', async () => {
  const version = {
    version: 1,
    estado: 'BORRADOR',
    formato: 'xlsx',
    rubros: [],
    negocios: [],
    politica: null,
    archivo: { name: 'x' },
    imagenes: [],
  }
  const templateWith = (procedimiento: string, REVISION: number, more = {}) => ({
    ...{ id: 1, nombre: 'Conciliación', tipo: 'ANALISIS', REVISION, borrador: 1, version: null },
    versiones: [{ ...version, procedimiento, ...more }],
  })
  let now = templateWith('Leer el mayor', 1)
  const Template = () => <TemplateEditor id={1} />
  const { user, client, sent } = await visit(Template, '/?ver=procedimiento', ['admin.template.write'], ({ method, path }) => {
    if (method === 'PATCH') return now
    return path === '/template/1' ? now : []
  })
  const field = (name: RegExp) => screen.findByRole<HTMLTextAreaElement>('textbox', { name })
  await user.type(await field(/^Política/), 'Cada mes')
  now = templateWith('Leer el banco', 2)
  await act(() => client.invalidateQueries())
  await waitFor(async () => expect((await field(/^Procedimiento/)).value).toBe('Leer el banco'))
  expect((await field(/^Política/)).value).toBe('Cada mes')
  await user.click(screen.getByRole('button', { name: 'Guardar en el borrador' }))
  await waitFor(() => expect(sent('/template/1')).toMatchObject([{ politica: 'Cada mes', procedimiento: 'Leer el banco', REVISION: 2 }]))
})
