import { ROLE } from '@cuadre/api/roles'
import { sql } from 'kysely'
import { type Db, rows } from '../../platform/database/index.ts'
import { withinAudit } from './alert.auditors.ts'
import type { Candidate, Rule } from './alert.candidates.ts'

/** A recipient; `level` is the escalation level by which they are reached. */
export type AlertRecipient = { userId: number; level: number; candidate: Candidate; insteadOf?: string }

/** Who has which role where; null: everywhere. */
type Member = { user_id: number; role_id: number; country_id: number | null; business_id: number | null; department_id: number | null }

/** The escalation chain of rules §2.7: the responsible person, their head, control, management. */
const LEVEL = { jefe: 1, control: 2, gerencia: 3 } as const

/**
 * The recipients of an alert's findings: real people, by the data on who is responsible for what. `today` is the day by
 * which somebody is away; `hoursSince` gives the working hours passed, for the escalation.
 */
export async function recipients(
  db: Db,
  rule: Rule,
  candidates: readonly Candidate[],
  today: string,
  hoursSince: (moment: string) => number = () => 0,
): Promise<AlertRecipient[]> {
  return withinAudit(db, rule, await withSubstitutes(db, await named(db, rule, candidates, hoursSince), today))
}

async function named(
  db: Db,
  rule: Rule,
  candidates: readonly Candidate[],
  hoursSince: (moment: string) => number,
): Promise<AlertRecipient[]> {
  const found = candidates.filter((candidate) => inScope(rule, candidate))
  const levelOf = ({ since }: Candidate) =>
    rule.escalate_hours && since ? Math.min(LEVEL.gerencia, Math.floor(hoursSince(since) / rule.escalate_hours)) : 0
  const highest = Math.max(0, ...found.map(levelOf))
  const roles = new Set<number>(rule.recipients.roles)
  if (highest >= LEVEL.control) roles.add(ROLE.control)
  if (highest >= LEVEL.gerencia) roles.add(ROLE.gerencia)
  const members = roles.size > 0 && found.length > 0 ? await membersOf(db, [...roles]) : []

  const all = found.flatMap((candidate) => {
    const level = levelOf(candidate)
    const { responsable, superior, usuarios } = rule.recipients
    const of = (role: number) => members.filter((member) => member.role_id === role && answersFor(member, candidate)).map((m) => m.user_id)
    const reached = new Map<number, number>()
    const add = (ids: readonly (number | null)[], at: number) => {
      for (const id of ids) if (id !== null && !reached.has(id)) reached.set(id, at)
    }
    if (responsable) add([candidate.responsible], 0)
    if (superior) add([candidate.superior], 0)
    add(usuarios, 0)
    for (const role of rule.recipients.roles) add(of(role), 0)
    if (level >= LEVEL.jefe) add([candidate.superior], LEVEL.jefe)
    if (level >= LEVEL.control) add(of(ROLE.control), LEVEL.control)
    if (level >= LEVEL.gerencia) add(of(ROLE.gerencia), LEVEL.gerencia)
    return [...reached].map(([userId, at]) => ({ userId, level: at, candidate }))
  })
  return once(all)
}

/** An item may have several responsible people: a person reached through several of them is notified once, at the lowest level. */
function once(all: readonly AlertRecipient[]): AlertRecipient[] {
  const found = new Map<string, AlertRecipient>()
  for (const one of all) {
    const key = `${one.userId} ${one.candidate.item}`
    if (one.level < (found.get(key)?.level ?? Number.POSITIVE_INFINITY)) found.set(key, one)
  }
  return [...found.values()]
}

/** What is for somebody who is away today goes to their substitute, who is told for whom. */
async function withSubstitutes(db: Db, reached: readonly AlertRecipient[], today: string): Promise<AlertRecipient[]> {
  const away = new Map(
    (await absentOn(db, today, [...new Set(reached.map(({ userId }) => userId))])).map((absence) => [absence.user_id, absence]),
  )
  if (away.size === 0) return [...reached]
  return once(
    reached.map((one) => {
      const absence = away.get(one.userId)
      if (!absence) return one
      const { candidate } = one
      return {
        ...one,
        userId: absence.substitute_id,
        insteadOf: absence.name,
        candidate: { ...candidate, params: { ...candidate.params, insteadOf: absence.name } },
      }
    }),
  )
}

const absentOn = (db: Db, day: string, users: number[]) =>
  rows(
    db,
    sql<{ user_id: number; name: string; substitute_id: number }>`select a.user_id, u.name, a.substitute_id from absence a
      join app_user u on u.id = a.user_id join app_user s on s.id = a.substitute_id and s.active
      where a.user_id = any(${users}::int[]) and ${day}::date between a.from_day and a.to_day`,
  )

/** Kinds that happen to a whole business (a period that opens or closes, balances loaded or refused): its departments are concerned as well. */
const OF_BUSINESS: readonly number[] = [3, 4, 5, 20]
/** An alert for a place applies to findings known to be there. */
const inScope = (rule: Rule, candidate: Candidate) =>
  (['country_id', 'business_id', 'department_id'] as const).every(
    (place) =>
      rule[place] === null ||
      rule[place] === candidate[place] ||
      (place === 'department_id' && candidate.department_id === null && OF_BUSINESS.includes(rule.type_id)),
  )

/** A finding without a place concerns everybody with the role. */
const answersFor = (member: Member, candidate: Candidate) =>
  (['country_id', 'business_id', 'department_id'] as const).every(
    (place) => member[place] === null || candidate[place] === null || member[place] === candidate[place],
  )

const membersOf = (db: Db, roles: number[]) =>
  rows(
    db,
    sql<Member>`select u.id as user_id, m.role_id, m.country_id, m.business_id, m.department_id from (
        select r.user_id, r.role_id, null::int as country_id, null::int as business_id, null::int as department_id from user_role r where r.role_id = ${ROLE.administrador}
        union all
        select r.user_id, r.role_id, s.country_id, s.business_id, null from user_role r join user_scope s on s.user_id = r.user_id
          where r.role_id in (${ROLE.control}, ${ROLE.gerencia}, ${ROLE.auditor})
        union all
        select r.user_id, r.role_id, b.country_id, d.business_id, d.id from user_role r join department d on d.chief_id = r.user_id and d.active
          join business b on b.id = d.business_id where r.role_id = ${ROLE.jefatura}
        union
        select r.user_id, r.role_id, b.country_id, c.business_id, c.department_id from user_role r join account c on c.analyst_id = r.user_id and c.active
          join business b on b.id = c.business_id where r.role_id = ${ROLE.analista}
      ) m join app_user u on u.id = m.user_id and u.active where m.role_id = any(${roles}::int[])`,
  )
