import { ROLE, ROLE_NAME, type RoleId } from '@cuadre/api/roles'
import { sql } from 'kysely'
import { row } from '../database/index.ts'
import { imageOf } from '../document/image.fixture.ts'
import { seedBase } from '../seed/index.ts'
import { organisation, type Person, type TestServer } from './server.ts'

export type World = Awaited<ReturnType<typeof world>>

/** Words that only rows of Brasil carry: who may not see those rows must not read them anywhere. */
export const MARKS = ['VOTORANTIM', 'Caja general', 'Contabilidad financiera'] as const

/** A PNG of one point. */
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/**
 * A row of everything in Brasil, made through the API by the people whose work it is, and for every role a person
 * who works in Chile and has nothing to do with it.
 */
export async function world(server: TestServer) {
  const { db, call } = server
  await seedBase(db)
  const who = await organisation(server)
  const here: Record<RoleId, Person> = {
    [ROLE.analista]: who.analista,
    [ROLE.jefatura]: who.jefatura,
    [ROLE.control]: who.control,
    [ROLE.gerencia]: who.gerencia,
    [ROLE.auditor]: who.auditor,
    [ROLE.administrador]: who.administrador,
  }
  const there = await chile(server)

  const done = async (what: string, answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer
    if (status !== 200) throw new Error(`${what}: ${status} ${JSON.stringify(body)}`)
    // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, read by the names the contract gives
    return body as any
  }
  const heading = await row(db, sql<{ id: number }>`insert into heading (code, name) values ('11', 'Disponible') returning id`)
  const accounts: { id: number; code: string; name: string }[] = []
  for (const [code, name] of [
    ['1101', 'Caja general'],
    ['1102', 'Banco del Brasil'],
    ['1103', 'Fondo fijo'],
    ['1104', 'Inversiones'],
    ['1201', 'Anticipos a proveedores'],
    ['1202', 'Anticipos al personal'],
    ['1301', 'Seguros pagados'],
    ['1302', 'Alquileres pagados'],
  ] as const) {
    const made = await row(
      db,
      sql<{ id: number }>`insert into account (business_id, code, name, heading_id, department_id, currency, analyst_id)
        values (${who.votorantim}, ${code}, ${name}, ${heading!.id}, ${who.contabilidad}, 'BRL', ${who.analista.id}) returning id`,
    )
    accounts.push({ id: made!.id, code, name })
  }
  const month = new Date().toISOString().slice(0, 7)
  const period = await done('period', call({ method: 'POST', url: '/period', body: { PERIODO: month }, as: who.control }))
  const load = await done(
    'load',
    call({
      method: 'POST',
      url: '/balances/upload',
      as: who.control,
      body: { COD_PERIODO: period.COD_PERIODO },
      file: {
        name: 'saldos.csv',
        content: ['negocio;cuenta;nombre;saldo', ...accounts.map(({ code, name }, i) => `00051626;${code};${name};${i + 1}00,00`)].join(
          '\r\n',
        ),
      },
    }),
  )
  const { data } = await done('analyses', call({ url: '/analysis', as: who.control, query: { sort: 'CUENTA', limit: 10 } }))
  const [approved, submitted, pending, , ...grouped] = (data as { COD_ANALISIS: number; VALOR_BALANCE: string }[]).map(
    ({ COD_ANALISIS, VALOR_BALANCE }) => ({
      id: COD_ANALISIS,
      balance: VALOR_BALANCE,
    }),
  )
  const annex = await done(
    'annex',
    call({
      method: 'POST',
      url: `/analysis/${approved!.id}/annex`,
      as: who.analista,
      file: { name: 'contrato.pdf', content: '%PDF-1.4\ncontrato\n%%EOF\n' },
      body: {},
    }),
  )
  for (const { id, balance } of [approved!, submitted!])
    await done(
      'submission',
      call({
        method: 'POST',
        url: `/analysis/file/${id}`,
        as: who.analista,
        body: { VALOR_ANALISIS: balance, VARIACION: '0', COMENTARIO_VARIACION: 'Conciliado con el extracto del banco.' },
        file: { name: 'extracto.pdf', content: '%PDF-1.4\nextracto\n%%EOF\n' },
      }),
    )
  for (const [url, as] of [
    ['/department/aprobar-analisis-jefatura', who.jefatura],
    ['/sub-management/aprobar-analisis-control', who.control],
  ] as const)
    await done('approval', call({ method: 'PATCH', url: `${url}/${approved!.id}`, as, body: {} }))
  const group = async (name: string, members: typeof grouped) => {
    const body = { NOMBRE: name, COD_ANALISIS: members.map(({ id }) => id) }
    return (await done('group', call({ method: 'POST', url: '/analysis/group', body, as: who.analista }))).AGRUPADO_ID as number
  }
  const open = await group('Anticipos', grouped.slice(0, 2))
  const sent = await group('Pagos anticipados', grouped.slice(2, 4))
  const VALORES = JSON.stringify(grouped.slice(2, 4).map(({ id, balance }) => ({ COD_ANALISIS: id, VALOR_ANALISIS: balance })))
  await done(
    'submission of a group',
    call({
      method: 'POST',
      url: `/analysis/group/${sent}/file`,
      as: who.analista,
      body: { VALORES, COMENTARIO_VARIACION: 'Conciliado con las pólizas y contratos.' },
      file: { name: 'polizas.pdf', content: '%PDF-1.4\npolizas\n%%EOF\n' },
    }),
  )
  const file = await row(db, sql<{ id: number }>`select id from analysis_file where analysis_id = ${approved!.id}`)
  const balance = await row(db, sql<{ id: number }>`select id from balance where account_id = ${accounts[0]!.id}`)
  const threshold = await row(
    db,
    sql<{ id: number }>`insert into threshold (business_id, amount, percent) values (${who.votorantim}, 5000, 10) returning id`,
  )
  await sql`insert into deadline (business_id, role, working_day) values (${who.votorantim}, 'CIERRE', 9)`.execute(db)
  const transfer = await row(
    db,
    sql<{ id: number }>`insert into transfer (role, from_user_id, to_user_id, since_period_id, with_open, reason, created_by, request_hash)
      values ('RESPALDO', ${who.otherAnalista.id}, ${who.analista.id}, ${period.COD_PERIODO}, true, 'Vacaciones', ${who.control.id}, 'x') returning id`,
  )
  await sql`insert into transfer_account (transfer_id, account_id) values (${transfer!.id}, ${accounts[0]!.id})`.execute(db)
  const faq = await row(db, sql<{ id: number }>`select min(id) as id from faq`)
  const role = await row(db, sql<{ id: number }>`insert into role (name, base_role_id) values ('LECTURA', ${ROLE.control}) returning id`)
  const auditor = await server.person('auditora', [ROLE.auditor], 'Elena Prat')
  await done(
    'signature',
    call({
      method: 'POST',
      url: `/user/${who.analista.id}/upload-firma`,
      as: who.analista,
      file: { name: 'firma.png', content: Buffer.from(DOT, 'base64') },
    }),
  )

  const subManagement = await row(
    db,
    sql<{ id: number }>`insert into sub_management (business_id, name) values (${who.votorantim}, 'Subgerencia contable') returning id`,
  )
  await sql`update department set sub_management_id = ${subManagement!.id} where id = ${who.contabilidad}`.execute(db)
  const paper = { name: 'guia.pdf', content: '%PDF-1.4\nguia\n%%EOF\n' }
  const picture = { name: 'logo.png', content: imageOf('png') }
  const post = (what: string, url: string, body: object, file?: { name: string; content: string | Uint8Array }) =>
    done(what, call({ method: 'POST', url, body, as: who.control, ...(file && { file }) }))
  await post('business image', `/business/image/${who.votorantim}`, {}, picture)
  const template = await post('template', '/template/create-template', { nombre: 'Expediente', tipo: 'EXPEDIENTE' }, paper)
  const withImage = await post('template image', `/template/${template.id}/image`, {}, picture)
  const folder = await post('folder', '/tools-and-services/folders', { name: 'Manuales' })
  await post('folder image', `/tools-and-services/image/${folder.id}`, {}, picture)
  const resource = await post('file', '/tools-and-services/files', { folderId: folder.id }, paper)

  const alert = await done(
    'alert',
    call({
      method: 'POST',
      url: '/alerts',
      as: who.control,
      body: { tipoId: 9, nombre: 'Envíos a gerencia', alcance: { negocioId: who.votorantim }, destinatarios: { roles: [ROLE.gerencia] } },
    }),
  )
  const text = { asunto: 'No abre la carga', descripcion: 'La carga de balance no abre.', categoriaId: 4, tipoId: 1 }
  const opened = await done(
    'ticket',
    call({ method: 'POST', url: '/tickets-suport', as: who.analista, body: { ...text, negocioId: who.votorantim } }),
  )
  const ticket = await done(
    'ticket file',
    call({
      method: 'POST',
      url: `/tickets-suport/${opened.id}/file`,
      as: who.analista,
      file: { name: 'nota.txt', content: 'no abre' },
      body: {},
    }),
  )

  const observation = await done(
    'observation',
    call({
      method: 'POST',
      url: '/observation',
      as: who.auditor,
      body: { COD_ANALISIS: approved!.id, ASUNTO: 'Soporte', PREGUNTA: '¿De qué banco es el extracto?' },
    }),
  )
  const sample = await done('sample', call({ method: 'POST', url: '/audit-sample', as: who.auditor, body: { nombre: 'Prueba', n: 5 } }))

  return {
    server,
    here,
    there,
    done,
    month,
    ids: {
      country: 1,
      business: who.votorantim,
      department: who.contabilidad,
      heading: heading!.id,
      account: accounts[0]!.id,
      period: period.COD_PERIODO as number,
      load: load.COD_CARGA as number,
      balance: balance!.id,
      approved: approved!.id,
      submitted: submitted!.id,
      pending: pending!.id,
      file: file!.id,
      annex: annex.ID as number,
      group: open,
      sentMember: grouped[2]!.id,
      sentGroup: sent,
      faq: faq!.id,
      alert: alert.id as number,
      observation: observation.ID as number,
      sample: sample.ID as number,
      ticket: ticket.id as number,
      ticketFile: ticket.archivos[0].id as number,
      status: 1,
      reason: 1,
      threshold: threshold!.id,
      transfer: transfer!.id,
      user: who.analista.id,
      auditor: auditor.id,
      role: role!.id,
      config: 1,
      subManagement: subManagement!.id,
      template: template.id as number,
      templateImage: withImage.imagenes[0].id as number,
      templateFile: template.archivo.name as string,
      folder: folder.id as number,
      resource: resource.id as number,
    },
  }
}

/** A country of its own: a business, a department, an account, and a person of every role. */
async function chile({ db, person }: TestServer): Promise<Record<RoleId, Person>> {
  const people = {} as Record<RoleId, Person>
  for (const role of Object.values(ROLE)) people[role] = await person(`chile.${ROLE_NAME[role].split(' ')[0]!.toLowerCase()}`, [role])
  const country = await row(db, sql<{ id: number }>`insert into country (name, iso, currency) values ('Chile', 'CL', 'CLP') returning id`)
  const business = await row(
    db,
    sql<{
      id: number
    }>`insert into business (country_id, name, code, currency) values (${country!.id}, 'ANDINA', '77', 'CLP') returning id`,
  )
  const department = await row(
    db,
    sql<{
      id: number
    }>`insert into department (business_id, name, chief_id) values (${business!.id}, 'Cobranzas', ${people[ROLE.jefatura].id}) returning id`,
  )
  await sql`insert into account (business_id, code, name, department_id, currency, analyst_id)
    values (${business!.id}, '9', 'Clientes', ${department!.id}, 'CLP', ${people[ROLE.analista].id})`.execute(db)
  for (const role of [ROLE.control, ROLE.gerencia, ROLE.auditor])
    await sql`insert into user_scope (user_id, country_id) values (${people[role].id}, ${country!.id})`.execute(db)
  return people
}
