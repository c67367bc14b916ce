import { sql } from 'kysely'
import { DateTime } from 'luxon'
import { checklist, close } from '../../ledger/period/period.closing.ts'
import { open as openPeriod, update as updatePeriod } from '../../ledger/period/period.service.ts'
import { type Db, transaction } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { openAnalyses } from '../../workflow/generation/generation.ts'
import { loadMonth } from './balances.ts'
import { type DemoOptions, personNamed } from './people.ts'
import { settlePast, workPresent } from './work.ts'
import { businesses, departments } from './world.ts'

export { type DemoPerson, demoPeople } from './world.ts'

const MONTHS = 12
const REASON = 'Historia de demostración, cargada al crear la base de datos'

/**
 * Twelve months of real balances (Banco Central do Brasil, 2008), moved to the twelve months before this one, through the product's own
 * load; eleven of them finished and closed, the last one half done. The people must exist already.
 */
export async function createDemo(options: DemoOptions, say: (text: string) => void, now = new Date()): Promise<void> {
  const { db, zone } = options
  const control = await personNamed(db, 'bmontoya', 3)
  await createOrganisation(db)
  const today = DateTime.fromJSDate(now, { zone })
  for (let i = 0; i < MONTHS; i++) {
    const name = today.minus({ months: MONTHS - i }).toFormat('yyyy-MM')
    say(`  ${name}: saldos y análisis (${i + 1} de ${MONTHS})`)
    const period = await openPeriod(db, control, { PERIODO: name }, { zone, now })
    const last = i === MONTHS - 1
    if (last) await updatePeriod(db, control, period.COD_PERIODO, presentDeadlines(today))
    await loadMonth(options, control, period.COD_PERIODO, name, i + 1)
    if (i === 0) await assignAccounts(db)
    if (i === 0) await openFirst(db, control, period.COD_PERIODO)
    if (last) await workPresent(options, period.COD_PERIODO)
    else {
      await settlePast(db, period.COD_PERIODO)
      const { token } = await checklist(db, control, period.COD_PERIODO)
      await close(db, control, period.COD_PERIODO, { token, MOTIVO: REASON })
      // No mails about a history created within a minute.
      await sql`delete from outbox`.execute(db)
      await sql`delete from notification`.execute(db)
    }
  }
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
    await sql`insert into user_scope (user_id, country_id) select u.id, c.id from app_user u, country c where u.username in ('bmontoya', 'vlagos', 'hvillalobos', 'payala')`.execute(
      tx,
    )
    await sql`insert into auditor (user_id, firm, external, valid_from, valid_until, documents, signature_dates, internal_comments, export)
      select id, 'Auditores Asociados', true, current_date - 30, current_date + 300, true, true, false, true from app_user where username = 'payala'`.execute(
      tx,
    )
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

async function openFirst(db: Db, control: Caller, periodId: number) {
  await transaction(db, (tx) => openAnalyses(tx, { periodId, loadId: null, caller: control }))
}
