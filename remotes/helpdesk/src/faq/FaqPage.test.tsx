import { type Asked, AWAY, Refusal, visitsTo } from '@cuadre/shell/testing'
import { expect, jest, test } from '@jest/globals'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import en from '../locales/en.json' with { type: 'json' }
import es from '../locales/es.json' with { type: 'json' }
import FaqPage from './FaqPage.tsx'

jest.setTimeout(60_000)
const visit = visitsTo('helpdesk', { es, en })
const KEEPS = ['helpdesk.faq.write']

const question = (id: number, more: object = {}) => ({
  id,
  categoria: 'cargas',
  preguntaEs: `¿Pregunta ${id}?`,
  preguntaEn: `Question ${id}?`,
  respuestaEs: `Respuesta ${id} larga`,
  respuestaEn: `Answer ${id}, long`,
  palabras: [],
  orden: id,
  publicada: true,
  responsable: null,
  revisarEn: null,
  cambioEs: '2026-03-12T10:00:00Z',
  cambioEn: '2026-03-12T10:00:00Z',
  sirvio: 22,
  noSirvio: 3,
  evitadas: 4,
  miVoto: null,
  ticketId: null,
  actualizadoEn: '2026-03-12T10:00:00Z',
  REVISION: 1,
  ...more,
})
const three = [question(1), question(2), question(3), question(4, { categoria: 'acceso', publicada: false })]
const open = (address = '/faq', permissions: readonly string[] = KEEPS, own: (asked: Asked) => unknown = () => undefined) =>
  visit(FaqPage, address, permissions, (asked) => {
    const answer = own(asked)
    if (answer !== undefined) return answer
    if (asked.path === '/faq') return { data: three, total: 4, page: 1, limit: 999 }
    if (asked.path === '/faq/misses') return [{ texto: 'anexo posterior', veces: 14, ultima: '2026-11-20' }]
    if (/\/faq\/\d+\/votes/.test(asked.path))
      return [{ persona: 'T. Aguirre', sirvio: false, comentario: 'No dice dónde', fecha: '2026-10-28T10:00:00Z' }]
    if (asked.path === '/faq/order') return { ok: true }
    return undefined
  })
const row = (n: number) => screen.getByRole('button', { name: new RegExp(`¿Pregunta ${n}\\?`) })
const field = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name })

test('the list is by category in its order, with the first one open in both languages, its votes and what was not found', async () => {
  await open()
  expect(await screen.findByText('3 publicadas, 1 sin publicar')).toBeTruthy()
  const list = screen.getByRole('navigation', { name: 'Preguntas frecuentes' })
  // The order of the categories is the contract's: access before loads.
  expect(
    within(list)
      .getAllByRole('heading')
      .map((one) => one.textContent),
  ).toEqual(['Acceso y sesión 1', 'Carga de balance 3'])
  expect(field('Pregunta en español').value).toBe('¿Pregunta 4?')
  expect(field('Respuesta en inglés').value).toBe('Answer 4, long')
  // 22 of 25.
  const aside = screen.getByRole('complementary', { name: 'Uso y valoración' })
  await waitFor(() => expect(aside.textContent).toContain('«No dice dónde»'))
  expect(aside.textContent).toContain('88\u00a0% de 25')
  expect(aside.textContent).toContain('«anexo posterior»14 veces')
})

test('a new question has the focus, so that whoever has no mouse need not pass the list first', async () => {
  const { user } = await open('/faq')
  await user.click(screen.getByRole('button', { name: /^Escribir pregunta/ }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Categoría' })))
})

test('another one is not shown over what is being written before one has said so', async () => {
  const { user } = await open('/faq?editar=2')
  await user.type(await screen.findByRole('textbox', { name: 'Respuesta en español' }), ' y más')
  await user.click(row(3))
  const asked = await screen.findByRole('alertdialog', { name: '¿Dejar lo que escribió?' })
  await user.click(within(asked).getByRole('button', { name: 'Cancelar' }))
  expect(field('Respuesta en español').value).toBe('Respuesta 2 larga y más')
  await user.click(row(3))
  await user.click(await screen.findByRole('button', { name: 'Salir sin guardar' }))
  await waitFor(() => expect(field('Respuesta en español').value).toBe('Respuesta 3 larga'))
})

test('Alt with the arrows moves a question in its category and never out of it; a list that is filtered has no order', async () => {
  const { user, sent } = await open('/faq?editar=2')
  await screen.findByText('3 publicadas, 1 sin publicar')
  row(1).focus()
  await user.keyboard('{Alt>}{ArrowUp}{ArrowDown}{/Alt}')
  await waitFor(() => expect(sent('/faq/order')).toEqual([{ categoria: 'cargas', ids: [2, 1, 3] }]))
  await user.type(screen.getByRole('searchbox'), 'pregunta 3')
  await waitFor(() => expect(screen.queryByRole('button', { name: /¿Pregunta 1\?/ })).toBeNull())
  row(3).focus()
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect(sent('/faq/order')).toHaveLength(1)
})

test('Ctrl S saves both languages once; of what somebody else saved meanwhile one takes what one wants', async () => {
  let saves = 0
  const theirs = question(2, { respuestaEs: 'Lo que escribió Sonia', REVISION: 2 })
  const { user, sent } = await open('/faq?editar=2', KEEPS, ({ method }) => {
    if (method !== 'PATCH') return undefined
    saves++
    return saves === 1
      ? new Refusal(409, { code: 'row_moved', message: 'Otra persona la guardó.', current: theirs })
      : question(2, { respuestaEs: 'Lo que escribió Sonia', REVISION: 3 })
  })
  await user.type(await screen.findByRole('textbox', { name: 'Respuesta en español' }), '!')
  await user.keyboard('{Control>}s{/Control}')
  expect(await screen.findByText(/«Lo que escribió Sonia»/)).toBeTruthy()
  expect(field('Respuesta en español').value).toBe('Respuesta 2 larga!')
  await user.click(screen.getByRole('button', { name: 'Usar este Respuesta en español' }))
  await user.keyboard('{Control>}s{/Control}')
  expect(await screen.findByText('Pregunta guardada')).toBeTruthy()
  expect(sent('/faq/2')).toMatchObject([
    { respuestaEs: 'Respuesta 2 larga!', REVISION: 1 },
    { respuestaEs: 'Lo que escribió Sonia', REVISION: 2 },
  ])
})

test('one made from a request begins with its question and the desk’s last public answer, and keeps what is written when the request goes on', async () => {
  const said = (texto: string, id: number, interno = false) => ({ texto, interno, autor: { id, nombre: '' } })
  const ticket = {
    id: 7,
    asunto: 'La carga rechaza filas',
    categoriaId: 4,
    autor: { id: 9 },
    hilo: [said('Use un sinónimo.', 2), said('Nota entre nosotros', 2, true), said('Gracias', 9)],
  }
  const { user, client } = await open('/faq?nueva=1&ticket=7', [...KEEPS, 'helpdesk.ticket.receive'], ({ path }) =>
    path === '/tickets-suport/7' ? ticket : path.endsWith('/metadata') ? { receptores: [] } : undefined,
  )
  await waitFor(() => expect(field('Respuesta en español').value).toBe('Use un sinónimo.'))
  expect(field('Pregunta en español').value).toBe('La carga rechaza filas')
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Categoría' }).value).toBe('cargas')
  await user.type(field('Respuesta en español'), ' Siempre.')
  ticket.hilo.push(said('¿Algo más?', 2))
  await act(() => client.invalidateQueries())
  expect(field('Respuesta en español').value).toBe('Use un sinónimo. Siempre.')
})

test('one that was saved and not heard of is not saved again; of one that was not, that is said', async () => {
  let saved = question(2)
  const { user, sent } = await open('/faq?editar=2', KEEPS, ({ method, path, query }) => {
    if (method === 'PATCH') return AWAY
    return path === '/faq' && query.get('limit') === '999' ? { data: [saved], total: 1, page: 1, limit: 999 } : undefined
  })
  await user.type(await screen.findByRole('textbox', { name: 'Respuesta en español' }), '!')
  await user.keyboard('{Control>}s{/Control}')
  expect(await screen.findByText('Sin conexión con el servidor. Lo que escribió se conserva.')).toBeTruthy()
  saved = question(2, { respuestaEs: 'Respuesta 2 larga!', REVISION: 2 })
  await user.keyboard('{Control>}s{/Control}')
  expect(await screen.findByText('Pregunta guardada')).toBeTruthy()
  expect(sent('/faq/2')).toHaveLength(2)
})

test('a question is dragged to the place of another one', async () => {
  const { sent } = await open()
  await screen.findByText('3 publicadas, 1 sin publicar')
  fireEvent.dragStart(row(3).closest('li')!)
  fireEvent.dragOver(row(1).closest('li')!)
  fireEvent.drop(row(1).closest('li')!)
  await waitFor(() => expect(sent('/faq/order')).toEqual([{ categoria: 'cargas', ids: [3, 1, 2] }]))
})

test('who only reads has neither list nor form; who keeps them reads what is published', async () => {
  await open('/faq', [])
  expect(await screen.findByText('¿Pregunta 1?')).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: 'Pregunta en español' })).toBeNull()
  expect(screen.queryByRole('button', { name: /Escribir pregunta/ })).toBeNull()
  const { asked } = await open('/faq?ver=lectura')
  expect(await screen.findByRole('link', { name: 'Volver a las preguntas' })).toBeTruthy()
  expect(asked.find(({ path }) => path === '/faq')?.query.get('publicada')).toBe('true')
})
