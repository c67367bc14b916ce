import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROLE } from '@cuadre/api/roles'
import { openTable } from '@cuadre/tables'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type Person, type TestServer, testServer } from '../../lab/testing/server.ts'
import { rows } from '../../platform/database/index.ts'
import { imageOf } from '../../platform/document/image.fixture.ts'
import { sendToSupport } from './support.service.ts'

let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
beforeAll(async () => {
  server = await testServer()
  who = await organisation(server)
  await sql`update app_user set department_id = 1 where id in (${who.analista.id}, ${who.jefatura.id})`.execute(server.db)
  await sql`insert into account (business_id, code, name, currency, analyst_id, active)
    values (1, '1', 'Caja', 'BRL', ${who.analista.id}, true), (1, '2', 'Bancos', 'BRL', ${who.analista.id}, true), (1, '3', 'Vieja', 'BRL', ${who.analista.id}, false)`.execute(
    server.db,
  )
}, 60_000)
afterAll(() => server.close())

const users = async (query: Record<string, unknown> = {}) => (await server.call({ url: '/user', query, as: who.control })).body
const names = async (query: Record<string, unknown>) => (await users(query)).data.map((user: { NOMBRE: string }) => user.NOMBRE)

describe('users', () => {
  test('are staff: an auditor is not among them, unless with another role', async () => {
    expect(await names({})).toEqual([
      'Beatriz Montoya',
      'Héctor Villalobos',
      'Lucía Ferreyra',
      'Marcela Duarte',
      'Óscar Cáceres',
      'Rodrigo Peña',
      'Sonia Barrios',
    ])
    await server.person('mixed', [ROLE.auditor, ROLE.gerencia], 'Zoe Luna')
    expect((await users()).total).toBe(8)
  })

  test('show role, roles, department, accounts in use and last access', async () => {
    await server.call({ method: 'POST', url: '/auth/login', body: {}, as: who.analista })
    expect((await users({ search: 'rodrigo' })).data).toEqual([
      {
        id: who.analista.id,
        NOMBRE: 'Rodrigo Peña',
        USUARIO: 'analista',
        email: 'analista@corporacion.example',
        roleId: 1,
        rol: 'ANALISTA',
        roles: [{ COD_TIPO_USUARIO: 1, TIPO_USUARIO: 'ANALISTA', rolId: 1 }],
        status: 'activo',
        COD_DEPARTAMENTO: 1,
        DEPARTAMENTO: 'Contabilidad financiera',
        CUENTAS: 2,
        ULTIMO_ACCESO: expect.stringMatching(/^20.*Z$/),
        SEGUNDO_FACTOR: false,
        CORREO_PENDIENTE: null,
        PIDE_QUITAR_2FA: null,
        DETENIDA_HASTA: null,
      },
    ])
  })

  test('are found by name without accents, user name and e-mail; by role, department and status', async () => {
    expect(await names({ search: 'oscar caceres' })).toEqual(['Óscar Cáceres'])
    expect(await names({ search: 'analista2@' })).toEqual(['Lucía Ferreyra'])
    expect(await names({ search: '%' })).toEqual([])
    // A role that is assigned, active or not.
    expect(await names({ roleId: ROLE.gerencia })).toEqual(['Héctor Villalobos', 'Zoe Luna'])
    expect(await names({ departmentId: 1 })).toEqual(['Marcela Duarte', 'Rodrigo Peña'])
    // By their department, as its head, by their accounts, or because they see it.
    expect(await names({ businessId: 1 })).toEqual(['Beatriz Montoya', 'Héctor Villalobos', 'Marcela Duarte', 'Rodrigo Peña'])
    expect(await names({ businessId: 2 })).toEqual(['Beatriz Montoya', 'Héctor Villalobos', 'Óscar Cáceres'])
    expect(await names({ countryId: 1 })).toHaveLength(5)
    await sql`update app_user set active = false where id = ${who.otherAnalista.id}`.execute(server.db)
    expect((await users({ activo: 'false' })).data).toMatchObject([{ NOMBRE: 'Lucía Ferreyra', status: 'inactivo' }])
    expect((await users({ activo: 'true' })).total).toBe(7)
  })

  test('are sorted and paged; by 100 unless said otherwise', async () => {
    expect((await names({ sort: '-CUENTAS' }))[0]).toBe('Rodrigo Peña')
    expect(await names({ sort: '-NOMBRE', limit: 2, page: 2 })).toEqual(['Rodrigo Peña', 'Óscar Cáceres'])
    expect(await users({ limit: 1, page: 99 })).toMatchObject({ data: [], total: 8, page: 99, limit: 1 })
    expect((await users()).limit).toBe(100)
    expect((await server.call({ url: '/user', query: { page: 0 }, as: who.control })).status).toBe(422)
  })

  test('one stands between two others, in the order and with the filters of the list', async () => {
    const beside = async (id: number, query: Record<string, unknown> = {}) =>
      (await server.call({ url: `/user/${id}/beside`, query, as: who.control })).body
    for (const query of [{}, { sort: '-CUENTAS' }, { activo: 'true', sort: 'STATUS' }]) {
      const { data, total } = await users(query)
      for (const [i, { id }] of data.entries())
        expect(await beside(id, query)).toMatchObject({
          PUESTO: i + 1,
          TOTAL: total,
          ANTERIOR: i === 0 ? null : { id: data[i - 1].id, NOMBRE: data[i - 1].NOMBRE },
          SIGUIENTE: i === total - 1 ? null : { id: data[i + 1].id, NOMBRE: data[i + 1].NOMBRE },
        })
    }
    expect(await beside(who.control.id, { search: 'duarte' })).toEqual({ ANTERIOR: null, SIGUIENTE: null, PUESTO: null, TOTAL: 0 })
  })

  test('are for control and the administrator', async () => {
    for (const as of [who.analista, who.jefatura, who.gerencia, who.auditor])
      expect((await server.call({ url: '/user', as })).status).toBe(403)
    expect((await server.call({ url: '/user', as: who.administrador })).status).toBe(200)
  })
})

test('there are six user types, for whoever is signed in', async () => {
  const { body } = await server.call({ url: '/user/types', as: who.auditor })
  expect(body.map((type: { TIPO_USUARIO: string }) => type.TIPO_USUARIO)).toEqual([
    'ANALISTA',
    'JEFATURA AREA',
    'CONTROL',
    'GERENCIA',
    'AUDITOR',
    'ADMINISTRADOR',
  ])
  expect((await server.call({ url: '/user/types' })).status).toBe(401)
})

test('one may switch to one’s own roles and no others', async () => {
  const dual = await server.person('dual', [ROLE.control, ROLE.analista])
  expect((await server.call({ url: '/user/roles-disponibles', as: dual })).body).toEqual([
    { COD_TIPO_USUARIO: 1, TIPO_USUARIO: 'ANALISTA' },
    { COD_TIPO_USUARIO: 3, TIPO_USUARIO: 'CONTROL' },
  ])
})

test('the list goes out as a workbook with everyone that the filters let through', async () => {
  const answer = await server.call({ url: '/user', query: { format: 'excel', limit: 1, roleId: ROLE.analista }, as: who.control })
  expect(answer.headers['content-disposition']).toContain('usuarios.xlsx')
  const path = join(server.folder, 'usuarios.xlsx')
  writeFileSync(path, answer.body)
  const cells = (await (await openTable(path, 'usuarios.xlsx')).head(50)).map((row) => row.cells)
  const dual = ['dual', 'dual', 'dual@corporacion.example', 'CONTROL', 'ANALISTA, CONTROL', null, { n: '0' }, 'Activo']
  expect(cells.map((row) => row.slice(0, 8))).toEqual([
    ['Nombre', 'Usuario', 'Correo', 'Rol activo', 'Roles', 'Departamento', 'Cuentas', 'Estado'],
    dual,
    ['Lucía Ferreyra', 'analista2', 'analista2@corporacion.example', 'ANALISTA', 'ANALISTA', null, { n: '0' }, 'Inactivo'],
    ['Rodrigo Peña', 'analista', 'analista@corporacion.example', 'ANALISTA', 'ANALISTA', 'Contabilidad financiera', { n: '2' }, 'Activo'],
  ])
})

test('the accounts of a user are those that the one who asks may see', async () => {
  const accounts = (id: number, as: Person) => server.call({ url: `/user/${id}/accounts`, as })
  await sql`insert into account (business_id, code, name, currency, analyst_id) values (2, '9', 'Lejana', 'BRL', ${who.analista.id})`.execute(
    server.db,
  )
  const near = await server.person('cerca', [ROLE.control])
  await sql`insert into user_scope (user_id, country_id, business_id) values (${near.id}, 1, 1)`.execute(server.db)
  expect((await accounts(who.analista.id, who.control)).body.data.map((a: { CUENTA: string }) => a.CUENTA)).toEqual(['1', '2', '3', '9'])
  expect((await accounts(who.analista.id, near)).body.total).toBe(3)
  expect((await accounts(who.auditor.id, near)).status).toBe(404)
  expect((await accounts(who.analista.id, who.jefatura)).status).toBe(403)
})

describe('signatures', () => {
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
  /** With a comment in it that says where it was made. */
  const jpeg = Buffer.concat([
    imageOf('jpeg').subarray(0, 2),
    Buffer.from('fffe000c', 'hex'),
    Buffer.from('escondido!'),
    imageOf('jpeg').subarray(2),
  ])
  const upload = (id: number, content: Buffer | string, as: Person, name = 'firma.png') =>
    server.call({ method: 'POST', url: `/user/${id}/upload-firma`, file: { name, content: content as Uint8Array }, as })
  const signature = (id: number, as?: Person) => server.call({ url: `/user/firmas/${id}`, ...(as && { as }) })

  test('one sets one’s own, whoever keeps the users anyone’s; the newest is shown, by its content and not its name', async () => {
    expect(await upload(who.jefatura.id, png, who.jefatura)).toMatchObject({
      status: 200,
      body: { TIPO: 'png', TAMANO: expect.any(Number) },
    })
    expect((await upload(who.jefatura.id, jpeg, who.control, 'firma.txt')).body.TIPO).toBe('jpeg')
    const shown = await signature(who.jefatura.id, who.jefatura)
    expect(shown).toMatchObject({ status: 200, headers: { 'content-type': 'image/jpeg' } })
    // Drawn anew: what was hidden in it is gone.
    expect(shown.body.toString('latin1')).not.toContain('escondido')
    expect(shown.body.subarray(0, 2).toString('hex')).toBe('ffd8')
    expect((await server.call({ url: `/user/${who.jefatura.id}`, as: who.control })).body.FIRMA_EN).toMatch(/Z$/)
    expect(await rows(server.db, sql`select kind, uploaded_by from user_signature order by id`)).toEqual([
      { kind: 'png', uploaded_by: who.jefatura.id },
      { kind: 'jpeg', uploaded_by: who.control.id },
    ])
  })

  test('are nobody else’s to set or see; an administrator’s is set by administrators; an auditor has none', async () => {
    expect((await upload(who.jefatura.id, png, who.analista)).status).toBe(404)
    expect((await upload(who.administrador.id, png, who.control)).body.code).toBe('administrator_only')
    expect((await upload(who.auditor.id, png, who.auditor)).status).toBe(404)
    expect((await upload(99_999, png, who.control)).status).toBe(404)
    expect((await signature(who.jefatura.id, who.analista)).status).toBe(404)
    expect((await signature(who.jefatura.id)).status).toBe(401)
    expect((await signature(who.gerencia.id, who.control)).status).toBe(404)
  })

  test.each([
    ['another kind', Buffer.from('GIF89a\x01\x00\x01\x00'), 'signature_kind'],
    ['a page that says it is an image', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'), 'signature_kind'],
    ['a piece of one', png.subarray(0, 40), 'signature_kind'],
    ['one with something behind it', Buffer.concat([png, Buffer.from('PK')]), 'signature_kind'],
    ['a JPEG without its end', jpeg.subarray(0, -2), 'signature_kind'],
    ['one of more than 2 MB', Buffer.concat([png, Buffer.alloc(2 * 1024 * 1024)]), 'signature_too_large'],
  ])('are not %s', async (_, content, code) => {
    expect(await upload(who.gerencia.id, content, who.gerencia)).toMatchObject({ status: 422, body: { code, issues: [{ path: 'file' }] } })
    expect((await signature(who.gerencia.id, who.gerencia)).status).toBe(404)
  })

  test('need a file', async () => {
    const answer = await server.call({ method: 'POST', url: `/user/${who.gerencia.id}/upload-firma`, body: {}, as: who.gerencia })
    expect(answer).toMatchObject({ status: 422, body: { issues: [{ path: 'file' }] } })
  })
})

describe('support', () => {
  const message = {
    NOMBRE: 'Ana Ruiz',
    email: 'Ana@Fuera.example',
    ASUNTO: 'No puedo entrar',
    MENSAJE: 'La página dice que mi cuenta no existe.',
  }
  const write = (body: object = {}) => server.call({ method: 'POST', url: '/user/send-support-email', body: { ...message, ...body } })

  test('is written to by whoever is signed out, and goes to the active administrators', async () => {
    await sql`delete from outbox`.execute(server.db)
    expect((await write()).status).toBe(200)
    expect(await rows(server.db, sql`select email, template, params from outbox`)).toEqual([
      {
        email: 'admin@corporacion.example',
        template: 'soporte',
        params: { name: 'Ana Ruiz', from: 'ana@fuera.example', subject: 'No puedo entrar', message: `> ${message.MENSAJE}` },
      },
    ])
  })

  test('takes three messages an hour of one sender, five calls a minute from one address', async () => {
    for (const fields of [
      { email: 'ana', MENSAJE: 'Hola' },
      { ASUNTO: 'No entro\r\nBcc: todos', NOMBRE: 'Ana \u202eziuR' },
    ])
      expect((await write(fields)).body.issues.map(({ path }: { path: string }) => path).sort()).toEqual(Object.keys(fields).sort())
    const answers = await Promise.all([write(), write()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const sixth = await write({ email: 'otra@fuera.example' })
    expect([sixth.status, sixth.body.code]).toEqual([429, 'too_many_requests'])
    const again = await sendToSupport({ db: server.db }, { ...message, email: 'ana@fuera.example' }, '10.0.0.1').catch((error) => error)
    expect(again).toMatchObject({ status: 429, code: 'support_too_many' })
    expect(
      await sendToSupport(
        { db: server.db, supportEmail: 'soporte@corporacion.example' },
        { ...message, email: 'b@fuera.example' },
        '10.0.0.1',
      ),
    ).toEqual({ ok: true })
    expect((await rows(server.db, sql`select email from outbox order by id desc limit 1`))[0]).toEqual({
      email: 'soporte@corporacion.example',
    })
  })
})
