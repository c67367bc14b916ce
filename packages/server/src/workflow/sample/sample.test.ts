import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SampleRow } from '@cuadre/api/sample'
import { openTable } from '@cuadre/tables'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import type { Person } from '../../lab/testing/server.ts'
import { row, rows } from '../../platform/database/index.ts'
import { type Story, story } from '../analysis/analysis.fixture.ts'
import { allocate } from './sampling.ts'

describe('a sample is allotted', () => {
  test.each<[number, Record<string, number>, Record<string, number>]>([
    [10, { critica: 10, material: 30, menor: 60 }, { critica: 2, material: 3, menor: 5 }],
    // Small strata are heard; none gives more than it has.
    [4, { critica: 1, material: 1, menor: 998 }, { critica: 1, material: 1, menor: 2 }],
    [3, { critica: 1, material: 1, menor: 998 }, { critica: 1, material: 1, menor: 1 }],
    // Too few for one of each: by size.
    [2, { critica: 1, material: 1, menor: 998 }, { critica: 0, material: 0, menor: 2 }],
    [1, { critica: 5, material: 5 }, { critica: 1, material: 0 }],
    [50, { critica: 3, material: 0, menor: 4 }, { critica: 3, material: 0, menor: 4 }],
    [5, { critica: 0, material: 0 }, { critica: 0, material: 0 }],
  ])('%j of %j as %j', (n, sizes, quotas) => expect(allocate(n, sizes)).toEqual(quotas))

  test('whatever the sizes: as many as there are to take, none over what it has', () => {
    for (let a = 0; a <= 6; a++)
      for (let b = 0; b <= 6; b++)
        for (let c = 0; c <= 6; c++)
          for (let n = 1; n <= 20; n++) {
            const sizes = { a, b, c }
            const quotas = allocate(n, sizes)
            const within = quotas.a <= a && quotas.b <= b && quotas.c <= c && Math.min(quotas.a, quotas.b, quotas.c) >= 0
            expect({ sizes, n, sum: quotas.a + quotas.b + quotas.c, within }).toEqual({
              sizes,
              n,
              sum: Math.min(n, a + b + c),
              within: true,
            })
          }
  })
})

let s: Story
beforeAll(async () => {
  s = await story(Array.from({ length: 40 }, (_, i) => ({ code: String(1100 + i), balance: `${i + 1}.00`, safra: i >= 30 })))
  // Of VOTORANTIM 20 minor, 8 material and 2 critical ones; SAFRA's are not material. Two are not approved.
  await sql`update analysis a set state_main = 4, submitted_at = now(), value = balance - 1, materiality = case when c.code < '1120' then 'menor' when c.code < '1128' then 'material'
    when c.code < '1130' then 'critica' else 'no_material' end from account c where c.id = a.account_id`.execute(s.db)
  await sql`update analysis a set state_main = 1 from account c where c.id = a.account_id and c.code in ('1100', '1120')`.execute(s.db)
})
afterAll(() => s.close())

const draw = (body: object, as: Person = s.who.auditor) =>
  s.call({ method: 'POST', url: '/audit-sample', body: { nombre: 'Octubre', n: 10, ...body }, as })
const items = async (id: number, query: object = {}): Promise<SampleRow[]> =>
  (await s.call({ url: `/audit-sample/${id}/analysis`, query: { ...query }, as: s.who.auditor })).body.data
const codes = async (id: number) => (await items(id)).map(({ CUENTA }) => CUENTA)

describe('a sample', () => {
  test('is drawn by materiality from what the auditor sees, and kept with its parameters', async () => {
    const made = await draw({ semilla: 'octubre-2026', periodId: 2, businessId: 1 })
    expect(made).toMatchObject({
      status: 200,
      body: {
        NOMBRE: 'Octubre',
        AUDITOR: 'Pilar Ayala',
        N: 10,
        SEMILLA: 'octubre-2026',
        PERIODO: '2026-10',
        NEGOCIO: 'VOTORANTIM',
        POBLACION: 28,
        SELECCIONADOS: 10,
        ESTRATOS: [
          { materialidad: 'critica', poblacion: 2, n: 1 },
          { materialidad: 'material', poblacion: 7, n: 3 },
          { materialidad: 'menor', poblacion: 19, n: 6 },
        ],
      },
    })
    const drawn = await items(made.body.ID)
    expect(drawn.map(({ LUGAR }) => LUGAR)).toEqual(Array.from({ length: 10 }, (_, i) => i + 1))
    expect(drawn.map(({ MATERIALIDAD }) => MATERIALIDAD)).toEqual(['critica', ...Array(3).fill('material'), ...Array(6).fill('menor')])
    expect(drawn.map(({ CUENTA }) => CUENTA)).not.toContain('1100')
    expect(drawn[0]).toMatchObject({ PERIODO: '2026-10', NEGOCIO: 'VOTORANTIM', MONEDA: 'BRL', VARIACION: '1.00', VISIBLE: true })
    expect((await s.call({ url: `/audit-sample/${made.body.ID}`, as: s.who.auditor })).body).toEqual(made.body)
    // Whoever has the seed finds them without us: the first of each class by the hash of seed and number.
    const all = await rows<{ id: number; code: string }>(
      s.db,
      sql`select a.id, c.code from analysis a join account c on c.id = a.account_id where a.materiality = 'menor' and a.state_main = 4 and a.period_id = 2`,
    )
    const hash = (id: number) => createHash('sha256').update(`octubre-2026:${id}`).digest('hex')
    const first = all.sort((x, y) => (hash(x.id) < hash(y.id) ? -1 : 1)).slice(0, 6)
    expect(drawn.slice(4).map(({ CUENTA }) => CUENTA)).toEqual(first.map(({ code }) => code))
  })

  test('is the same with the same seed, and another with another', async () => {
    const [one, two, other] = await Promise.all(['a', 'a', 'b'].map((semilla) => draw({ semilla })))
    expect(await codes(one!.body.ID)).toEqual(await codes(two!.body.ID))
    expect(await codes(one!.body.ID)).not.toEqual(await codes(other!.body.ID))
    const unseeded = await draw({})
    expect(unseeded.body.SEMILLA).toMatch(/^[0-9a-f]{12}$/)
    expect(await codes((await draw({ semilla: unseeded.body.SEMILLA })).body.ID)).toEqual(await codes(unseeded.body.ID))
  })

  test('stays as it was drawn, and shows nothing of what the auditor may not see any more', async () => {
    const { ID } = (await draw({ semilla: 'x', n: 36 })).body
    const before = await items(ID)
    const safra = before.find(({ NEGOCIO }) => NEGOCIO === 'SAFRA')!
    const reopened = before.find(({ NEGOCIO }) => NEGOCIO === 'VOTORANTIM')!
    await sql`update analysis set state_main = 1, balance = balance + 1000 where id = ${reopened.COD_ANALISIS}`.execute(s.db)
    await sql`update user_scope set business_id = 1 where user_id = ${s.who.auditor.id}`.execute(s.db)
    const after = await items(ID)
    expect(after).toHaveLength(before.length)
    expect(after[reopened.LUGAR - 1]).toEqual({ ...reopened, VISIBLE: false })
    expect(after[safra.LUGAR - 1]).toMatchObject({ COD_ANALISIS: safra.COD_ANALISIS, CUENTA: null, VALOR_BALANCE: null, VISIBLE: false })
    await sql`update user_scope set business_id = null where user_id = ${s.who.auditor.id}`.execute(s.db)
    await sql`update analysis set state_main = 4, balance = balance - 1000 where id = ${reopened.COD_ANALISIS}`.execute(s.db)
    for (const tampering of [sql`delete from audit_sample_item`, sql`update audit_sample set seed = 'y'`])
      await expect(tampering.execute(s.db)).rejects.toThrow('append-only')
  })

  test('has no difference of what nobody had submitted', async () => {
    await sql`update auditor set only_approved = false where user_id = ${s.who.auditor.id}`.execute(s.db)
    await sql`update analysis a set submitted_at = null, value = 0 from account c where c.id = a.account_id and c.code = '1100'`.execute(
      s.db,
    )
    const { ID } = (await draw({ semilla: 'u', n: 40, businessId: 1 })).body
    const rows = await items(ID)
    expect(rows.find(({ CUENTA }) => CUENTA === '1100')).toMatchObject({
      VALOR_BALANCE: '1.00',
      MONEDA: 'BRL',
      VALOR_ANALISIS: null,
      VARIACION: null,
    })
    expect(rows.find(({ CUENTA }) => CUENTA === '1120')).toMatchObject({ VALOR_ANALISIS: '20.00', VARIACION: '1.00' })
    await sql`update auditor set only_approved = true where user_id = ${s.who.auditor.id}`.execute(s.db)
  })

  test('tells the country or business that stood at the top of the page: they are of its parameters', async () => {
    const choose = (body: object) => s.call({ method: 'POST', url: '/me/setBusinessAndCountry', body, as: s.who.auditor })
    expect((await choose({ ID_PAIS: 1, ID_NEGOCIO: 1 })).status).toBe(200)
    const ofBusiness = (await draw({ semilla: 't', periodId: 2 })).body
    expect(ofBusiness).toMatchObject({ PAIS: null, NEGOCIO: 'VOTORANTIM', POBLACION: 28 })
    await choose({ ID_PAIS: 1, ID_NEGOCIO: null })
    expect((await draw({ semilla: 't', periodId: 2 })).body).toMatchObject({ PAIS: 'Brasil', NEGOCIO: null })
    await choose({ ID_PAIS: null, ID_NEGOCIO: null })
    expect((await draw({ semilla: 't', periodId: 2 })).body).toMatchObject({ PAIS: null, NEGOCIO: null })
    const again = (await draw({ semilla: 't', periodId: 2, businessId: 1 })).body
    expect(await codes(again.ID)).toEqual(await codes(ofBusiness.ID))
  })

  test('says which of its rows the auditor has opened since, and asked about', async () => {
    const { ID, VISTOS } = (await draw({ semilla: 'w', n: 4 })).body
    expect(VISTOS).toBe(0)
    const [first, second] = await items(ID)
    await s.call({ url: `/analysis/${first!.COD_ANALISIS}`, as: s.who.auditor })
    await s.call({ url: `/analysis/${second!.COD_ANALISIS}`, as: s.who.control })
    const body = { COD_ANALISIS: second!.COD_ANALISIS, ASUNTO: 'Soporte', PREGUNTA: '¿Dónde está el extracto?' }
    expect((await s.call({ method: 'POST', url: '/observation', body, as: s.who.auditor })).status).toBe(200)
    expect((await items(ID)).map(({ VISTO_EN, OBSERVACIONES }) => [VISTO_EN !== null, OBSERVACIONES])).toEqual([
      [true, 0],
      [false, 1],
      [false, 0],
      [false, 0],
    ])
    expect((await items(ID, { visto: false })).map(({ LUGAR }) => LUGAR)).toEqual([2, 3, 4])
    expect((await s.call({ url: `/audit-sample/${ID}`, as: s.who.auditor })).body.VISTOS).toBe(1)
    // Drawn again it begins anew.
    expect((await draw({ semilla: 'w', n: 4 })).body.VISTOS).toBe(0)
  })

  test('is taken along as an evidence binder, its own auditor’s only', async () => {
    const { ID } = (await draw({ semilla: 'v', n: 2 })).body
    await sql`update auditor set documents = true, export = true, signature_dates = true, internal_comments = true`.execute(s.db)
    const bound = (as: Person) => s.call({ url: '/analysis/binder', query: { sampleId: ID }, as })
    expect((await bound(s.who.auditor)).status).toBe(200)
    const kept = await row(s.db, sql`select selection, analyses from binder order by id desc limit 1`)
    expect(kept).toEqual({ selection: { sampleId: ID }, analyses: 2 })
    expect((await bound(s.who.control)).status).toBe(404)
  })

  test('is its auditor’s own, and is exported with what it takes to draw it again', async () => {
    const { ID } = (await draw({ semilla: 'z', n: 3 })).body
    const other = await s.person('auditora2', [5], 'Elena Prat')
    expect((await s.call({ url: `/audit-sample/${ID}`, as: other })).status).toBe(404)
    expect((await s.call({ url: `/audit-sample/${ID}/analysis`, as: other })).status).toBe(404)
    expect((await s.call({ url: '/audit-sample', as: other })).body.total).toBe(0)
    for (const as of [s.who.control, s.who.analista, s.who.administrador]) expect((await draw({}, as)).status).toBe(403)
    expect(await draw({}, other)).toMatchObject({ status: 422, body: { code: 'sample_empty' } })
    const listed = await s.call({ url: '/audit-sample', query: { periodId: 2 }, as: s.who.auditor })
    expect(listed.body.data.map(({ SEMILLA }: { SEMILLA: string }) => SEMILLA)).toEqual(['t', 't', 't', 't', 'octubre-2026'])
    const file = await s.call({ url: `/audit-sample/${ID}/analysis`, query: { format: 'excel' }, as: s.who.auditor })
    const path = join(s.folder, 'muestra.xlsx')
    writeFileSync(path, file.body)
    const [header, ...body] = (await (await openTable(path, 'm.xlsx')).head(9)).map((each) => each.cells)
    expect(body.map((cells) => cells[header!.indexOf('Cuenta')])).toEqual(await codes(ID))
    expect(body.map((cells) => cells[header!.indexOf('Semilla')])).toEqual(['z', 'z', 'z'])
    expect(body.map((cells) => cells[header!.indexOf('Extraída de')])).toEqual(Array(3).fill('Todos los períodos de su alcance'))
    // An auditor of several countries sees amounts of several currencies.
    expect(new Set(body.map((cells) => cells[header!.indexOf('Moneda')]))).toEqual(new Set(['BRL']))
    await sql`update auditor set export = false where user_id = ${s.who.auditor.id}`.execute(s.db)
    const kept = await s.call({ url: `/audit-sample/${ID}/analysis`, query: { format: 'excel' }, as: s.who.auditor })
    expect(kept).toMatchObject({ status: 403, body: { code: 'auditor_no_export' } })
  })
})
