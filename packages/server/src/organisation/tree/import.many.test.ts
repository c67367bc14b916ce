import { MAX_IMPORTED_UNITS, type OrganisationImport, type OrganisationImportRow } from '@cuadre/api/organisation'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type Person, type TestServer, testServer } from '../../lab/testing/server.ts'
import { row, rows, transaction } from '../../platform/database/index.ts'

let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
beforeAll(async () => {
  server = await testServer()
  who = await organisation(server)
}, 60_000)
afterAll(() => server.close())

const HEAD = 'País;Código ISO;Moneda;Negocio;Código;Subgerencia;Encargado;Departamento;Jefe'
const csv = (...lines: string[]) => [HEAD, ...lines].join('\n')
const load = (content: string, body: object, as: Person = who.administrador) =>
  server.call({ method: 'POST', url: '/organisation/import', body, file: { name: 'organizacion.csv', content }, as, language: 'es' })
const look = async (content: string, as?: Person): Promise<OrganisationImport> => (await load(content, { simular: 'true' }, as)).body
/** Looks, imports exactly that, and answers what was said of the rows. */
async function make(content: string): Promise<(string | null)[][]> {
  const { huella, data } = await look(content)
  expect((await load(content, { huella })).status).toBe(200)
  return data.map(({ CLASE, MOTIVO }: OrganisationImportRow) => [CLASE, MOTIVO])
}
const history = (entity: string) =>
  rows(
    server.db,
    sql<{
      name: string
      before: object | null
      after: object
    }>`select name, before, after from master_change where entity = ${entity} order by id`,
  )

test('as many rows as a file may have take as few statements as one row', async () => {
  const BUSINESSES = 20
  const EACH = MAX_IMPORTED_UNITS / BUSINESSES
  const file = (head: string) =>
    csv(
      ...Array.from({ length: BUSINESSES }, (_, b) =>
        Array.from({ length: EACH }, (_, d) => `Brasil;;;Negocio ${b};N${b};Subgerencia ${d % 10};gerencia;Departamento ${d};${head}`),
      ).flat(),
    )
  const first = file('jefatura')
  const counted = async (content: string) => {
    const before = server.statements.length
    const seen = await look(content)
    return { seen, statements: server.statements.length - before }
  }
  const small = await counted(csv('Brasil;;;Negocio 0;N0;Subgerencia 0;gerencia;Departamento 0;jefatura'))
  const large = await counted(first)
  expect(large.statements).toBe(small.statements)
  expect(large.seen).toMatchObject({
    total: { nueva: MAX_IMPORTED_UNITS, distinta: 0, igual: 0, rechazada: 0 },
    crea: { pais: 0, negocio: BUSINESSES, subgerencia: BUSINESSES * 10, departamento: MAX_IMPORTED_UNITS },
  })
  expect((await load(first, { huella: large.seen.huella })).status).toBe(200)
  const made = () =>
    row(
      server.db,
      sql`select count(*)::int as departments, count(distinct s.id)::int as subs, count(distinct b.id)::int as businesses,
        min(u.name) as head, max(u.name) as last, min(m.name) as manager, min(d.revision) as revision
        from department d join sub_management s on s.id = d.sub_management_id and s.business_id = d.business_id
        join business b on b.id = d.business_id join app_user u on u.id = d.chief_id join app_user m on m.id = s.manager_id where b.code like 'N%'`,
    )
  const whole = { departments: MAX_IMPORTED_UNITS, subs: BUSINESSES * 10, businesses: BUSINESSES, manager: 'Héctor Villalobos' }
  expect(await made()).toEqual({ ...whole, head: 'Marcela Duarte', last: 'Marcela Duarte', revision: 1 })
  expect((await look(first)).total).toEqual({ nueva: 0, distinta: 0, igual: MAX_IMPORTED_UNITS, rechazada: 0 })

  const changed = await look(file('jefatura2'))
  expect(changed.total).toEqual({ nueva: 0, distinta: MAX_IMPORTED_UNITS, igual: 0, rechazada: 0 })
  expect((await load(file('jefatura2'), { huella: changed.huella })).status).toBe(200)
  expect(await made()).toEqual({ ...whole, head: 'Óscar Cáceres', last: 'Óscar Cáceres', revision: 2 })
  const recorded = await history('departamento')
  expect(recorded).toHaveLength(2 * MAX_IMPORTED_UNITS)
  expect(recorded[0]).toMatchObject({
    name: 'Departamento 0',
    before: null,
    after: { DEPARTAMENTO: 'Departamento 0', JEFE: 'Marcela Duarte' },
  })
  expect(recorded.at(-1)).toMatchObject({
    name: `Departamento ${EACH - 1}`,
    before: { ID_USUARIO_JEFE: who.jefatura.id },
    after: { ID_USUARIO_JEFE: who.otherJefatura.id },
  })
}, 120_000)

test('a name or a code that one gives up another one may take, in the order of the file only', async () => {
  await make(csv('Perú;PE;PEN;;;;;;', 'Perú;;;Alfa;A;;;;', 'Perú;;;Beta;B;;;;'))
  const names = async () =>
    (
      await rows(
        server.db,
        sql<{
          name: string
          code: string
        }>`select b.name, b.code from business b join country c on c.id = b.country_id and c.iso in ('PE', 'QQ') order by b.code`,
      )
    ).map(({ name, code }) => `${code} ${name}`)
  expect(await make(csv('Perú;;;Beta;A;;;;', 'Perú;;;Gamma;B;;;;'))).toEqual([
    ['rechazada', 'Ya hay un negocio con ese nombre o código en el país.'],
    ['distinta', null],
  ])
  expect(await make(csv('Perú;;;Delta;B;;;;', 'Perú;;;Gamma;A;;;;'))).toEqual([
    ['distinta', null],
    ['distinta', null],
  ])
  expect(await names()).toEqual(['A Gamma', 'B Delta'])
  expect(await make(csv('Chile;PE;CLP;;;;;;', 'Perú;QQ;;;;;;;', 'Chile;PE;CLP;;;;;;'))).toEqual([
    ['rechazada', 'Ya hay un país con ese nombre o código.'],
    ['distinta', null],
    ['nueva', null],
  ])
  expect(await names()).toEqual(['A Gamma', 'B Delta'])
  expect((await history('negocio')).at(-2)).toEqual({ name: 'Gamma', before: { NEGOCIO: 'Alfa' }, after: { NEGOCIO: 'Gamma' } })
})

test('the rules of single changes: each refusal is the one that its own call answers', async () => {
  const id = async (text: ReturnType<typeof sql<{ id: number }>>) => (await row(server.db, text))!.id
  await sql`insert into account (business_id, department_id, code, name, currency) values (${who.safra}, ${who.tesoreria}, '1101', 'Caja', 'BRL')`.execute(
    server.db,
  )
  await sql`insert into country (name, iso, currency) values ('Uruguay', 'UY', 'UYU')`.execute(server.db)
  const uruguay = await id(sql`select id from country where iso = 'UY'`)
  await sql`insert into business (country_id, name, currency) values (${uruguay}, 'Oriental', 'UYU')`.execute(server.db)
  await sql`insert into user_scope (user_id, country_id, business_id) select ${who.control.id}, country_id, id from business where name = 'Oriental'`.execute(
    server.db,
  )
  const cases = [
    ['Brasil;;USD;SAFRA;;;;;', 'PATCH', `/business/${who.safra}`, { MONEDA: 'USD' }],
    ['Uruguay;;;Nuevo;;;;;', 'POST', '/business', { NEGOCIO: 'Nuevo', ID_PAIS: uruguay }],
    [
      'Brasil;;;SAFRA;;;;Cobros;analista',
      'POST',
      '/department',
      { DEPARTAMENTO: 'Cobros', ID_NEGOCIO: who.safra, ID_USUARIO_JEFE: who.analista.id },
    ],
    ['Brasil;;;SAFRA;;;;Tesorería;analista', 'PATCH', `/department/${who.tesoreria}`, { ID_USUARIO_JEFE: who.analista.id }],
    ['Brasil;UY;;;;;;;', 'PATCH', '/country-manager/1', { CODIGO_ISO: 'UY' }],
  ] as const
  const seen = await look(csv(...cases.map(([line]) => line)), who.control)
  for (const [place, [line, method, url, body]] of cases.entries()) {
    const { CLASE, MOTIVO } = seen.data[place]!
    expect([line, CLASE]).toEqual([line, 'rechazada'])
    const alone = await server.call({ method, url, body, as: who.control, language: 'es' })
    expect([alone.status, alone.body.message]).toEqual([422, MOTIVO])
  }
})

// Only a database with several connections lets somebody else in between.
const shared = process.env.TEST_DATABASE_URL ? test : test.skip
shared(
  'who is deactivated while the file is being imported is refused in their rows, and nothing is made before that was seen',
  async () => {
    const content = csv('Brasil;;;SAFRA;;;;Custodia;jefatura2', 'Brasil;;;SAFRA;;;;Pagos;jefatura')
    const { huella, data } = await look(content)
    expect(data.map(({ CLASE }) => CLASE)).toEqual(['nueva', 'nueva'])
    let answered: ReturnType<typeof load> | undefined
    await transaction(server.db, async (tx) => {
      await sql`update app_user set active = false where id = ${who.otherJefatura.id}`.execute(tx)
      answered = load(content, { huella })
      const waits = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      while (!(await row(server.db, waits))) await new Promise((done) => setTimeout(done, 10))
    })
    const { status, body } = await answered!
    expect([status, body.code]).toEqual([409, 'organisation_moved'])
    expect(body.current.data.map(({ CLASE, MOTIVO }: OrganisationImportRow) => [CLASE, MOTIVO])).toEqual([
      ['rechazada', 'No hay una persona activa «jefatura2»: dé su usuario, su correo o su nombre completo.'],
      ['nueva', null],
    ])
    expect(await rows(server.db, sql`select from department where name in ('Custodia', 'Pagos')`)).toEqual([])
  },
)
