import type { Output } from '@cuadre/api/endpoint'
import { MAX_FOUND, type searchAll } from '@cuadre/api/search'
import { type RawBuilder, sql } from 'kysely'
import { writes } from '../../desk/faq/faq.repository.ts'
import { visible } from '../../desk/ticket/ticket.repository.ts'
import { staff } from '../../organisation/user/user.repository.ts'
import { accountScope, analysisScope } from '../../platform/access/scope.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { all, beginsWith, contains } from '../../platform/database/list.ts'
import type { Caller } from '../../platform/http/context.ts'
import { found as foundGroup, from as groupTables } from '../../workflow/group/group.repository.ts'

type Found = Output<typeof searchAll>

/**
 * As `contains` in other lists, by a search that takes two thirds of the time of a pattern: all accounts are read with every few letters. Unless there is
 * the index that the pattern asks for.
 */
const has = (search: RawBuilder<unknown>, word: string) => sql`(strpos(${search}, plain(${word})) > 0 and ${contains(search, word)})`
/** Every word occurs in the text, or names the business: "caixa safra". */
const matches = (search: RawBuilder<unknown>, text: string, business?: RawBuilder<unknown>) =>
  all(
    ...text
      .split(/\s+/)
      .map((word) =>
        business
          ? sql`(${has(search, word)} or ${business} in (select id from business where ${has(sql`search`, word)}))`
          : has(search, word),
      ),
  )
/** What begins with the text comes before what only contains it. */
const first = (search: RawBuilder<unknown>, text: string) => sql`starts_with(${search}, plain(${text})) desc`
/** Accounts (alias `c`) in their order: by code or name, by their business last, then by code, as bytes. A common word is in every other account: nothing here may cost. */
const ranked = (text: string, where: RawBuilder<unknown>) => sql`select c.id, starts_with(c.search, plain(${text})) as begins,
    ${asWord(text)} as word, ${matches(sql`c.search`, text)} as own, c.search collate "C" as search
  from account c where ${where} and ${matches(sql`c.search`, text, sql`c.business_id`)} order by begins desc, word desc, own desc, search, id`
const inOrder = sql`f.begins desc, f.word desc, f.own desc, f.search, f.id`
const asWord = (text: string) => sql`strpos(c.search, ' ' || plain(${text})) > 0`

/** Accounts that are put in order first: of a common word a few of them are enough for both lists. */
const NEAR = 100
/** Accounts in the order of their codes among which a common word, such as "de", has been found often enough. */
const WALK = 5000
/**
 * The first accounts that match, whoever may see them: every account is read once at most for both lists, which then keep what the caller may see. One
 * statement, of which each part runs only where those before have found too few: what begins with the text; a common word near the beginning; what
 * contains the text; and what a business is called by, which is in no account's own text.
 */
export async function nearest(db: Db, text: string): Promise<number[]> {
  const words = text.split(/\s+/).map((word) => has(sql`search`, word))
  const found = await rows(
    db,
    sql<{ id: number }>`with begins as materialized (
        select c.id, c.search collate "C" as search from account c where c.search collate "C" like ${beginsWith(text)} order by 2, 1 limit ${NEAR}),
      words as materialized (
        select c.id, c.search from (select c.id, c.search collate "C" as search from account c order by 2, 1 limit ${WALK}) c
        where (select count(*) from begins) < ${NEAR} and ${asWord(text)} and not starts_with(c.search, plain(${text})) order by 2, 1 limit ${NEAR}),
      soon as materialized (select id, 1 as tier, search from begins union all select id, 2, search from words order by 2, 3, 1 limit ${NEAR}),
      own as materialized (
        select f.id, row_number() over (order by ${inOrder}) as place
        from (${ranked(text, sql`(select count(*) from soon) < ${NEAR} and ${matches(sql`c.search`, text)}`)} limit ${NEAR}) f),
      of_business as (
        select c.id, c.search collate "C" as search from account c
        where (select count(*) from soon) < ${NEAR} and (select count(*) from own) < ${NEAR} and exists (select from business where ${sql.join(words, sql` or `)})
          and ${matches(sql`c.search`, text, sql`c.business_id`)} and not ${matches(sql`c.search`, text)} order by 2, 1 limit ${NEAR})
      select f.id from (
        select id, tier, 0 as place, search from soon where (select count(*) from soon) = ${NEAR}
        union all select id, 3, place, null from own union all select id, 4, 0, search from of_business) f
      order by f.tier, f.place, f.search, f.id limit ${NEAR}`,
  )
  return found.map(({ id }) => id)
}
/** What is found among the nearest accounts, in their order; among all where that is not enough. */
async function amongNearest<Row>(
  near: readonly number[],
  find: (accounts: RawBuilder<unknown>, order: RawBuilder<unknown>) => Promise<Row[]>,
  all: RawBuilder<unknown>,
) {
  const found = await find(sql`(select id, place from unnest(${near}::int[]) with ordinality as t(id, place))`, sql`f.place`)
  return found.length < MAX_FOUND && near.length === NEAR ? find(sql`(${all})`, inOrder) : found
}

export const accounts = (db: Db, caller: Caller, near: readonly number[], text: string) => {
  const seen = sql`c.active and ${accountScope(caller)}`
  return amongNearest(
    near,
    (accounts, order) =>
      rows(
        db,
        sql<
          Found['cuentas'][number]
        >`with f as (select f.* from ${accounts} f join account c on c.id = f.id where ${seen} order by ${order} limit ${MAX_FOUND})
      select c.id as "COD_CUENTA", c.code as "CUENTA", c.name as "NOMBRE", b.name as "NEGOCIO", c.currency as "MONEDA", u.name as "ANALISTA",
        (select s.amount from balance s join period p on p.id = s.period_id where s.account_id = c.id order by p.name desc limit 1) as "SALDO"
      from f join account c on c.id = f.id join business b on b.id = c.business_id left join app_user u on u.id = c.analyst_id order by ${order}`,
      ),
    ranked(text, seen),
  )
}

/** The newest period of which the caller sees an analysis. */
export const newestPeriod = (db: Db, caller: Caller) =>
  row(
    db,
    sql<{ id: number; name: string }>`select p.id, p.name from period p
      where exists (select from analysis a where a.period_id = p.id and ${analysisScope(caller)}) order by p.name desc limit 1`,
  )

/** Asked of one account after the other in their order, until there are enough: all analyses of a month would be many times as many. */
export const analyses = (db: Db, caller: Caller, near: readonly number[], period: number, text: string) =>
  amongNearest(
    near,
    (accounts, order) =>
      rows(
        db,
        sql<Found['analisis'][number]>`with f as (
        select f.*, a.id as analysis_id from ${accounts} f
        cross join lateral (select a.id from analysis a where a.account_id = f.id and a.period_id = ${period} and ${analysisScope(caller)} limit 1) a
        order by ${order} limit ${MAX_FOUND})
      select a.id as "COD_ANALISIS", a.period_id as "COD_PERIODO", c.code as "CUENTA", c.name as "NOMBRE_CUENTA", b.name as "NEGOCIO", u.name as "ANALISTA",
        a.currency as "MONEDA", a.balance as "VALOR_BALANCE", a.materiality as "MATERIALIDAD", a.state_main as "ESTADO_PRINCIPAL_ID",
        a.submitted_at as "FECHA_ENVIO"
      from f join analysis a on a.id = f.analysis_id join account c on c.id = f.id join business b on b.id = a.business_id
      join app_user u on u.id = a.analyst_id order by ${order}`,
      ),
    ranked(text, sql`true`),
  )

/** Whoever sees one member of a group sees all. */
export const groups = (db: Db, caller: Caller, period: number, text: string) =>
  rows(
    db,
    sql<
      Found['grupos'][number]
    >`select ${foundGroup} from (select g.id from analysis_group g where g.period_id = ${period} and ${matches(sql`plain(g.name)`, text, sql`g.business_id`)}
        and exists (select from analysis a where a.group_id = g.id and ${analysisScope(caller)}) order by ${first(sql`plain(g.name)`, text)}, g.name, g.id limit ${MAX_FOUND}) f
      join ${groupTables} on g.id = f.id order by ${first(sql`plain(g.name)`, text)}, g.name, g.id`,
  )

export const people = (db: Db, text: string) =>
  rows(
    db,
    sql<Found['personas'][number]>`select u.id, u.name as "NOMBRE", u.username as "USUARIO", r.name as rol, d.name as "DEPARTAMENTO",
        case when u.active then 'activo' else 'inactivo' end as status
      from app_user u left join user_role h on h.user_id = u.id and h.role_id = u.active_role_id join role r on r.id = coalesce(h.custom_role_id, u.active_role_id)
      left join department d on d.id = u.department_id
      where ${staff} and ${matches(sql`u.search`, text)} order by u.active desc, ${first(sql`u.search`, text)}, u.name, u.id limit ${MAX_FOUND}`,
  )

export const tickets = (db: Db, caller: Caller, text: string) =>
  rows(
    db,
    sql<
      Omit<Found['tickets'][number], 'estado'>
    >`select t.id, t.subject as asunto, t.state as "estadoId", b.name as negocio, json_build_object('id', u.id, 'nombre', u.name) as autor
      from ticket t join app_user u on u.id = t.author_id left join business b on b.id = t.business_id
      where ${visible(caller)} and ${matches(sql`t.search`, text)} order by t.state, t.updated_at desc, t.id desc limit ${MAX_FOUND}`,
  )

export const questions = (db: Db, caller: Caller, text: string) =>
  rows(
    db,
    sql<
      Found['preguntas'][number]
    >`select f.id, f.category as categoria, f.question_es as "preguntaEs", f.question_en as "preguntaEn" from faq f
      where (f.published or ${writes(caller)}::boolean) and ${matches(sql`f.search`, text)}
      order by case when ${matches(sql`plain(f.question_es || ' ' || f.question_en)`, text)} then 0 else 1 end, f.category, f.position, f.id limit ${MAX_FOUND}`,
  )
