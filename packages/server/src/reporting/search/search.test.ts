import { PERMISSIONS, type Permission } from '@cuadre/api/permissions'
import { ROLE, type RoleId } from '@cuadre/api/roles'
import type { Found } from '@cuadre/api/search'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { type Person, type TestServer, testServer } from '../../lab/testing/server.ts'
import { type World, world } from '../../lab/testing/world.ts'
import { row, rows } from '../../platform/database/index.ts'

let s: TestServer
let w: World
const ROLES = Object.values(ROLE) as RoleId[]
const find = async (texto: string, as: Person) => {
  const { status, body } = await s.call({ url: '/search', query: { texto }, as })
  expect(status).toBe(200)
  return body as Found
}

/** Everything there is, read past the product's conditions: what each person may see is told again below, by the rules. */
type Account = { id: number; text: string; business: string; country: number; analyst: number; chief: number }
type Analysis = Account & { state: number; period: string }
type Ticket = { id: number; text: string; author: number }
type User = { id: number; text: string; roles: number[] }
let everything: { accounts: Account[]; analyses: Analysis[]; tickets: Ticket[]; users: User[] }

beforeAll(async () => {
  s = await testServer()
  w = await world(s)
  await sql`insert into ticket (subject, description, category_id, type_id, author_id, created_at, updated_at) values ('Caja de Chile', 'No abre la caja', 4, 1, ${w.there[ROLE.analista as RoleId].id}, now(), now())`.execute(
    s.db,
  )
  const of = sql`c.code || ' ' || c.name as text, b.name as business, b.country_id as country, c.analyst_id as analyst, d.chief_id as chief`
  const from = sql`account c join business b on b.id = c.business_id left join department d on d.id = c.department_id`
  everything = {
    accounts: await rows(s.db, sql<Account>`select c.id, ${of} from ${from}`),
    analyses: await rows(
      s.db,
      sql<Analysis>`select a.id, ${of}, a.state_main as state, p.name as period from analysis a join period p on p.id = a.period_id join ${from} on c.id = a.account_id`,
    ),
    tickets: await rows(s.db, sql<Ticket>`select id, subject || ' ' || description || ' ' || id as text, author_id as author from ticket`),
    users: await rows(
      s.db,
      sql<User>`select u.id, u.name || ' ' || u.username || ' ' || u.email as text, array(select role_id from user_role r where r.user_id = u.id) as roles from app_user u`,
    ),
  }
}, 120_000)
afterAll(() => s.close())

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const has = (typed: string, text: string) =>
  plain(typed)
    .split(' ')
    .every((word) => plain(text).includes(word))
const keyOf = (role: RoleId, key: Permission) => (PERMISSIONS[key] as readonly RoleId[]).includes(role)
const BRASIL = 1

/** What a person of this role, of Brasil or of the country they work in, may find. */
function expected(role: RoleId, { id }: Person, country: number, typed: string) {
  const mine = (row: Account) => {
    if (role === ROLE.administrador) return true
    if (role === ROLE.analista) return row.analyst === id
    if (role === ROLE.jefatura) return row.chief === id
    return row.country === country
  }
  const named = (row: Account) =>
    plain(typed)
      .split(' ')
      .every((word) => plain(row.text).includes(word) || plain(row.business).includes(word))
  const ids = (found: { id: number }[]) => found.map((each) => each.id).sort((a, b) => a - b)
  // An auditor sees what is approved.
  const seen = everything.analyses.filter((row) => mine(row) && (role !== ROLE.auditor || row.state === 4))
  return {
    cuentas: ids(keyOf(role, 'accounts.account.read') ? everything.accounts.filter((row) => mine(row) && named(row)) : []),
    analisis: ids(keyOf(role, 'analysis.item.read') ? seen.filter(named) : []),
    PERIODO: keyOf(role, 'analysis.item.read') && seen.length > 0 ? w.month : null,
    // Auditors have a list of their own.
    personas: ids(
      keyOf(role, 'admin.user.read')
        ? everything.users.filter(({ text, roles }) => has(typed, text) && roles.some((each) => each !== ROLE.auditor))
        : [],
    ),
  }
}

describe('what is found', () => {
  const TYPED = [
    'caja',
    'BANCO',
    'anticipos',
    '1103',
    'inversiones',
    'votorantim caja',
    'clientes',
    'andina',
    'peña',
    'chile.control',
    'nada de esto',
  ]
  test.each(ROLES)('role %d finds what it may see, and nothing of what it may not', async (role) => {
    const chile = (await row(s.db, sql<{ id: number }>`select id from country where name = 'Chile'`))!.id
    let total = 0
    for (const [as, country] of [
      [w.here[role], BRASIL],
      [w.there[role], chile],
    ] as const)
      for (const typed of TYPED) {
        const { cuentas, analisis, PERIODO, personas } = await find(typed, as)
        const got = {
          cuentas: cuentas.map(({ COD_CUENTA }) => COD_CUENTA).sort((a, b) => a - b),
          analisis: analisis.map(({ COD_ANALISIS }) => COD_ANALISIS).sort((a, b) => a - b),
          PERIODO,
          personas: personas.map(({ id }) => id).sort((a, b) => a - b),
        }
        expect([as.name, typed, got]).toEqual([as.name, typed, expected(role, as, country, typed)])
        total += cuentas.length + analisis.length + personas.length
      }
    // A test of people who see nothing would prove nothing.
    expect(total).toBeGreaterThan(0)
  })

  test('a group by its name or its business, by whoever sees a member of it', async () => {
    const groups = await rows(
      s.db,
      sql<{
        id: number
        name: string
        business: string
        n: number
        analyst: number
        chief: number
        country: number
        balance: string
      }>`select g.id, g.name, b.name as business, count(*)::int as n,
        min(a.analyst_id) as analyst, min(d.chief_id) as chief, min(b.country_id) as country, sum(a.balance)::text as balance
        from analysis_group g join business b on b.id = g.business_id join analysis a on a.group_id = g.id join department d on d.id = a.department_id group by g.id, b.name`,
    )
    expect(groups.length).toBeGreaterThan(1)
    const chile = (await row(s.db, sql<{ id: number }>`select id from country where name = 'Chile'`))!.id
    let seen = 0
    for (const role of ROLES)
      for (const [as, country] of [
        [w.here[role], BRASIL],
        [w.there[role], chile],
      ] as const)
        for (const typed of [
          ...groups.map(({ name }) => plain(name)),
          ...groups.map(({ name, business }) => `${name} ${business}`),
          'nada de esto',
        ]) {
          const mine = groups.filter(({ analyst, chief, country: of, name, business }) => {
            const words = plain(typed).split(' ')
            if (!words.every((word) => plain(name).includes(word) || plain(business).includes(word))) return false
            if (role === ROLE.administrador) return true
            if (role === ROLE.analista) return analyst === as.id
            return role === ROLE.jefatura ? chief === as.id : role !== ROLE.auditor && of === country
          })
          const { grupos } = await find(typed, as)
          expect([
            as.name,
            typed,
            grupos.map(({ AGRUPADO_ID, NOMBRE, CUENTAS, VALOR_BALANCE }) => [AGRUPADO_ID, NOMBRE, CUENTAS, VALOR_BALANCE]).sort(),
          ]).toEqual([as.name, typed, mine.map(({ id, name, n, balance }) => [id, name, n, balance]).sort()])
          seen += grupos.length
        }
    expect(seen).toBeGreaterThan(groups.length)
  })

  test('a key taken away takes its kind away, and leaves the rest', async () => {
    const { id, ...administrador } = w.here[ROLE.administrador as RoleId]
    const all = await find('an', { id, ...administrador })
    expect([all.cuentas.length > 0, all.analisis.length > 0, all.personas.length > 0]).toEqual([true, true, true])
    for (const [key, kind] of [
      ['accounts.account.read', 'cuentas'],
      ['analysis.item.read', 'analisis'],
      ['admin.user.read', 'personas'],
    ] as const) {
      await sql`insert into user_permission values (${id}, ${key}, false)`.execute(s.db)
      expect(await find('an', { id, ...administrador })).toEqual({
        ...all,
        [kind]: [],
        ...(kind === 'analisis' && { PERIODO: null, grupos: [] }),
      })
      await sql`delete from user_permission where user_id = ${id}`.execute(s.db)
    }
  })

  test('the business chosen at the top narrows accounts and analyses', async () => {
    const control = w.here[ROLE.control as RoleId]
    expect((await find('caja', control)).cuentas).toHaveLength(1)
    await sql`update app_user set context_business_id = 2 where id = ${control.id}`.execute(s.db)
    expect(await find('caja', control)).toMatchObject({ cuentas: [], analisis: [], PERIODO: null })
    await sql`update app_user set context_business_id = null where id = ${control.id}`.execute(s.db)
  })

  test('a ticket is found by its author and by those who receive it', async () => {
    const texts = async (as: Person) => (await find('caja', as)).tickets.map(({ asunto }) => asunto)
    expect(await texts(w.there[ROLE.analista as RoleId])).toEqual(['Caja de Chile'])
    expect(await texts(w.here[ROLE.administrador as RoleId])).toEqual(['Caja de Chile'])
    expect(await texts(w.here[ROLE.analista as RoleId])).toEqual([])
    expect(await texts(w.there[ROLE.gerencia as RoleId])).toEqual([])
  })

  test('a question that is not published is found by those who write them only', async () => {
    const word = 'zaguán'
    await sql`insert into faq (category, question_es, question_en, answer_es, answer_en, published, position)
      values ('otros', ${`¿Qué es el ${word}?`}, 'What is it?', 'Nada todavía', 'Nothing yet', false, 99)`.execute(s.db)
    for (const role of ROLES) {
      const { preguntas } = await find(word, w.here[role])
      expect([role, preguntas.length]).toEqual([role, keyOf(role, 'helpdesk.faq.write') ? 1 : 0])
    }
  })
})

describe('in what order', () => {
  test('what begins with the text comes first, accents or not, and each carries what tells it apart', async () => {
    const { cuentas, analisis, PERIODO } = await find('110', w.here[ROLE.control as RoleId])
    expect(cuentas.map(({ CUENTA }) => CUENTA)).toEqual(['1101', '1102', '1103', '1104'])
    expect(cuentas[0]).toEqual({
      COD_CUENTA: expect.any(Number),
      CUENTA: '1101',
      NOMBRE: 'Caja general',
      NEGOCIO: 'VOTORANTIM',
      MONEDA: 'BRL',
      SALDO: '100.00',
      ANALISTA: 'Rodrigo Peña',
    })
    expect(PERIODO).toBe(w.month)
    expect(analisis[0]).toMatchObject({ CUENTA: '1101', VALOR_BALANCE: '100.00', ESTADO_PRINCIPAL_ID: 4, NEGOCIO: 'VOTORANTIM' })
    // With when it was submitted: what nobody has waits for nobody.
    const submitted = await rows(
      s.db,
      sql<{ id: number; at: string }>`select id, submitted_at as at from analysis where submitted_at is not null`,
    )
    for (const { COD_ANALISIS, FECHA_ENVIO } of analisis)
      expect(FECHA_ENVIO).toBe(submitted.find(({ id }) => id === COD_ANALISIS)?.at ?? null)
    expect(new Set(analisis.map(({ FECHA_ENVIO }) => FECHA_ENVIO === null)).size).toBe(2)
  })

  test('at most five of a kind; one letter is too few', async () => {
    const { cuentas } = await find('1', w.here[ROLE.administrador as RoleId]).catch(() => ({ cuentas: null }))
    expect(cuentas).toBeNull()
    expect((await find('ch', w.here[ROLE.administrador as RoleId])).personas).toHaveLength(5)
  })

  test('of many accounts without an analysis that come before, those that have one are still found, each once', async () => {
    const word = 'quasar'
    await sql`insert into account (business_id, code, name, currency) select 1, '00' || i, ${`${word} `} || i, 'BRL' from generate_series(100, 399) i`.execute(
      s.db,
    )
    const renamed = await rows(
      s.db,
      sql<{
        id: number
      }>`update account set name = ${`${word} caja`} where id in (select account_id from analysis a join period p on p.id = a.period_id
        where p.name = ${w.month} and a.business_id = 1 order by a.id limit 3) returning id`,
    )
    expect(renamed).toHaveLength(3)
    const { analisis, cuentas } = await find(word, w.here[ROLE.administrador as RoleId])
    expect(cuentas.map(({ CUENTA }) => CUENTA)).toEqual(['00100', '00101', '00102', '00103', '00104'])
    expect(analisis.map(({ NOMBRE_CUENTA }) => NOMBRE_CUENTA)).toEqual(Array(3).fill(`${word} caja`))
    expect(new Set(analisis.map(({ COD_ANALISIS }) => COD_ANALISIS)).size).toBe(3)
  })

  test('the first five are those of the order as it is told here, whether nearly all accounts match or few', async () => {
    const all = await rows(
      s.db,
      sql<{ id: number; text: string; business: string }>`select c.id, c.code || ' ' || c.name as text, b.name as business
        from account c join business b on b.id = c.business_id where c.active`,
    )
    const tierOf = (typed: string, text: string) => {
      if (text.startsWith(typed)) return 0
      if (text.includes(` ${typed}`)) return 1
      // By the name of its business last.
      return typed.split(' ').every((word) => text.includes(word)) ? 2 : 3
    }
    const first = (typed: string) =>
      all
        .map(({ id, ...row }) => ({ id, text: plain(row.text), business: plain(row.business) }))
        .filter(({ text, business }) => typed.split(' ').every((word) => text.includes(word) || business.includes(word)))
        .map((row) => ({ ...row, tier: tierOf(typed, row.text) }))
        .sort((a, b) => a.tier - b.tier || Buffer.compare(Buffer.from(a.text), Buffer.from(b.text)) || a.id - b.id)
        .slice(0, 5)
        .map(({ id }) => id)
    // By the beginning of a code, as a word, within one, by the business, by two words.
    for (const typed of [
      '00',
      '001',
      'quasar',
      'uas',
      'qu',
      'ca',
      'caja',
      'votorantim',
      'votorantim caja',
      '9 quasar',
      'zzz',
      'an',
      'or',
    ]) {
      const { cuentas } = await find(typed, w.here[ROLE.administrador as RoleId])
      expect([typed, cuentas.map(({ COD_CUENTA }) => COD_CUENTA)]).toEqual([typed, first(typed)])
    }
  })

  test('a long name is found by all of it, as it is pasted; longer than a name is no text to look for', async () => {
    const as = w.here[ROLE.administrador as RoleId]
    const name = `Provisión ${'para contingencias de ejercicios anteriores '.repeat(4)}y otras`
    expect(name.length).toBeGreaterThan(180)
    await sql`insert into account (business_id, code, name, currency) values (1, '9.9.99', ${name}, 'BRL')`.execute(s.db)
    expect((await find(name, as)).cuentas).toMatchObject([{ CUENTA: '9.9.99' }])
    expect((await s.call({ url: '/search', query: { texto: 'x'.repeat(201) }, as })).status).toBe(422)
    await sql`delete from account where code = '9.9.99'`.execute(s.db)
  })

  test('percent signs and underscores are letters like others', async () => {
    for (const typed of ['%%', '__', '\\\\']) expect((await find(typed, w.here[ROLE.administrador as RoleId])).cuentas).toEqual([])
  })
})
