import { createAlert } from '@cuadre/api/alert'
import { approveAtControl, approveAtJefatura, listAnalyses, uploadAnalysisFile } from '@cuadre/api/analysis'
import { addAnnex } from '@cuadre/api/annex'
import { uploadBalances } from '@cuadre/api/balance'
import { uploadBusinessImage } from '@cuadre/api/business'
import type { Answer, Endpoint } from '@cuadre/api/endpoint'
import { createGroup, uploadGroupFile } from '@cuadre/api/group'
import { raiseObservation } from '@cuadre/api/observation'
import { openPeriod } from '@cuadre/api/period'
import { createFile, createFolder, replaceFile, uploadFolderImage } from '@cuadre/api/resource'
import { ROLE, ROLE_NAME, type RoleId } from '@cuadre/api/roles'
import { drawSample } from '@cuadre/api/sample'
import { createTemplate, uploadTemplateImage } from '@cuadre/api/template'
import { createTicket, createTicketAnswer, uploadTicketFile } from '@cuadre/api/ticket'
import { uploadSignature } from '@cuadre/api/user'
import { workbookParts, zip } from '@cuadre/tables/fixtures/make'
import { sql } from 'kysely'
import { row } from '../../platform/database/index.ts'
import { imageOf } from '../../platform/document/image.fixture.ts'
import { seedBase } from '../../seed/index.ts'
import { monthFromNow, organisation, type Person, type TestServer } from './server.ts'

export type World = Awaited<ReturnType<typeof world>>

/** Words that only rows of Brasil carry: who may not see those rows must not read them anywhere. */
export const MARKS = ['VOTORANTIM', 'Caja general', 'Contabilidad financiera'] as const

type Sent = { id?: number; query?: Record<string, unknown>; body?: object; file?: { name: string; content: string | Uint8Array } }

/** A PNG of one point. */
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
/** A sheet with an empty named cell for each field. */
const workbookWith = (names: readonly string[]) =>
  zip(
    workbookParts(names.map((_, i) => `<row r="${i + 1}"><c r="B${i + 1}"/></row>`).join(''), {
      names: names.map((name, i) => `<definedName name="${name}">Hoja1!$B$${i + 1}</definedName>`).join(''),
    }),
  )

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

  const done = async <E extends Endpoint>(endpoint: E, as: Person, { id, ...sent }: Sent = {}) => {
    const url = endpoint.path.replace(':id', String(id))
    const { status, body } = await call({ method: endpoint.method, url, as, ...sent })
    if (status !== 200) throw new Error(`${endpoint.method} ${url}: ${status} ${JSON.stringify(body)}`)
    // The contract has said what it is: the server lets nothing else out.
    return body as Answer<E>
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
  const month = monthFromNow(0)
  const period = await done(openPeriod, who.administrador, { body: { PERIODO: month } })
  const load = await done(uploadBalances, who.control, {
    body: { COD_PERIODO: period.COD_PERIODO },
    file: {
      name: 'saldos.csv',
      content: ['negocio;cuenta;nombre;saldo', ...accounts.map(({ code, name }, i) => `00051626;${code};${name};${i + 1}00,00`)].join(
        '\r\n',
      ),
    },
  })
  const { data } = await done(listAnalyses, who.control, { query: { sort: 'CUENTA', limit: 10 } })
  const [approved, submitted, pending, , ...grouped] = data.map(({ COD_ANALISIS: id, VALOR_BALANCE: balance }) => ({ id, balance }))
  const annex = await done(addAnnex, who.analista, {
    id: approved!.id,
    file: { name: 'contrato.pdf', content: '%PDF-1.4\ncontrato\n%%EOF\n' },
  })
  for (const { id, balance } of [approved!, submitted!])
    await done(uploadAnalysisFile, who.analista, {
      id,
      body: { VALOR_ANALISIS: balance, VARIACION: '0', COMENTARIO_VARIACION: 'Conciliado con el extracto del banco.' },
      file: { name: 'extracto.pdf', content: '%PDF-1.4\nextracto\n%%EOF\n' },
    })
  await done(approveAtJefatura, who.jefatura, { id: approved!.id, body: {} })
  await done(approveAtControl, who.control, { id: approved!.id, body: {} })
  const group = async (name: string, members: typeof grouped) => {
    const body = { NOMBRE: name, COD_ANALISIS: members.map(({ id }) => id) }
    return (await done(createGroup, who.analista, { body })).AGRUPADO_ID
  }
  const open = await group('Anticipos', grouped.slice(0, 2))
  const sent = await group('Pagos anticipados', grouped.slice(2, 4))
  const VALORES = JSON.stringify(grouped.slice(2, 4).map(({ id, balance }) => ({ COD_ANALISIS: id, VALOR_ANALISIS: balance })))
  await done(uploadGroupFile, who.analista, {
    id: sent,
    body: { VALORES, COMENTARIO_VARIACION: 'Conciliado con las pólizas y contratos.' },
    file: { name: 'polizas.pdf', content: '%PDF-1.4\npolizas\n%%EOF\n' },
  })
  const file = await row(db, sql<{ id: number }>`select id from analysis_file where analysis_id = ${approved!.id}`)
  const balance = await row(db, sql<{ id: number }>`select id from balance where account_id = ${accounts[0]!.id}`)
  const tieOut = await row(
    db,
    sql<{ id: number }>`insert into tie_out_rule (name, business_id, kind, left_terms, severity, saved_by)
      values ('Debe y haber de VOTORANTIM', ${who.votorantim}, 'debe_haber', '{}', 'aviso', ${who.control.id}) returning id`,
  )
  const threshold = await row(
    db,
    sql<{ id: number }>`insert into threshold (business_id, amount, percent) values (${who.votorantim}, 5000, 10) returning id`,
  )
  await sql`insert into group_currency (currency, saved_by) values ('USD', ${who.administrador.id})`.execute(db)
  const exchangeRate = await row(
    db,
    sql<{ id: number }>`insert into exchange_rate (period_id, currency, target, rate, rate_day, saved_by)
      values (${period.COD_PERIODO}, 'BRL', 'USD', 0.1837, ${`${month}-01`}::date, ${who.control.id}) returning id`,
  )
  await sql`insert into deadline (business_id, role, working_day) values (${who.votorantim}, 'CIERRE', 9)`.execute(db)
  const transfer = await row(
    db,
    sql<{ id: number }>`insert into transfer (role, from_user_id, to_user_id, since_period_id, with_open, reason, created_by, request_hash)
      values ('RESPALDO', ${who.otherAnalista.id}, ${who.analista.id}, ${period.COD_PERIODO}, true, 'Vacaciones', ${who.control.id}, 'x') returning id`,
  )
  await sql`insert into transfer_account (transfer_id, account_id) values (${transfer!.id}, ${accounts[0]!.id})`.execute(db)
  const service = await row(
    db,
    sql<{ id: number }>`with made as (insert into app_user (name, username, email, active_role_id)
        values ('ERP central', 'servicio-erp', 'servicio-erp@programas.invalid', ${ROLE.control}) returning id)
      insert into service_account (user_id, client_id, keys, created_by) select id, 'servicio-erp', '{accounts.delivery.send}', ${who.administrador.id} from made
      returning user_id as id`,
  )
  await sql`insert into user_scope (user_id, country_id) values (${service!.id}, 1)`.execute(db)
  const delivery = await row(
    db,
    sql<{ id: number }>`insert into delivery (origin, sender_id, sha256, file_name, period_id, load_id, state)
      select 'carpeta', ${service!.id}, sha256, 'VOTORANTIM.csv', period_id, id, 'leida' from balance_load where id = ${load.COD_CARGA} returning id`,
  )
  // Nothing listens there.
  const webhook = await row(
    db,
    sql<{ id: number }>`insert into webhook (name, url, events, secret, created_by)
      values ('Tesorería', 'https://127.0.0.1:9/avisos', '{periodo_cerrado}', 'x', ${who.administrador.id}) returning id`,
  )
  const webhookDelivery = await row(
    db,
    sql<{
      id: number
    }>`insert into webhook_delivery (webhook_id, kind, data) values (${webhook!.id}, 'prueba', '{}') returning id::int as id`,
  )
  const faq = await row(db, sql<{ id: number }>`select min(id) as id from faq`)
  const role = await row(db, sql<{ id: number }>`insert into role (name, base_role_id) values ('LECTURA', ${ROLE.control}) returning id`)
  const auditor = await server.person('auditora', [ROLE.auditor], 'Elena Prat')
  await done(uploadSignature, who.analista, { id: who.analista.id, file: { name: 'firma.png', content: Buffer.from(DOT, 'base64') } })

  const subManagement = await row(
    db,
    sql<{ id: number }>`insert into sub_management (business_id, name) values (${who.votorantim}, 'Subgerencia contable') returning id`,
  )
  await sql`update department set sub_management_id = ${subManagement!.id} where id = ${who.contabilidad}`.execute(db)
  const paper = { name: 'guia.pdf', content: '%PDF-1.4\nguia\n%%EOF\n' }
  const picture = { name: 'logo.png', content: imageOf('png') }
  await done(uploadBusinessImage, who.control, { id: who.votorantim, file: picture })
  const template = await done(createTemplate, who.control, { body: { nombre: 'Expediente', tipo: 'EXPEDIENTE' }, file: paper })
  const withImage = await done(uploadTemplateImage, who.control, { id: template.id, file: picture })
  // For headings that no account here has.
  const others = await row(db, sql<{ id: number }>`insert into heading (code, name) values ('99', 'Otros') returning id`)
  const workbook = await done(createTemplate, who.control, {
    body: { nombre: 'Libro', tipo: 'ANALISIS', rubros: String(others!.id) },
    file: { name: 'libro.xlsx', content: workbookWith(['COD_ANALISIS', 'CUENTA', 'PERIODO', 'VALOR_BALANCE', 'VALOR_ANALISIS']) },
  })
  const folder = await done(createFolder, who.control, { body: { name: 'Manuales' } })
  await done(uploadFolderImage, who.control, { id: folder.id, file: picture })
  const resource = await done(createFile, who.control, { body: { folderId: folder.id }, file: paper })
  await done(replaceFile, who.control, { id: resource.id, file: { name: 'guia.pdf', content: '%PDF-1.4\nguia nueva\n%%EOF\n' } })
  // Nothing listens there, and nobody outside is asked.
  const link = await row(
    db,
    sql<{ id: number }>`insert into resource (folder_id, name, external_link, written_by)
      values (${folder.id}, 'Portal', 'http://localhost/portal', ${who.control.id}) returning id`,
  )

  const alert = await done(createAlert, who.control, {
    body: { tipoId: 9, nombre: 'Envíos a gerencia', alcance: { negocioId: who.votorantim }, destinatarios: { roles: [ROLE.gerencia] } },
  })
  const text = { asunto: 'No abre la carga', descripcion: 'La carga de balance no abre.', categoriaId: 4, tipoId: 1 }
  const opened = await done(createTicket, who.analista, { body: { ...text, negocioId: who.votorantim } })
  const ticket = await done(uploadTicketFile, who.analista, { id: opened.id, file: { name: 'nota.txt', content: 'no abre' } })
  const ticketAnswer = await done(createTicketAnswer, who.control, {
    body: { titulo: 'Pedir el archivo', texto: '¿Puede enviar el archivo original?' },
  })

  const observation = await done(raiseObservation, who.auditor, {
    body: { COD_ANALISIS: approved!.id, ASUNTO: 'Soporte', PREGUNTA: '¿De qué banco es el extracto?' },
  })
  const sample = await done(drawSample, who.auditor, { body: { nombre: 'Prueba', n: 5 } })

  return {
    server,
    here,
    there,
    month,
    ids: {
      country: 1,
      business: who.votorantim,
      department: who.contabilidad,
      heading: heading!.id,
      account: accounts[0]!.id,
      period: period.COD_PERIODO,
      load: load.COD_CARGA,
      balance: balance!.id,
      approved: approved!.id,
      submitted: submitted!.id,
      pending: pending!.id,
      file: file!.id,
      annex: annex.ID,
      group: open,
      sentMember: grouped[2]!.id,
      sentGroup: sent,
      exchangeRate: exchangeRate!.id,
      faq: faq!.id,
      alert: alert.id,
      observation: observation.ID,
      sample: sample.ID,
      ticket: ticket.id,
      ticketFile: ticket.archivos[0]!.id,
      ticketAnswer: ticketAnswer.id,
      status: 1,
      reason: 1,
      threshold: threshold!.id,
      tieOut: tieOut!.id,
      transfer: transfer!.id,
      service: service!.id,
      webhook: webhook!.id,
      webhookDelivery: webhookDelivery!.id,
      delivery: delivery!.id,
      user: who.analista.id,
      auditor: auditor.id,
      role: role!.id,
      config: 1,
      subManagement: subManagement!.id,
      template: template.id,
      workbook: workbook.id,
      templateImage: withImage.imagenes[0]!.id,
      templateFile: template.archivo.name,
      folder: folder.id,
      resource: resource.id,
      resourceLink: link!.id,
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
