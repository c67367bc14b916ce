import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AuditorAccess } from '@cuadre/api/auditor'
import { ROLE } from '@cuadre/api/roles'
import { openTable } from '@cuadre/tables'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { DateTime } from 'luxon'
import type { z } from 'zod'
import type { Person } from '../../lab/testing/server.ts'
import { rows } from '../../platform/database/index.ts'
import { type Story, story } from '../../workflow/analysis/analysis.fixture.ts'

let s: Story
beforeAll(async () => {
  s = await story([
    { code: '1101', name: 'Caja', balance: '100.00', previous: '100.00' },
    { code: '1102', name: 'Bancos', balance: '5000.00', previous: '4000.00' },
    { code: '1103', name: 'Inversiones', balance: '900.00' },
    { code: '2101', name: 'Proveedores', balance: '700.00', safra: true },
  ])
  // 1101 was rejected once and is approved for good; so is 2101 of SAFRA; 1102 waits for control; 1103 was not sent.
  await s.submit('1101')
  await s.decide('jefatura rechaza', '1101', s.who.jefatura)
  for (const code of ['1101', '1102']) {
    await s.submit(code)
    await s.decide('jefatura aprueba', code, s.who.jefatura)
  }
  await s.decide('control aprueba', '1101', s.who.control)
  await s.submit('2101', {}, { as: s.who.otherAnalista })
  await s.decide('jefatura aprueba', '2101', s.who.otherJefatura)
  await s.decide('control aprueba', '2101', s.who.control)
  // And September of 1101, approved.
  await sql`update analysis set state_main = 4, state_jefatura = 4, state_control = 4 where period_id = 1`.execute(s.db)
})
afterAll(() => s.close())

const day = (days: number) => DateTime.now().setZone('America/Sao_Paulo').plus({ days }).toISODate()!
const someone = {
  NOMBRE: 'Elena Prat',
  USUARIO: 'eprat',
  email: 'elena@auditores.example',
  FIRMA_AUDITORA: 'Prat y Asociados',
  VIGENCIA_DESDE: day(0),
  VIGENCIA_HASTA: day(90),
  alcance: [{ ID_PAIS: 1 }],
}
const create = (body: object = {}, as: Person = s.who.control) =>
  s.call({ method: 'POST', url: '/user/create-auditor', body: { ...someone, ...body }, as })
const change = (id: number, body: object, as: Person = s.who.control) =>
  s.call({ method: 'PATCH', url: `/user/update-auditor/${id}`, body, as })
let made = 0
/** An auditor with an account at the provider, signed in. */
async function auditor(body: object = {}): Promise<Person> {
  const name = `auditora${++made}`
  const answer = await create({ NOMBRE: name, USUARIO: name, email: `${name}@auditores.example`, ...body })
  expect(answer).toMatchObject({ status: 200 })
  await sql`insert into identity_link values ('http://localhost/realms/corp', ${name}, ${answer.body.id})`.execute(s.db)
  return { id: answer.body.id, name, token: await s.sign(name) }
}
const seen = (as: Person, query: object = {}) => s.codes('/analysis', as, { sort: 'CUENTA', ...query })
const accesses = async (id: number, as = s.who.administrador, query = {}): Promise<z.output<typeof AuditorAccess>[]> =>
  (await s.call({ url: `/user/auditores/${id}/accesos`, query, as })).body.data
const ALL = { documentos: true, fechasFirma: true, comentariosInternos: true, exportar: true, soloAprobados: true }

describe('an auditor', () => {
  test('is made with firm, dates, scope and periods, sees only what is approved unless granted more, and is invited', async () => {
    const answer = await create({ TIPO: 'interno', periodos: [2, 1] })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        NOMBRE: 'Elena Prat',
        FIRMA_AUDITORA: 'Prat y Asociados',
        TIPO: 'interno',
        VIGENCIA_DESDE: day(0),
        VIGENCIA_HASTA: day(90),
        ACCESO: 'vigente',
        alcance: [{ ID_PAIS: 1, ID_NEGOCIO: null, PAIS: 'Brasil' }],
        periodos: [
          { COD_PERIODO: 1, PERIODO: '2026-09' },
          { COD_PERIODO: 2, PERIODO: '2026-10' },
        ],
        permisos: { documentos: false, fechasFirma: false, comentariosInternos: false, exportar: false, soloAprobados: true },
      },
    })
    expect(await rows(s.db, sql`select email, template from outbox where user_id = ${answer.body.id}`)).toEqual([
      { email: 'elena@auditores.example', template: 'invitacion_cuenta' },
    ])
    // A separate kind of user.
    expect(await rows(s.db, sql`select role_id from user_role where user_id = ${answer.body.id}`)).toEqual([{ role_id: ROLE.auditor }])
    expect((await s.call({ url: '/user', query: { search: 'eprat' }, as: s.who.control })).body.total).toBe(0)
  })

  test.each([
    ['USUARIO', { USUARIO: 'analista' }, 'user_exists'],
    ['email', { USUARIO: 'nuevo', email: 'analista@corporacion.example' }, 'email_exists'],
    ['FIRMA_AUDITORA', { FIRMA_AUDITORA: '' }, 'wrong_fields'],
    ['alcance', { alcance: [] }, 'wrong_fields'],
    ['alcance', { alcance: [{ ID_PAIS: 9 }] }, 'scope_unknown'],
    ['periodos', { periodos: [1, 99] }, 'period_unknown'],
    ['VIGENCIA_DESDE', { VIGENCIA_DESDE: '2026-02-30' }, 'wrong_fields'],
    ['VIGENCIA_HASTA', { VIGENCIA_HASTA: day(-1) }, 'auditor_dates_order'],
    ['VIGENCIA_HASTA', { VIGENCIA_HASTA: day(401) }, 'auditor_dates_long'],
    ['VIGENCIA_HASTA', { VIGENCIA_DESDE: day(-9), VIGENCIA_HASTA: day(-1) }, 'auditor_dates_past'],
  ])('is refused for %s: %j', async (path, body, code) => {
    expect(await create({ USUARIO: 'nuevo', email: 'nuevo@auditores.example', ...body })).toMatchObject({
      status: 422,
      body: { code, issues: [{ path }] },
    })
    expect(await rows(s.db, sql`select from app_user where username = 'nuevo'`)).toHaveLength(0)
  })

  test('has access for 400 days at the most, also after a change', async () => {
    const { id } = await auditor({ VIGENCIA_HASTA: day(400) })
    expect((await change(id, { VIGENCIA_DESDE: day(-1) })).body).toMatchObject({
      code: 'auditor_dates_long',
      message: 'El acceso de un auditor dura a lo sumo 400 días.',
    })
    expect((await change(id, { alcance: [] })).body).toMatchObject({ issues: [{ path: 'alcance' }] })
    expect((await change(id, { NOMBRE: 'Otro Nombre', VIGENCIA_DESDE: day(1) })).body).toMatchObject({
      NOMBRE: 'Otro Nombre',
      ACCESO: 'por_iniciar',
      VIGENCIA_HASTA: day(400),
    })
    const { body } = await s.call({ url: '/permissions/history', query: { objeto: 'auditor', objetoId: id }, as: s.who.control })
    expect(body.data).toMatchObject([
      { PERSONA: 'Beatriz Montoya', ANTES: { VIGENCIA_DESDE: day(0) }, DESPUES: { NOMBRE: 'Otro Nombre', VIGENCIA_DESDE: day(1) } },
      { ANTES: null },
    ])
  })

  test('holds no other role, and nothing is assigned to them', async () => {
    const { id } = await auditor()
    expect((await s.call({ method: 'PATCH', url: `/user/${id}`, body: { roles: [1, 5] }, as: s.who.administrador })).status).toBe(404)
    const assigned = await s.call({ method: 'PATCH', url: '/account/1', body: { ID_ANALISTA: id }, as: s.who.control })
    expect(assigned).toMatchObject({ status: 422, body: { code: 'analyst_wrong' } })
    expect((await s.call({ method: 'PATCH', url: `/user/update-auditor/${s.who.analista.id}`, body: {}, as: s.who.control })).status).toBe(
      404,
    )
  })

  test('is kept by control and administrators; auditors find themselves, and others nobody', async () => {
    const person = await auditor()
    for (const as of [s.who.analista, s.who.jefatura, s.who.gerencia]) {
      expect((await s.call({ url: '/user/auditores', as })).status).toBe(403)
      expect((await s.call({ url: `/user/auditores/${person.id}/accesos`, as })).status).toBe(403)
    }
    expect((await create({ USUARIO: 'otro' }, person)).status).toBe(403)
    expect((await change(person.id, { VIGENCIA_HASTA: day(399) }, person)).status).toBe(403)
    expect((await s.call({ url: '/user/auditores', as: person })).body).toMatchObject({ total: 1, data: [{ id: person.id }] })
    expect((await s.call({ url: `/user/auditores/${s.who.auditor.id}`, as: person })).status).toBe(404)
    expect((await s.call({ url: `/user/auditores/${s.who.auditor.id}/accesos`, as: person })).status).toBe(404)
    const found = await s.call({
      url: '/user/auditores',
      query: { search: 'prat y aso', acceso: 'vigente', tipo: 'interno' },
      as: s.who.control,
    })
    expect(found.body.data.map((a: { USUARIO: string }) => a.USUARIO)).toEqual(['eprat'])
  })
})

describe('a change of an auditor', () => {
  test('is compared with what its author saw: of two the second gets what the first has left', async () => {
    const person = await auditor()
    const { REVISION } = (await s.call({ url: `/user/auditores/${person.id}`, as: s.who.control })).body
    expect((await change(person.id, { FIRMA_AUDITORA: 'Primera', REVISION })).body).toMatchObject({ REVISION: REVISION + 1 })
    expect(await change(person.id, { FIRMA_AUDITORA: 'Segunda', REVISION }, s.who.administrador)).toMatchObject({
      status: 409,
      body: { code: 'row_moved', current: { FIRMA_AUDITORA: 'Primera', REVISION: REVISION + 1 } },
    })
  })
})

describe('the dates of an auditor', () => {
  test('open and shut every call, with a sentence that says why', async () => {
    const person = await auditor({ VIGENCIA_DESDE: day(1) })
    const me = () => s.call({ url: '/me', as: person })
    const written = (iso: string) => iso.split('-').reverse().join('-')
    expect(await me()).toMatchObject({
      status: 403,
      body: { code: 'auditor_not_yet', message: `Su acceso como auditor empieza el ${written(day(1))}.` },
    })
    await change(person.id, { VIGENCIA_DESDE: day(0), VIGENCIA_HASTA: day(0) })
    expect((await me()).status).toBe(200)
    await change(person.id, { VIGENCIA_DESDE: day(-5), VIGENCIA_HASTA: day(-1) })
    for (const [method, url] of [
      ['GET', '/me'],
      ['GET', '/analysis'],
      ['POST', '/auth/login'],
    ] as const)
      expect(await s.call({ method, url, as: person, ...(method === 'POST' && { body: {} }) })).toMatchObject({
        status: 403,
        body: { code: 'auditor_expired', message: `Su acceso como auditor venció el ${written(day(-1))}.` },
      })
    await change(person.id, { VIGENCIA_HASTA: day(5), status: 'inactivo' })
    expect((await me()).status).toBe(401)
  })

  test('are needed: the role of auditor alone opens nothing', async () => {
    const person = await auditor()
    await sql`delete from auditor where user_id = ${person.id}`.execute(s.db)
    expect((await s.call({ url: '/analysis', as: person })).body.code).toBe('auditor_without_access')
  })
})

describe('what an auditor sees', () => {
  test('is approved, of their businesses and periods', async () => {
    const person = await auditor()
    expect(await seen(person)).toEqual(['1101', '1101', '1102', '2101'])
    expect(await seen(person, { periodId: 2 })).toEqual(['1101', '2101'])
    await change(person.id, { alcance: [{ ID_PAIS: 1, ID_NEGOCIO: 1 }] })
    expect(await seen(person, { periodId: 2 })).toEqual(['1101'])
    await change(person.id, { periodos: [1] })
    expect(await seen(person)).toEqual(['1101', '1102'])
    expect(await seen(person, { periodId: 2 })).toEqual([])
    expect((await s.call({ url: `/analysis/${await s.of('1101')}`, as: person })).status).toBe(404)
    await change(person.id, { periodos: [], permisos: { soloAprobados: false } })
    expect(await seen(person, { periodId: 2 })).toEqual(['1101', '1102', '1103'])
    expect((await s.call({ url: `/analysis/${await s.of('2101')}`, as: person })).status).toBe(404)
  })

  test('leaves out documents and exports that are not granted', async () => {
    const person = await auditor()
    const id = (await s.call({ url: `/analysis/${await s.of('1101')}`, as: person })).body.ARCHIVO.ID
    const open = async () =>
      Promise.all(
        [`/analysis/file/${id}`, `/analysis/file/${id}/evidence`, '/analysis?format=excel', '/user/auditores?format=excel'].map((url) =>
          s.call({ url, as: person }),
        ),
      )
    expect((await open()).map(({ body }) => body.code)).toEqual([
      'auditor_no_documents',
      'auditor_no_documents',
      'auditor_no_export',
      'auditor_no_export',
    ])
    // Nor does the record say that they have had one in view.
    const seen = () => s.call({ method: 'POST', url: `/analysis/file/${id}/seen`, as: person })
    expect((await seen()).body.code).toBe('auditor_no_documents')
    await change(person.id, { permisos: { documentos: true } })
    expect((await seen()).status).toBe(200)
    expect((await open()).map(({ status }) => status)).toEqual([200, 200, 403, 403])
    await change(person.id, { permisos: { exportar: true } })
    expect((await open()).map(({ status }) => status)).toEqual([403, 403, 200, 200])
  })

  test('leaves out when things were signed and what was said inside, in lists, details and exports', async () => {
    const person = await auditor({ permisos: { exportar: true } })
    const id = await s.of('1101')
    const look = async () => {
      const [row] = (await s.list('/analysis', person, { periodId: 2, search: '1101' })).data
      const { body: detail } = await s.call({ url: `/analysis/${id}`, as: person })
      const file = await s.call({ url: '/analysis', query: { periodId: 2, search: '1101', format: 'excel' }, as: person })
      const path = join(s.folder, 'auditor.xlsx')
      writeFileSync(path, file.body)
      const [header, cells] = (await (await openTable(path, 'a.xlsx')).head(5)).map((each) => each.cells)
      const some = (of: (event: Record<string, string | null>) => unknown) => detail.EVENTOS.some(of)
      return {
        dates: [
          row.FECHA_ENVIO,
          detail.FECHA_ENVIO,
          row.ARCHIVO.CARGADO_EN,
          cells![header!.findIndex((name) => String(name).startsWith('Enviado ('))],
        ]
          .map((date) => date !== null)
          .concat(some((e) => e.FECHA !== null)),
        comments: some((e) => e.COMENTARIO !== null),
        // So is that it was sent, and with which value.
        supported: cells![header!.indexOf('Saldo sustentado')],
        // The explanation of the variation is what is audited.
        explained: [row.COMENTARIO_VARIACION, detail.COMENTARIO_VARIACION, cells![header!.indexOf('Comentario')]],
        events: detail.EVENTOS.length,
      }
    }
    for (const query of [{ dateStart: '2026-10-01' }, { dateEnd: '2026-10-01' }, { sort: '-FECHA_ENVIO' }])
      expect((await s.call({ url: '/analysis', query, as: person })).body.code).toBe('auditor_no_dates')
    const explained = Array(3).fill('Conciliado con el extracto.')
    expect(await look()).toMatchObject({ dates: Array(5).fill(false), comments: false, explained, events: expect.any(Number) })
    expect((await look()).supported).not.toBeNull()
    await change(person.id, { permisos: { exportar: true, fechasFirma: true } })
    expect(await look()).toMatchObject({ dates: Array(5).fill(true), comments: false, explained })
    await change(person.id, { permisos: ALL })
    expect(await look()).toMatchObject({ dates: Array(5).fill(true), comments: true, explained })
    // Everybody else sees all of it.
    expect(
      (await s.call({ url: `/analysis/${id}`, as: s.who.control })).body.EVENTOS.every((e: { FECHA: string }) => e.FECHA !== null),
    ).toBe(true)
  })

  test('leaves out what lies before, where it is of another period or not approved, and the chain of other periods', async () => {
    const person = await auditor({ periodos: [2], permisos: ALL })
    const look = async () => {
      const { body } = await s.call({ url: `/analysis/${await s.of('1101')}`, as: person })
      const chains = await Promise.all([1, 2].map((id) => s.call({ url: `/analysis/verify/${id}`, as: person })))
      return {
        before: body.ANTERIOR?.PERIODO ?? null,
        months: body.SERIE.map(({ PERIODO }: { PERIODO: string }) => PERIODO),
        chains: chains.map(({ status }) => status),
      }
    }
    expect(await look()).toEqual({ before: null, months: ['2026-10'], chains: [404, 200] })
    await change(person.id, { periodos: [] })
    expect(await look()).toEqual({ before: '2026-09', months: ['2026-09', '2026-10'], chains: [200, 200] })
    await sql`update analysis set state_main = 2 where period_id = 1`.execute(s.db)
    expect(await look()).toEqual({ before: null, months: ['2026-09', '2026-10'], chains: [200, 200] })
    await sql`update analysis set state_main = 4 where period_id = 1`.execute(s.db)
  })

  test('is counted with what it can be filtered by; the reasons for more time are nobody of theirs', async () => {
    const person = await auditor()
    const counted = async (query = {}) => (await s.call({ url: '/analysis-metadata/auditor', query, as: person })).body
    expect(await counted()).toMatchObject({
      total: 4,
      aprobados: 4,
      desde: null,
      hasta: null,
      periodos: [
        { id: 2, nombre: '2026-10' },
        { id: 1, nombre: '2026-09' },
      ],
    })
    expect((await counted({ periodId: 2 })).negocios).toHaveLength(2)
    await change(person.id, { permisos: { fechasFirma: true } })
    expect((await counted()).hasta).toMatch(/Z$/)
    expect((await s.call({ url: '/period/extension', as: person })).status).toBe(403)
  })

  test('is logged, every view, download and export, for administration and for themselves', async () => {
    const person = await auditor({ permisos: { ...ALL, exportar: false } })
    const id = await s.of('1101')
    const { body } = await s.call({ url: `/analysis/${id}`, as: person })
    const before = await accesses(person.id)
    expect(before).toMatchObject([{ TIPO: 'vista', LLAMADA: 'getAnalysis', RUTA: `/analysis/${id}`, FECHA: expect.stringMatching(/Z$/) }])
    // Refused or not found: nothing was seen, so nothing is logged.
    await s.call({ url: '/analysis', query: { format: 'excel' }, as: person })
    await s.call({ url: '/analysis/99999', as: person })
    await s.call({ url: '/me', as: person })
    await s.call({ url: '/analysis', query: { search: 'caja', periodId: 2 }, as: person })
    await s.call({ url: `/analysis/file/${body.ARCHIVO.ID}`, as: person })
    await s.call({ url: `/analysis/file/${body.ARCHIVO.ID}/evidence`, as: person })
    await change(person.id, { permisos: ALL })
    await s.call({ url: '/analysis', query: { periodId: 2, format: 'excel' }, as: person })
    expect(await accesses(person.id)).toMatchObject([
      { TIPO: 'exportacion', LLAMADA: 'listAnalyses', FILTROS: { periodId: 2 }, FILTROS_TEXTO: 'Período: 2026-10' },
      { TIPO: 'descarga', LLAMADA: 'analysisEvidence' },
      {
        TIPO: 'descarga',
        LLAMADA: 'analysisFile',
        RUTA: `/analysis/file/${body.ARCHIVO.ID}`,
        CUENTA: '1101',
        PERIODO: '2026-10',
        ARCHIVO: body.ARCHIVO.NOMBRE,
      },
      {
        TIPO: 'vista',
        LLAMADA: 'listAnalyses',
        RUTA: '/analysis',
        FILTROS: { search: 'caja', periodId: 2 },
        FILTROS_TEXTO: 'Búsqueda: caja · Período: 2026-10',
      },
      { LLAMADA: 'getAnalysis', CUENTA: '1101', NOMBRE_CUENTA: 'Caja', ARCHIVO: null },
    ])
    expect((await accesses(person.id, s.who.control, { search: 'caja' })).map(({ LLAMADA }) => LLAMADA)).toEqual([
      'analysisEvidence',
      'analysisFile',
      'getAnalysis',
    ])
    expect(await accesses(person.id, s.who.control, { tipo: 'descarga' })).toHaveLength(2)
    const own = await s.call({ url: `/user/auditores/${person.id}/accesos`, query: { format: 'excel' }, as: person })
    expect(own.headers['content-disposition']).toContain('accesos')
    writeFileSync(join(s.folder, 'accesos.xlsx'), own.body)
    const lines = await (await openTable(join(s.folder, 'accesos.xlsx'), 'accesos.xlsx')).head(50)
    const kinds = lines.slice(1).map(({ cells }) => cells[1])
    expect([...new Set(kinds)].sort()).toEqual(['Consulta', 'Descarga', 'Exportación'])
    expect((await accesses(person.id))[0]).toMatchObject({ TIPO: 'exportacion', LLAMADA: 'auditorAccesses' })
    const counted = (query: Record<string, string>) => s.call({ url: `/user/auditores/${person.id}/accesos`, query, as: s.who.control })
    const { porTipo } = (await counted({ tipo: 'descarga', search: body.ARCHIVO.NOMBRE })).body
    expect(porTipo).toEqual({ accion: 0, descarga: 2, exportacion: 0, vista: 0 })
    const ask = { COD_ANALISIS: id, ASUNTO: 'Soporte', PREGUNTA: '¿Dónde está el extracto?' }
    const raised = (await s.call({ method: 'POST', url: '/observation', body: ask, as: person })).body
    // What was asked about is named, as what was opened is.
    await s.call({ url: `/observation/${raised.ID}`, as: person })
    await s.call({ method: 'POST', url: `/analysis/file/${body.ARCHIVO.ID}/seen`, as: person })
    expect((await accesses(person.id, s.who.control, { search: '1101' })).slice(0, 3)).toMatchObject([
      { LLAMADA: 'seeAnalysisFile', CUENTA: '1101', ARCHIVO: body.ARCHIVO.NOMBRE },
      { LLAMADA: 'getObservation', CUENTA: '1101', PERIODO: '2026-10', ARCHIVO: null },
      { LLAMADA: 'raiseObservation', CUENTA: '1101', NOMBRE_CUENTA: 'Caja' },
    ])
    // What was done and taken away, without what was only looked at.
    expect(await accesses(person.id, s.who.control, { tipo: 'accion,descarga,exportacion' })).toMatchObject([
      { TIPO: 'accion', LLAMADA: 'raiseObservation' },
      { TIPO: 'exportacion', LLAMADA: 'auditorAccesses' },
      { TIPO: 'exportacion', LLAMADA: 'listAnalyses' },
      { TIPO: 'descarga' },
      { TIPO: 'descarga' },
    ])
    // Only auditors are logged.
    expect(await rows(s.db, sql`select from auditor_access l join user_role r on r.user_id = l.user_id and r.role_id <> 5`)).toHaveLength(0)
    for (const tampering of [sql`delete from auditor_access`, sql`update auditor_access set route = '/'`])
      await expect(tampering.execute(s.db)).rejects.toThrow('append-only')
  })
})
