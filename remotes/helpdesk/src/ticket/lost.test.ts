import type { Ticket } from '@cuadre/api/ticket'
import { type Asked, AWAY, enter, person } from '@cuadre/shell/testing'
import { expect, test } from '@jest/globals'
import { addFile, create } from './lost.ts'

const body = { asunto: 'No abre', descripcion: 'La página\nno abre.', tipoId: 1, categoriaId: 1, negocioId: null, contexto: null }
const made = { id: 7, estadoId: 1, asunto: 'No abre', descripcion: 'La página\nno abre.', archivos: [], hilo: [] }
const list = (rows: object[]) => ({ data: rows, total: rows.length, page: 1, limit: 5 })
const posts = (asked: readonly Asked[]) => asked.filter(({ method }) => method === 'POST').length

test('a request that arrived and was not heard of is found by its words', async () => {
  const asked = await enter(person(1), ({ method, path }) =>
    method === 'POST'
      ? AWAY
      : path === '/tickets-suport'
        ? list([{ ...made, id: 9, asunto: 'Otra' }, made])
        : path.endsWith('/7')
          ? made
          : undefined,
  )
  expect((await create(body)).id).toBe(7)
  expect(posts(asked)).toBe(1)
})

test('one that was answered already, or says something else, is another: then nothing was sent', async () => {
  for (const other of [
    { ...made, estadoId: 4 },
    { ...made, descripcion: 'Otra cosa.' },
  ]) {
    await enter(person(1), ({ method, path }) => (method === 'POST' ? AWAY : path === '/tickets-suport' ? list([other]) : other))
    await expect(create(body)).rejects.toMatchObject({ status: 0 })
  }
})

test('a file that arrived and was not heard of is not added again', async () => {
  const file = new File(['x'], 'captura.png')
  const arrived = { id: 1, nombre: 'captura.png', tamano: 1 }
  const asked = await enter(person(1), ({ method }) => (method === 'POST' ? AWAY : { ...made, archivos: [arrived] }))
  const seen = made as unknown as Ticket
  expect((await addFile(seen, file)).archivos).toHaveLength(1)
  expect(posts(asked)).toBe(1)
  await expect(addFile({ ...seen, archivos: [arrived] } as unknown as Ticket, file)).rejects.toMatchObject({ status: 0 })
  // What somebody else has added meanwhile is not this file.
  await enter(person(1), ({ method }) => (method === 'POST' ? AWAY : { ...made, archivos: [{ ...arrived, nombre: 'otra.png' }] }))
  await expect(addFile(seen, file)).rejects.toMatchObject({ status: 0 })
})
