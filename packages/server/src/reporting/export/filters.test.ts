import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as contract from '@cuadre/api'
import { type Endpoint, isEndpoint } from '@cuadre/api/endpoint'
import { readSheet } from '@cuadre/tables'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Person } from '../../lab/testing/server.ts'
import { type Story, story } from '../../workflow/analysis/analysis.fixture.ts'
import { filterOf } from './filter.words.ts'
import { PAGING } from './filters.sheet.ts'

let s: Story
beforeAll(async () => {
  s = await story([
    { code: '1101', name: 'Caja', balance: '100.00' },
    { code: '2101', name: 'Proveedores', balance: '700.00', safra: true },
  ])
}, 60_000)
afterAll(() => s.close())

/** The rows of the last sheet, by their first cell. */
async function filtersIn(url: string, query: object, as: Person, headers: Record<string, string> = {}) {
  const { status, body } = await s.call({ url, query: { ...query, format: 'excel' }, as, headers })
  expect([url, status]).toEqual([url, 200])
  const path = join(s.folder, 'lista.xlsx')
  writeFileSync(path, body)
  const { sheets } = await readSheet(path, 'lista.xlsx')
  expect(sheets).toHaveLength(2)
  const { name, rows } = sheets[1]!
  return { name, said: Object.fromEntries(rows.slice(1).map((cells) => cells.map((cell) => cell?.text ?? ''))) }
}

test('an exported list says what it was narrowed to, by names, by whom it was made and when', async () => {
  const { name, said } = await filtersIn(
    '/analysis',
    {
      businessId: 1,
      departmentId: 1,
      analystId: s.who.analista.id,
      periodId: 2,
      estadoPrincipalId: '1,4',
      materialidad: 'critica',
      search: 'caja',
    },
    s.who.control,
  )
  expect(name).toBe('Filtros')
  expect(said).toEqual({
    Negocio: 'VOTORANTIM',
    Departamento: 'Contabilidad financiera',
    Analista: 'Rodrigo Peña',
    Período: '2026-10',
    Estado: 'Pendiente, Aprobado',
    Materialidad: 'Crítica',
    Búsqueda: 'caja',
    'Preparado por': 'Beatriz Montoya, CONTROL',
    'Preparado el': expect.stringMatching(/^\d\d-\d\d-\d{4} \d\d:\d\d:\d\d \(.+\)$/),
  })
  const english = await filtersIn('/observation', { estado: 'abierta', vencida: true }, s.who.administrador, { 'accept-language': 'en' })
  expect(english).toMatchObject({ name: 'Filters', said: { Status: 'Open', Overdue: 'Yes' } })
})

test('a list that was not narrowed says so, and one that the chosen business narrows says that', async () => {
  expect((await filtersIn('/heading', {}, s.who.control)).said).toMatchObject({ Filtros: 'Ninguno' })
  await sql`update app_user set context_business_id = 2 where id = ${s.who.control.id}`.execute(s.db)
  const { said } = await filtersIn('/account', {}, s.who.control)
  await sql`update app_user set context_business_id = null where id = ${s.who.control.id}`.execute(s.db)
  expect(said).toMatchObject({ 'Negocio elegido': 'SAFRA' })
  expect(said).not.toHaveProperty('Filtros')
})

test('what the caller may not see has no name', async () => {
  const { said } = await filtersIn('/analysis', { businessId: 2, analystId: s.who.otherAnalista.id }, s.who.analista)
  expect(said).toMatchObject({ Negocio: '2', Analista: String(s.who.otherAnalista.id) })
})

/** The enumerated values of a parameter, of one or of several; none of an id, a text or a number. */
const codesOf = (schema: z.ZodType) => {
  const found = z.toJSONSchema(schema, { unrepresentable: 'any' }) as { enum?: string[]; items?: { enum?: string[] } }
  return found.enum ?? found.items?.enum ?? []
}

test('every filter of an exported list has a name, and every code that it takes a word', () => {
  // These make the sheet themselves: their months and cuts are resolved (`dashboard/filters.sheet`).
  const own =
    /^(statistics|analysisMatrix|dashboardItems|accountsWithDifferences|departmentDetailsV2|accountsMaterialityDetails|analysisApprovedDetails|analysisRangeDetails)/
  const nouns = Object.values(contract as Record<string, unknown>).filter(
    (noun): noun is object => typeof noun === 'object' && noun !== null,
  )
  const calls = nouns
    .flatMap((noun) => Object.entries(noun))
    .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]) && Boolean(entry[1].exportable) && !own.test(entry[0]))
  expect(calls.length).toBeGreaterThan(25)
  const unnamed = calls.flatMap(([call, { query }]) =>
    Object.entries((query as z.ZodObject).shape)
      .filter(([name]) => !PAGING.includes(name))
      .flatMap(([name, schema]) => {
        const filter = filterOf(call, name)
        if (!filter) return [`${call} ${name}`]
        const codes = name === 'formato' ? [] : codesOf(schema as z.ZodType)
        return codes.filter((code) => !filter.values?.[code]).map((code) => `${call} ${name}=${code}`)
      }),
  )
  expect(unnamed).toEqual([])
})
