import type { Ticket } from '@cuadre/api/ticket'
import { saveDrafts } from '@cuadre/shell'
import { type Asked, AWAY, Refusal, visitsTo } from '@cuadre/shell/testing'
import { expect, jest, test } from '@jest/globals'
import { act, createEvent, fireEvent, screen, waitFor } from '@testing-library/react'
import en from '../locales/en.json' with { type: 'json' }
import es from '../locales/es.json' with { type: 'json' }
import { Reply } from './Reply.tsx'
import { useChange } from './useChange.ts'
import { after } from './useDraft.ts'

jest.setTimeout(60_000)
const visit = visitsTo('helpdesk', { es, en })
let next = 100
/** Each of its own number: what is written in one is kept while one looks at another. */
const ticketOf = (more: object = {}) =>
  ({
    id: next++,
    autor: { id: 9, nombre: 'Lucía' },
    asignado: null,
    estadoId: 1,
    recibe: true,
    revision: 1,
    siguientes: [],
    hilo: [],
    ...more,
  }) as unknown as Ticket
const said = (id: number, autor: number) => ({ id, autor: { id: autor, nombre: '' }, texto: '', interno: false, fecha: '', archivos: [] })
const open = (ticket: Ticket, answers: (asked: Asked) => unknown = () => ticket) => visit(() => <Reply ticket={ticket} />, '/', 3, answers)
const box = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Respuesta' })
const file = (name: string) => new File(['x'], name, { type: 'text/plain' })
const attach = (...files: File[]) =>
  fireEvent.change(screen.getByLabelText('Adjuntar archivos', { selector: 'input' }), { target: { files } })
const paste = async (data: object) => {
  const event = createEvent.paste(await box(), { clipboardData: data })
  fireEvent(await box(), event)
  return event
}

test('cells of a workbook are pasted as their text; a picture alone is attached', async () => {
  await open(ticketOf())
  const cells = await paste({ types: ['text/plain', 'text/html', 'Files'], files: [file('image.png')] })
  expect([cells.defaultPrevented, screen.queryByText('image.png')]).toEqual([false, null])
  const picture = await paste({ types: ['Files'], files: [file('captura.png')] })
  expect(picture.defaultPrevented).toBe(true)
  expect(screen.getByText('captura.png')).toBeTruthy()
})

test('files alone are not sent in silence; text beyond what fits is kept whole and refused', async () => {
  const { user, asked } = await open(ticketOf())
  await box()
  const heard = screen.getByRole('list')
  expect([heard.getAttribute('aria-live'), heard.textContent]).toEqual(['polite', ''])
  attach(file('a.txt'))
  expect(heard.textContent).toContain('a.txt')
  await user.click(screen.getByRole('button', { name: /^Enviar/ }))
  expect(await screen.findByText('Escriba una línea que acompañe a los archivos.')).toBeTruthy()
  fireEvent.change(await box(), { target: { value: 'x'.repeat(5230) } })
  await user.click(screen.getByRole('button', { name: /^Enviar/ }))
  expect(screen.getAllByText('Son 5.230 caracteres; caben 5.000.')).toHaveLength(2)
  expect((await box()).value).toHaveLength(5230)
  expect(asked.filter(({ method }) => method === 'POST')).toEqual([])
})

test('of several files the one that was refused is named and stays; the message is sent once, its files go with one’s own words', async () => {
  // Somebody else wrote in the same moment: 51 is mine (1), 52 is not.
  const answer = ticketOf({ hilo: [said(51, 1), said(52, 9)] })
  const files: unknown[] = []
  const { user, asked } = await open(answer, ({ method, path, body }) => {
    if (method !== 'POST') return undefined
    if (path.endsWith('/comments')) return answer
    files.push((body as FormData).get('comentarioId'))
    return files.length === 1 ? new Refusal(422, { code: 'invalid', message: 'No se pudo leer.' }) : answer
  })
  await box()
  attach(file('uno.txt'), file('dos.txt'), file('tres.txt'))
  await user.type(await box(), 'Van tres')
  await user.click(screen.getByRole('button', { name: /^Enviar/ }))
  expect(await screen.findByText(/dos\.txt: No se pudo leer\./)).toBeTruthy()
  expect((await box()).value).toBe('')
  expect([screen.queryByText('uno.txt'), screen.queryByText('tres.txt')]).toEqual([null, null])
  expect(screen.getByText('dos.txt')).toBeTruthy()
  expect(files).toEqual(['51', '51'])
  expect(asked.filter(({ path }) => path.endsWith('/comments'))).toHaveLength(1)
})

test('?? asks for a saved answer where it is typed, which comes in its place', async () => {
  const ticket = ticketOf({ asunto: 'No abre', descripcion: 'El archivo' })
  await open(ticket, ({ path }) =>
    path.endsWith('/answers') ? [{ id: 1, titulo: 'Pedir el archivo', texto: 'Envíe el archivo.', revision: 1 }] : { data: [] },
  )
  const text = await box()
  fireEvent.change(text, { target: { value: 'Hola, Lucía: ??Gracias.', selectionStart: 15 } })
  fireEvent.click(await screen.findByText('Envíe el archivo.'))
  expect((await box()).value).toBe('Hola, Lucía: \nEnvíe el archivo.\nGracias.')
})

test('a saved answer, which is everybody’s, is removed after a question', async () => {
  const ticket = ticketOf({ asunto: 'No abre', descripcion: 'El archivo' })
  const { user, asked } = await open(ticket, ({ method, path }) =>
    method === 'DELETE'
      ? { ok: true }
      : path.endsWith('/answers')
        ? [{ id: 1, titulo: 'Pedir el archivo', texto: 'Envíe el archivo.', REVISION: 1 }]
        : { data: [] },
  )
  const removed = () => asked.filter(({ method }) => method === 'DELETE').length
  await box()
  await user.click(screen.getByRole('button', { name: 'Respuestas guardadas' }))
  await user.click(await screen.findByRole('button', { name: 'Actualizar «Pedir el archivo»' }))
  await user.click(screen.getByRole('button', { name: 'Eliminar la respuesta' }))
  const question = await screen.findByRole('alertdialog', { name: '¿Eliminar la respuesta «Pedir el archivo»?' })
  expect(removed()).toBe(0)
  fireEvent.click([...question.querySelectorAll('button')].at(-1)!)
  expect(await screen.findByText('Respuesta eliminada')).toBeTruthy()
  expect(removed()).toBe(1)
})

test('what is typed while an answer is on its way is not lost', () => {
  expect(after('Hola', 'Hola\ny una cosa más')).toBe('y una cosa más')
  expect(after('Hola', 'Hola')).toBe('')
  // Written again since.
  expect(after('Hola', 'Otra')).toBe('Otra')
})

test('files that were chosen are there again when one comes back to the ticket', async () => {
  const ticket = ticketOf()
  await open(ticket)
  await box()
  attach(file('balance.csv'))
  await open(ticketOf())
  await box()
  expect(screen.queryByText('balance.csv')).toBeNull()
  await open(ticket)
  expect(await screen.findByText('balance.csv')).toBeTruthy()
})

test('a ticket that somebody else took a moment before is not said to be taken', async () => {
  const ticket = ticketOf()
  const Taking = () => {
    const { take } = useChange(ticket)
    return (
      <button type="button" onClick={() => void take()}>
        Tomar
      </button>
    )
  }
  const { user } = await visit(Taking, '/', 3, ({ method }) =>
    method === 'PATCH' ? new Refusal(409, { code: 'ticket_moved', message: 'Otra persona la cambió.', current: ticket }) : ticket,
  )
  await user.click(await screen.findByRole('button', { name: 'Tomar' }))
  expect(await screen.findByText('Otra persona la cambió.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText(/es suya/)).toBeNull())
})

test('what was being written when the session ended is there again, once', async () => {
  const ticket = ticketOf()
  const first = await open(ticket)
  fireEvent.change(await box(), { target: { value: 'Pida la factura al proveedor' } })
  act(() => saveDrafts())
  const stored: [number, ...unknown[]][] = JSON.parse(sessionStorage.getItem('cuadre:borrador:respuestas')!)
  const [, ...written] = stored.find(([id]) => id === ticket.id)!
  first.unmount()

  // The page is loaded anew after the sign-in; for this test the same words stand in another ticket.
  const other = ticketOf()
  sessionStorage.setItem('cuadre:borrador:respuestas', JSON.stringify([[other.id, ...written]]))
  await open(other)
  expect((await box()).value).toBe('Pida la factura al proveedor')
  expect(sessionStorage.getItem('cuadre:borrador:respuestas')).toBeNull()
})

test('a file that could not be kept meanwhile is named, to be attached again', async () => {
  const ticket = ticketOf()
  const lost = { name: 'factura.pdf', type: 'application/pdf', id: [0, 'a'], key: '00' }
  sessionStorage.setItem('cuadre:borrador:respuestas', JSON.stringify([[ticket.id, { text: 'Va la factura', note: '' }, [lost]]]))
  await open(ticket)
  expect(await screen.findByText(/Elija otra vez «factura.pdf»/)).toBeTruthy()
  expect((await box()).value).toBe('Va la factura')
})

test('the words of a ticket that is not in view outlive a reload', async () => {
  const ticket = ticketOf()
  await open(ticket)
  fireEvent.change(await box(), { target: { value: 'Falta el anexo de marzo' } })
  await open(ticketOf())
  await box()
  dispatchEvent(new Event('pagehide'))
  const stored: [number, { text: string }, unknown[]][] = JSON.parse(sessionStorage.getItem('cuadre:borrador:respuestas')!)
  expect(stored.find(([id]) => id === ticket.id)).toEqual([ticket.id, { text: 'Falta el anexo de marzo', note: '' }, []])
})

test('an answer that arrived and was not heard of is not sent again: the ticket tells', async () => {
  const ticket = ticketOf()
  const now = { ...ticket, hilo: [{ ...said(61, 1), texto: 'Listo\r\ny enviado' }] } as unknown as Ticket
  const { user, asked } = await open(ticket, ({ method }) => (method === 'POST' ? AWAY : now))
  fireEvent.change(await box(), { target: { value: 'Listo\ny enviado' } })
  await user.click(screen.getByRole('button', { name: /^Enviar/ }))
  expect(await screen.findByText('Mensaje enviado')).toBeTruthy()
  expect((await box()).value).toBe('')
  expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('of an answer that did not arrive that is said; where nobody can be asked, that it is not known', async () => {
  const ticket = ticketOf()
  let reached = true
  const { user } = await open(ticket, ({ method }) => (method === 'POST' || !reached ? AWAY : ticket))
  fireEvent.change(await box(), { target: { value: 'Sin red' } })
  await user.click(screen.getByRole('button', { name: /^Enviar/ }))
  expect(await screen.findByText('Sin conexión con el servidor. Lo que escribió se conserva.')).toBeTruthy()
  reached = false
  await user.click(screen.getByRole('button', { name: /^Enviar/ }))
  expect(await screen.findByText(/no se sabe si se guardó/)).toBeTruthy()
  expect((await box()).value).toBe('Sin red')
})

test('a change whose answer was lost was made where the ticket stands so', async () => {
  const ticket = ticketOf()
  const Taking = () => {
    const { take } = useChange(ticket)
    return (
      <button type="button" onClick={() => void take()}>
        Tomar
      </button>
    )
  }
  const taken = { ...ticket, revision: 2, estadoId: 2, asignado: { id: 1, nombre: 'Ana' } }
  const { user } = await visit(Taking, '/', 3, ({ method }) => (method === 'PATCH' ? AWAY : taken))
  await user.click(await screen.findByRole('button', { name: 'Tomar' }))
  expect(await screen.findByText(/es suya/)).toBeTruthy()
})

test('a closed one says whether it can be reopened; words that were being written in it can be read and let go', async () => {
  const ticket = ticketOf()
  await open(ticket)
  fireEvent.change(await box(), { target: { value: 'Iba a decir esto' } })
  await open({ ...ticket, estadoId: 5, siguientes: [2] })
  expect(await screen.findByText(/Puede reabrirse durante cinco días hábiles/)).toBeTruthy()
  const { user } = await open({ ...ticket, estadoId: 5, siguientes: [] })
  expect(await screen.findByText('La solicitud está cerrada. Si hace falta, escriba una nueva.')).toBeTruthy()
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Iba a decir esto')
  await user.click(screen.getByRole('button', { name: 'Descartar lo que escribía' }))
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('a double click takes a ticket once', async () => {
  const ticket = ticketOf()
  const Taking = () => {
    const { take } = useChange(ticket)
    return (
      <button type="button" onClick={() => void take()}>
        Tomar
      </button>
    )
  }
  const taken = { ...ticket, asignado: { id: 1, nombre: 'Ana' } }
  const { user, asked } = await visit(Taking, '/', 3, () => new Promise((answer) => setTimeout(() => answer(taken), 100)))
  await user.dblClick(await screen.findByRole('button', { name: 'Tomar' }))
  expect(await screen.findByText(/es suya/)).toBeTruthy()
  expect(asked.filter(({ method }) => method === 'PATCH')).toHaveLength(1)
})
