import { request } from 'node:http'
import { ROLE } from '@cuadre/api/roles'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import sharp from 'sharp'
import { organisation, type Person, type TestServer, testServer } from '../../lab/testing/server.ts'
import { imageOf } from '../../platform/document/image.fixture.ts'
import { announceRead } from '../../platform/notification/announce.ts'

let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
beforeAll(async () => {
  server = await testServer()
  who = await organisation(server)
})
afterAll(() => server.close())

describe('session', () => {
  test('opens from the bearer token and says who it is', async () => {
    const answer = await server.call({ method: 'POST', url: '/auth/login', body: {}, as: who.analista })
    expect(answer).toMatchObject({
      status: 200,
      body: { rolId: 1, rol: 'ANALISTA', '2FAEnabled': false, firstLogin: true, user: { NOMBRE: 'Rodrigo Peña', inactivityMinutes: 60 } },
    })
    expect((await server.call({ method: 'POST', url: '/auth/login', body: {}, as: who.analista })).body.firstLogin).toBe(false)
  })

  test('what it says stays on no disk', async () => {
    for (const as of [who.analista, undefined])
      expect((await server.call({ url: '/me', ...(as && { as }) })).headers['cache-control']).toBe('no-store')
  })

  test('links an account of the provider by verified e-mail, once, and never by an unverified one', async () => {
    await sql`insert into app_user (name, username, email, active_role_id) values ('Nora Vidal', 'nvidal', 'nora@corporacion.example', 1)`.execute(
      server.db,
    )
    await sql`insert into user_role select id, 1 from app_user where username = 'nvidal'`.execute(server.db)
    const as = async (sub: string, claims: object) => ({
      id: 0,
      name: sub,
      token: await server.sign(sub, { email: 'nora@corporacion.example', ...claims }),
    })
    expect(
      (await server.call({ method: 'POST', url: '/auth/login', body: {}, as: await as('sub-1', { email_verified: false }) })).body.code,
    ).toBe('account_not_linked')
    expect((await server.call({ method: 'POST', url: '/auth/login', body: {}, as: await as('sub-1', {}) })).status).toBe(200)
    expect((await server.call({ method: 'POST', url: '/auth/login', body: {}, as: await as('sub-2', {}) })).body.code).toBe(
      'account_not_linked',
    )
  })

  test('refuses tokens that are expired, meant for others, tampered with or of a disabled user', async () => {
    const call = async (token: string) => (await server.call({ url: '/me', as: { id: 0, name: '', token } })).status
    expect(await call(who.analista.token)).toBe(200)
    expect(await call(await server.sign('analista', { azp: 'other' }))).toBe(401)
    const [head, body, signature] = who.analista.token.split('.')
    const payload = JSON.parse(Buffer.from(body!, 'base64url').toString())
    expect(await call([head, Buffer.from(JSON.stringify({ ...payload, sub: 'admin' })).toString('base64url'), signature].join('.'))).toBe(
      401,
    )
    expect(await call([Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url'), body, ''].join('.'))).toBe(401)
    // Invalidated at a moment within the second in which it was issued.
    const { iat } = JSON.parse(Buffer.from(who.jefatura.token.split('.')[1]!, 'base64url').toString())
    const validFrom = (seconds: number) =>
      sql`update app_user set tokens_valid_from = to_timestamp(${seconds}) where id = ${who.jefatura.id}`.execute(server.db)
    await validFrom(iat + 0.4)
    expect(await call(who.jefatura.token)).toBe(401)
    await validFrom(iat)
    expect(await call(who.jefatura.token)).toBe(200)
    await sql`update app_user set active = false where id = ${who.otherAnalista.id}`.execute(server.db)
    expect(await call(who.otherAnalista.token)).toBe(401)
  })

  test('a session lasts as long as parameter 1 says from its sign-in, whatever its provider allows', async () => {
    const since = (minutes: number) => server.sign('gerencia', { auth_time: Math.floor(Date.now() / 1000) - minutes * 60 })
    const status = async (minutes: number) =>
      (await server.call({ url: '/me', as: { id: 0, name: '', token: await since(minutes) } })).status
    expect([await status(479), await status(480)]).toEqual([200, 401])
    const told = await server.call({ url: '/me/sessions', as: { id: 0, name: '', token: await since(100) } })
    expect(Math.round((Date.parse(told.body[0].VENCE) - Date.now()) / 60_000)).toBe(380)
    await sql`update parameter set value = 60 where type_id = 1 and role_id is null`.execute(server.db)
    expect([await status(59), await status(60)]).toEqual([200, 401])
    await sql`update parameter set value = 480 where type_id = 1 and role_id is null`.execute(server.db)
  })

  test('a role’s own session and idle time hold before everyone’s, and of several roles the strictest', async () => {
    const both = await server.person('dos.tiempos', [ROLE.gerencia, ROLE.analista])
    const signedIn = Math.floor(Date.now() / 1000) - 100 * 60
    const as = { ...both, token: await server.sign('dos.tiempos', { auth_time: signedIn }) }
    const role = (type: number, id: number, value: number) =>
      sql`insert into parameter (type_id, role_id, value) values (${type}, ${id}, ${value})`.execute(server.db)
    await role(1, ROLE.gerencia, 600)
    await role(3, ROLE.analista, 20)
    try {
      expect((await server.call({ url: '/me', as })).body.inactivityMinutes).toBe(20)
      expect((await server.call({ url: '/me/sessions', as })).body[0].VENCE).toBe(new Date((signedIn + 480 * 60) * 1000).toISOString())
      await role(1, ROLE.analista, 90)
      expect((await server.call({ url: '/me', as })).status).toBe(401)
      expect(
        (await server.call({ url: '/me', as: { ...both, token: await server.sign('jefatura', { auth_time: signedIn }) } })).status,
      ).toBe(200)
    } finally {
      await sql`delete from parameter where role_id is not null`.execute(server.db)
    }
  })

  test('the active role switches only to a role one has, and its keys with it', async () => {
    const both = await server.person('dual', [ROLE.analista, ROLE.control])
    expect((await server.call({ url: '/country-manager', as: both })).status).toBe(403)
    const switched = await server.call({ method: 'PATCH', url: '/user/set-rol-activo', body: { rolId: 3 }, as: both })
    expect(switched.body).toMatchObject({ SPC_TIPO_USUARIOS: { COD_TIPO_USUARIO: 3, TIPO_USUARIO: 'CONTROL' } })
    expect(switched.body.permissions).toContain('admin.country.write')
    expect((await server.call({ url: '/country-manager', as: both })).status).toBe(200)
    expect((await server.call({ method: 'PATCH', url: '/user/set-rol-activo', body: { rolId: 6 }, as: both })).status).toBe(403)
  })

  test('the context narrows to a country and business of one’s own', async () => {
    const chosen = await server.call({
      method: 'POST',
      url: '/me/setBusinessAndCountry',
      body: { ID_PAIS: 1, ID_NEGOCIO: 2 },
      as: who.control,
    })
    expect(chosen.body).toMatchObject({ PAIS: 'Brasil', NEGOCIO: 'SAFRA' })
    // Every answer says what it was made for: another of the person's devices may have chosen it.
    const made = [await server.call({ url: '/me', as: who.control }), await server.call({ url: '/account/99999', as: who.control })]
    expect(made.map(({ status, headers }) => [status, headers['x-context']])).toEqual([
      [200, '3/1/2'],
      [404, '3/1/2'],
    ])
    expect((await server.call({ url: '/auth/config' })).headers).not.toHaveProperty('x-context')
    expect(
      (await server.call({ method: 'POST', url: '/me/setBusinessAndCountry', body: { ID_PAIS: 1, ID_NEGOCIO: 2 }, as: who.jefatura })).body
        .code,
    ).toBe('business_out_of_scope')
    expect((await server.call({ url: '/me/business', as: who.control })).body).toHaveLength(2)
    expect((await server.call({ url: '/me/business', as: who.jefatura })).body).toEqual([
      { ID_NEGOCIO: 1, NEGOCIO: 'VOTORANTIM', ID_PAIS: 1, PAIS: 'Brasil' },
    ])
    await sql`update country set active = false where id = 1`.execute(server.db)
    expect((await server.call({ url: '/me/business', as: who.jefatura })).body).toMatchObject([{ ID_PAIS: 1, PAIS: null }])
    await sql`update country set active = true where id = 1`.execute(server.db)
  })

  test('says the zone in which moments are shown: that of the businesses in scope where they keep one, else the server’s', async () => {
    const zone = async (as: Person) => (await server.call({ url: '/me', as })).body.ZONA
    const choose = async (context: object) =>
      (await server.call({ method: 'POST', url: '/me/setBusinessAndCountry', body: context, as: who.administrador })).body.ZONA
    await sql`insert into calendar (country_id, zone) values (1, 'America/Manaus')`.execute(server.db)
    expect([await zone(who.jefatura), await zone(who.administrador)]).toEqual(['America/Manaus', 'America/Manaus'])
    await sql`insert into country (name, iso, currency) values ('Chile', 'CL', 'CLP')`.execute(server.db)
    await sql`insert into business (country_id, name, code, currency) select id, 'PINE', '77', 'CLP' from country where iso = 'CL'`.execute(
      server.db,
    )
    // Two zones: the server's, unless one country is chosen; and at once where it is chosen.
    expect([await zone(who.jefatura), await zone(who.administrador)]).toEqual(['America/Manaus', 'America/Sao_Paulo'])
    expect(await choose({ ID_PAIS: 1, ID_NEGOCIO: null })).toBe('America/Manaus')
    expect(await choose({ ID_PAIS: null, ID_NEGOCIO: null })).toBe('America/Sao_Paulo')
    await sql`delete from business where code = '77'`.execute(server.db)
    await sql`delete from country where iso = 'CL'`.execute(server.db)
    await sql`delete from calendar`.execute(server.db)
  })
})

describe('whoever is shut out is out at once:', () => {
  let origin: string
  beforeAll(async () => {
    origin = await server.app.listen({ port: 0, host: '127.0.0.1' })
  })
  const disable = ({ id }: Person) => sql`update app_user set active = false where id = ${id}`.execute(server.db)
  /** A form whose file is still being sent. */
  const upload = (path: string, { token }: Person) => {
    const call = request(`${origin}/api${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' },
    })
    const answer = new Promise<number>((resolve, reject) => {
      call.on('response', (response) => resolve(response.resume().statusCode!)).on('error', reject)
    })
    const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n'
    const [begin, ...rest] = [imageOf('png').subarray(0, 20), imageOf('png').subarray(20), '\r\n--x--\r\n']
    return {
      begun: new Promise<void>((resolve) => {
        call.write(head)
        call.write(begin, () => setTimeout(resolve, 300))
      }),
      finish() {
        for (const part of rest) call.write(part)
        call.end()
        return answer
      },
    }
  }

  test('a file that was on its way is taken from nobody who was disabled, or lost the key, meanwhile', async () => {
    const [stays, leaves] = [await server.person('sigue', [ROLE.analista]), await server.person('se.va', [ROLE.analista])]
    const both = [upload('/me/avatar', stays), upload('/me/avatar', leaves)]
    for (const { begun } of both) await begun
    await disable(leaves)
    expect([await both[0]!.finish(), await both[1]!.finish()]).toEqual([200, 401])
    const { rows } = await sql<{ user_id: number }>`select user_id from user_avatar where user_id in (${stays.id}, ${leaves.id})`.execute(
      server.db,
    )
    expect(rows).toEqual([{ user_id: stays.id }])

    const both2 = await server.person('cambia', [ROLE.control, ROLE.analista])
    const load = upload('/balances/upload', both2)
    await load.begun
    await server.call({ method: 'PATCH', url: '/user/set-rol-activo', body: { rolId: ROLE.analista }, as: both2 })
    expect(await load.finish()).toBe(403)
  })

  test('an open line brings nothing more, and ends', async () => {
    const leaves = await server.person('escucha', [ROLE.analista])
    const answer = await fetch(`${origin}/api/notifications/stream`, { headers: { authorization: `Bearer ${leaves.token}` } })
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
    let heard = ''
    while (!heard.includes('sin_leer')) heard += (await reader.read()).value
    await disable(leaves)
    const since = performance.now()
    announceRead(server.live, leaves.id)
    expect(await reader.read()).toMatchObject({ done: true })
    // Long before the next heartbeat, at which the stream would end anyway.
    expect(performance.now() - since).toBeLessThan(10_000)
  })
})

describe('how it looks', () => {
  const dark = { theme: 'dark', accent: 'teal', level: 700, size: 'sm', dir: 'rtl', layout: 'decked' }
  const keep = (body: object) => server.call({ method: 'POST', url: '/me/appearance', body, as: who.gerencia })
  const me = async () => (await server.call({ url: '/me', as: who.gerencia })).body

  test('is nothing before somebody chooses, and then what they chose, wherever they sign in', async () => {
    expect((await me()).appearance).toBeNull()
    expect((await keep(dark)).status).toBe(200)
    expect((await me()).appearance).toEqual(dark)
    expect((await server.call({ method: 'POST', url: '/auth/login', body: {}, as: who.gerencia })).body.user.appearance).toEqual(dark)
    expect((await server.call({ url: '/me', as: who.control })).body.appearance).toBeNull()
    expect((await keep({ ...dark, shortcuts: false })).status).toBe(200)
    expect((await me()).appearance).toEqual({ ...dark, shortcuts: false })
  })
  test.each([{ theme: 'blue' }, { level: 650 }, { layout: 'other' }, { size: undefined }, { shortcuts: 'no' }])(
    'is refused with %j',
    async (wrong) => {
      expect((await keep({ ...dark, ...wrong })).status).toBe(422)
    },
  )
})

describe('the picture', () => {
  const send = (content: Buffer, name = 'foto.png') =>
    server.call({ method: 'POST', url: '/me/avatar', file: { name, content }, as: who.auditor })
  const avatar = async (as = who.auditor) => (await server.call({ url: '/me', as })).body.avatar

  test.each(['png', 'jpeg', 'webp'] as const)('is a %s of one’s own, in place of the one before, and can go again', async (kind) => {
    expect(await avatar()).toBeNull()
    expect((await send(imageOf('png'))).status).toBe(200)
    expect((await send(imageOf(kind), `foto.${kind}`)).status).toBe(200)
    // Drawn anew: the same kind and size, without anything else that was in the file.
    const kept = Buffer.from((await avatar()).slice(`data:image/${kind};base64,`.length), 'base64')
    expect(await sharp(kept).metadata()).toMatchObject({ format: kind, width: 2, height: 3 })
    expect(await avatar(who.control)).toBeNull()
    expect((await server.call({ method: 'DELETE', url: '/me/avatar', as: who.auditor })).status).toBe(200)
    expect(await avatar()).toBeNull()
  })
  test('travels on one line, however large', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
    const picture = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#888', noise } })
      .jpeg()
      .toBuffer()
    expect((await send(picture, 'foto.jpg')).status).toBe(200)
    expect(await avatar()).toMatch(/^data:image\/jpeg;base64,[A-Za-z0-9+/]{50000,}=*$/)
    await server.call({ method: 'DELETE', url: '/me/avatar', as: who.auditor })
  })
  test.each([
    ['a page that says it is an image', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'), 'image_kind'],
    ['a piece of one', imageOf('png').subarray(0, 40), 'image_damaged'],
    ['one with something behind it', Buffer.concat([imageOf('png'), Buffer.from('PK')]), 'image_damaged'],
    ['one of more than 256 kB', Buffer.concat([imageOf('png'), Buffer.alloc(256 * 1024)]), 'avatar_too_large'],
    ['one of more than 512 pixels a side', imageOf('png', 513, 10), 'avatar_too_large'],
  ])('is not %s', async (_, content, code) => {
    expect(await send(content)).toMatchObject({ status: 422, body: { code } })
    expect(await avatar()).toBeNull()
  })
})
