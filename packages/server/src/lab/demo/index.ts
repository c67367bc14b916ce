import { sql } from 'kysely'
import { DateTime } from 'luxon'
import { ask as askToClose } from '../../ledger/closing/closing.request.ts'
import { checklist, close } from '../../ledger/closing/closing.service.ts'
import { open as openPeriod, update as updatePeriod } from '../../ledger/period/period.service.ts'
import { type Db, transaction } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { openAnalyses } from '../../workflow/generation/generation.ts'
import { createAccess } from './access.ts'
import { createAlerts, createOwnRules } from './alerts.ts'
import { createAudit } from './audit.ts'
import { loadMonth } from './balances.ts'
import { createCalendars } from './calendars.ts'
import { assignCorporateAccounts, createCorporation, loadCorporateMonth } from './corporate.ts'
import { nameInSpanish } from './cosif-names.ts'
import { createExchangeRates } from './exchange-rates.ts'
import { createExtensions, createUndecidedExtension } from './extensions.ts'
import { createGroups } from './groups.ts'
import { assignHeadings, createHeadings } from './headings.ts'
import { createHelpdesk } from './helpdesk.ts'
import { createMarks } from './marks.ts'
import { createNotices } from './notices.ts'
import { createParameterHistory } from './parameters.ts'
import { type DemoOptions, personNamed } from './people.ts'
import { createRatings } from './ratings.ts'
import { reorganise } from './reorganisation.ts'
import { createServices } from './services.ts'
import { createStates } from './states.ts'
import { createTemplates } from './templates.ts'
import { createTieOutRules } from './tie-out.ts'
import { createTransfers } from './transfers.ts'
import { createVisits } from './visits.ts'
import { settlePast, workPresent } from './work.ts'
import { businesses, departments } from './world.ts'

export { type DemoPerson, demoPeople } from './staff.ts'

const MONTHS = 12
/** From this month on, of the twelve from 0, credit is under a sub-management of its own. */
const REORGANISED_AT = 7

/** Why a month was closed although its list warned, one after the other. */
const REASONS = [
  'Las cuentas sin analista son totales del plan: se revisan por sus componentes.',
  'Lo que falta llegó fuera de plazo y se analiza con el mes siguiente.',
  'Visto con cada jefatura: los avisos no cambian el resultado del mes.',
  'El comité de cierre conoce los avisos y los deja en acta.',
]

/**
 * Twelve months of real balances (Banco Central do Brasil, 2008), moved to the twelve months before this one, through the product's own
 * load; eleven of them finished and closed, the last one half done. The people must exist already.
 */
export async function createDemo(options: DemoOptions, say: (text: string) => void, now = new Date()): Promise<void> {
  const { db, zone } = options
  const control = await personNamed(db, 'bmontoya', 3)
  const administrator = await personNamed(db, 'sbarrios', 6)
  await createOrganisation(db)
  await createCorporation(db)
  await createMarks(options)
  await createAccess(options)
  await createHeadings(db)
  const today = DateTime.fromJSDate(now, { zone })
  for (let i = 0; i < MONTHS; i++) {
    const name = today.minus({ months: MONTHS - i }).toFormat('yyyy-MM')
    say(`  ${name}: saldos y análisis (${i + 1} de ${MONTHS})`)
    const period = await openPeriod(db, control, { PERIODO: name }, { zone, now })
    const last = i === MONTHS - 1
    if (i === REORGANISED_AT) await reorganise(db, administrator)
    if (last) await updatePeriod(db, control, period.COD_PERIODO, { ...presentDeadlines(today), notificar: true })
    await loadMonth(options, control, period.COD_PERIODO, name, i + 1)
    await loadCorporateMonth(options, control, period.COD_PERIODO, name)
    if (i === 0) {
      await assignAccounts(db)
      await assignCorporateAccounts(db)
      await assignHeadings(db)
      await nameInSpanish(db)
      await placePeople(db)
    }
    if (i === 0) await openFirst(db, control, period.COD_PERIODO)
    await passOver(db, name)
    await datesOfLoad(db, period.COD_PERIODO, today.minus({ months: MONTHS - 1 - i }).startOf('month'))
    if (last) {
      await workPresent(options, period.COD_PERIODO)
      await createGroups(options, period.COD_PERIODO)
      await createExtensions(db, period.COD_PERIODO)
      await createStates(options, administrator, period.COD_PERIODO, now)
      await createTieOutRules(db, administrator)
      await createTransfers(db, period.COD_PERIODO, today)
    } else {
      await settlePast(db, period.COD_PERIODO)
      if (i === MONTHS - 2) await createUndecidedExtension(db, period.COD_PERIODO)
      await closeInTwo(db, [control, administrator], period.COD_PERIODO)
      // No mails about a history created within a minute.
      await sql`delete from outbox`.execute(db)
      await sql`delete from notification`.execute(db)
    }
  }
  // Accounts that came in a later month too.
  await nameInSpanish(db)
  await createExchangeRates(db, administrator)
  await createRatings(db, now)
  await createParameterHistory(db, administrator, now)
  await createCalendars(options, administrator, now)
  await createTemplates(options, control)
  await createServices(db, administrator, control)
  await createAudit({ db, zone })
  await createNotices(db)
  say('  mesa de ayuda')
  await createHelpdesk(options, now)
  await createAlerts(options, now)
  await createOwnRules(db, control)
  await createVisits(db)
  // The history was written within a minute: of it only the dates of its signatures tell, and from here on every change is kept.
  await sql`update past_since set at = clock_timestamp()`.execute(db)
}

/** The history was made within a minute: its balances came on the first day after their month, whose analyses they opened. */
async function datesOfLoad(db: Db, periodId: number, firstDay: DateTime) {
  const at = firstDay.set({ hour: 9, minute: 40 }).toUTC().toISO()
  await sql`update period set opened_at = ${at}::timestamptz - interval '3 days' where id = ${periodId}`.execute(db)
  await sql`update balance_load set loaded_at = least(${at}::timestamptz, now()), confirmed_at = least(${at}::timestamptz, now()) where period_id = ${periodId}`.execute(
    db,
  )
}

/** When a period of the history was closed: about its last deadline, never after now. */
const closedAt = sql`least(p.due_close - interval '5 hours' + (p.id % 3) * interval '1 day', now())`

/** One asks for it, the other one closes, as the policy wants it where anything warns. */
async function closeInTwo(db: Db, [first, second]: readonly [Caller, Caller], id: number) {
  // Nobody signs in while the demo is made.
  const session = { iss: '', sub: '', sid: '', issuedAt: 0, emailVerified: true, authTime: Date.now() / 1000 }
  const { token, checks, period } = await checklist(db, first, id)
  const seen = { token, PERIODO: period.PERIODO }
  if (checks.some(({ resultado }) => resultado === 'aviso'))
    await askToClose(db, first, session, id, { ...seen, MOTIVO: REASONS[id % REASONS.length]! })
  // Asked for in the morning of the day on which it is closed.
  await sql`update close_request r set asked_at = ${closedAt} - interval '5 hours' from period p where p.id = r.period_id and r.period_id = ${id}`.execute(
    db,
  )
  await close(db, second, session, id, seen)
  await sql`update period p set closed_at = ${closedAt} where p.id = ${id}`.execute(db)
}

/** The last month is always due within the next days of the start. */
function presentDeadlines(today: DateTime) {
  const inDays = (days: number) => {
    let day = today.set({ hour: 18, minute: 0, second: 0, millisecond: 0 })
    for (let left = days; left > 0; ) {
      day = day.plus({ days: 1 })
      if (day.weekday <= 5) left--
    }
    return day.toUTC().toISO()!
  }
  return { VENCE_ANALISTA: inDays(1), VENCE_JEFATURA: inDays(2), VENCE_CONTROL: inDays(3), VENCE_CIERRE: inDays(5) }
}

const createOrganisation = (db: Db) =>
  transaction(db, async (tx) => {
    await sql`insert into country (name, iso, currency, manager_id) select 'Brasil', 'BR', 'BRL', id from app_user where username = 'sbarrios'`.execute(
      tx,
    )
    await sql`insert into business (country_id, name, code, currency)
      select c.id, b.name, b.code, 'BRL' from country c, json_to_recordset(${JSON.stringify(businesses)}::json) as b(name text, code text) where c.iso = 'BR'`.execute(
      tx,
    )
    await sql`insert into user_scope (user_id, country_id) select u.id, c.id from app_user u, country c where u.username in ('bmontoya', 'vlagos', 'hvillalobos', 'payala', 'dcastano')`.execute(
      tx,
    )
    await sql`insert into auditor (user_id, firm, external, valid_from, valid_until, documents, signature_dates, internal_comments, export)
      select u.id, p.firm, true, current_date + p.since, current_date + p.until, true, true, false, true
      from (values ('payala', 'Auditores Asociados', -30, 300), ('dcastano', 'Auditores Asociados', -200, -20), ('fmoreira', 'Revisores del Caribe', 15, 120)) as p(username, firm, since, until)
        join app_user u on u.username = p.username`.execute(tx)
    for (const { name, sub, chief } of departments) {
      await sql`insert into sub_management (business_id, name) select id, ${sub} from business on conflict do nothing`.execute(tx)
      await sql`insert into department (business_id, sub_management_id, name, chief_id)
        select b.id, s.id, ${name}, u.id from business b join sub_management s on s.business_id = b.id and s.name = ${sub} join app_user u on u.username = ${chief}`.execute(
        tx,
      )
    }
    // Balances of banks: material amounts are tens of millions.
    await sql`insert into threshold (country_id, amount, percent, base) select id, 25000000, 5, 'AMBOS_Y' from country where iso = 'BR'`.execute(
      tx,
    )
  })

/**
 * Assigns the deeper accounts of the groups that somebody is responsible for; the rest stays without an analyst, to be assigned in the
 * demo.
 */
async function assignAccounts(db: Db) {
  for (const { name, analysts } of departments)
    for (const [username, groups] of Object.entries(analysts))
      await sql`update account a set analyst_id = u.id, department_id = d.id, risk = case when substr(a.code, 3, 2) in ('13', '16', '42') then 'A' when substr(a.code, 3, 1) = '2' then 'B' else 'M' end
        from app_user u, department d where u.username = ${username} and d.business_id = a.business_id and d.name = ${name}
          and substr(a.code, 3, 2) = any(${groups as string[]}::text[]) and substr(a.code, 5, 1) <> '0'`.execute(db)
}

/** Who has accounts is of the department of most of them, a head of the first they lead; a sub-management is led by the head of its first department. */
async function placePeople(db: Db) {
  await sql`update app_user u set department_id = coalesce(
      (select a.department_id from account a where a.analyst_id = u.id group by a.department_id order by count(*) desc, a.department_id limit 1),
      (select min(d.id) from department d where d.chief_id = u.id))
    where u.department_id is null`.execute(db)
  await sql`update sub_management s set manager_id = (select d.chief_id from department d where d.sub_management_id = s.id order by d.id limit 1)
    where s.manager_id is null`.execute(db)
}

/**
 * Accounts that do not fall due in a month take their numbers all the same: what the demo chooses by the number of an analysis is the same whatever
 * month it is made in.
 */
const passOver = (db: Db, month: string) =>
  sql`select nextval(pg_get_serial_sequence('analysis', 'id')) from account where active and analyst_id is not null and not falls_due(frequency, ${month})`.execute(
    db,
  )

async function openFirst(db: Db, control: Caller, periodId: number) {
  await transaction(db, (tx) => openAnalyses(tx, { periodId, loadId: null, caller: control }))
}
