import { observationApi, sampleApi } from '@cuadre/api'
import type { ACCESS_KINDS, Auditor, AuditorAccess, AuditorGrant, auditorAccesses, listAuditors } from '@cuadre/api/auditor'
import { isEndpoint, type Parsed } from '@cuadre/api/endpoint'
import { ROLE } from '@cuadre/api/roles'
import { sql } from 'kysely'
import type { z } from 'zod'
import { auditedScope } from '../../platform/access/scope.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { all, contains, page } from '../../platform/database/list.ts'
import type { Caller } from '../../platform/http/context.ts'
import { scopeJson } from '../user/person.ts'

export type Access = {
  FIRMA_AUDITORA: string
  TIPO: 'interno' | 'externo'
  VIGENCIA_DESDE: string
  VIGENCIA_HASTA: string
  permisos: AuditorGrant
}

/** `today`: YYYY-MM-DD in the zone of the access dates. */
const state = (today: string) => sql`case when not u.active then 'inactivo' when ${today}::date < x.valid_from then 'por_iniciar'
  when ${today}::date > x.valid_until then 'vencido' else 'vigente' end`
const columns = (today: string) => sql`u.id, u.name as "NOMBRE", u.username as "USUARIO", u.email, u.locale,
  case when u.active then 'activo' else 'inactivo' end as status, x.firm as "FIRMA_AUDITORA", case when x.external then 'externo' else 'interno' end as "TIPO",
  x.valid_from::text as "VIGENCIA_DESDE", x.valid_until::text as "VIGENCIA_HASTA", ${state(today)} as "ACCESO", ${scopeJson(sql`u.id`)} as alcance,
  (select coalesce(json_agg(json_build_object('COD_PERIODO', p.id, 'PERIODO', p.name) order by p.name), '[]')
    from auditor_period o join period p on p.id = o.period_id where o.user_id = u.id) as periodos,
  json_build_object('documentos', x.documents, 'fechasFirma', x.signature_dates, 'comentariosInternos', x.internal_comments, 'exportar', x.export,
    'soloAprobados', x.only_approved) as permisos, u.last_seen_at as "ULTIMO_ACCESO",
  (select c.new_email from email_change c where c.user_id = u.id and c.confirmed_at is null and c.expires_at > now()) as "CORREO_PENDIENTE", x.revision as "REVISION"`
const from = sql`auditor x join app_user u on u.id = x.user_id`
/** An auditor sees only themselves. */
const visible = ({ roleId, userId }: Caller) => (roleId === ROLE.auditor ? sql`u.id = ${userId}` : sql`true`)

export const list = (db: Db, caller: Caller, today: string, query: Parsed<typeof listAuditors>['query']) =>
  page<Auditor, typeof query>(db, query, {
    select: columns(today),
    from,
    where: all(
      visible(caller),
      query.search ? sql`(${contains(sql`u.search`, query.search)} or ${contains(sql`plain(x.firm)`, query.search)})` : undefined,
      query.tipo && sql`x.external = ${query.tipo === 'externo'}`,
      query.acceso && sql`${state(today)} = ${query.acceso}`,
    ),
    sortable: {
      NOMBRE: sql`u.name`,
      USUARIO: sql`u.username`,
      EMAIL: sql`u.email`,
      FIRMA_AUDITORA: sql`x.firm`,
      TIPO: sql`x.external`,
      VIGENCIA_DESDE: sql`x.valid_from`,
      VIGENCIA_HASTA: sql`x.valid_until`,
      ACCESO: state(today),
      ULTIMO_ACCESO: sql`u.last_seen_at`,
    },
    by: sql`u.name`,
    id: sql`u.id`,
  })

export const find = (db: Db, caller: Caller, today: string, id: number) =>
  row(db, sql<Auditor>`select ${columns(today)} from ${from} where u.id = ${id} and ${visible(caller)}`)

export const saveAccess = (tx: Db, id: number, { FIRMA_AUDITORA, TIPO, VIGENCIA_DESDE, VIGENCIA_HASTA, permisos }: Access) =>
  sql`insert into auditor (user_id, firm, external, valid_from, valid_until, documents, signature_dates, internal_comments, export, only_approved)
      values (${id}, ${FIRMA_AUDITORA}, ${TIPO === 'externo'}, ${VIGENCIA_DESDE}::date, ${VIGENCIA_HASTA}::date, ${permisos.documentos}, ${permisos.fechasFirma},
        ${permisos.comentariosInternos}, ${permisos.exportar}, ${permisos.soloAprobados})
      on conflict (user_id) do update set firm = excluded.firm, external = excluded.external, valid_from = excluded.valid_from, valid_until = excluded.valid_until,
        documents = excluded.documents, signature_dates = excluded.signature_dates, internal_comments = excluded.internal_comments,
        export = excluded.export, only_approved = excluded.only_approved, revision = auditor.revision + 1`.execute(tx)

/** @returns how many of the periods exist */
export async function savePeriods(tx: Db, id: number, periods: readonly number[]): Promise<number> {
  await sql`delete from auditor_period where user_id = ${id}`.execute(tx)
  const saved =
    await sql`insert into auditor_period select ${id}, id from period where id = any(${periods}::int[]) returning period_id`.execute(tx)
  return saved.rows.length
}

const numberIn = (pattern: string) => sql`(regexp_match(l.route, ${pattern}))[1]::int`
/** The path of a new observation has no number: it is the auditor's newest of when the call was logged. */
const raised = sql`(select r.id from observation r where r.auditor_id = l.user_id and r.created_at <= l.at order by r.id desc limit 1)`
/** Calls by which an auditor does something: whatever of theirs is not read. */
const DOING = Object.entries({ ...observationApi, ...sampleApi } as Record<string, unknown>).flatMap(([name, value]) =>
  isEndpoint(value) && value.method !== 'GET' ? [name] : [],
)
const kind = sql`case when l.call = any(${DOING}::text[]) then 'accion' else l.kind end`
type Kind = (typeof ACCESS_KINDS)[number]
type Query = Parsed<typeof auditorAccesses>['query']

/** With the analysis and the file named in the path, or the analysis that was asked about, if the caller may see them. */
export async function accesses(db: Db, caller: Caller, id: number, query: Query) {
  const from = sql`auditor_access l
      left join analysis_file f on l.call in ('analysisFile', 'analysisEvidence', 'seeAnalysisFile') and f.id = ${numberIn('^/analysis/file/([0-9]+)')}
      left join annex x on l.call in ('annexFile', 'annexEvidence', 'seeAnnex') and x.id = ${numberIn('^/analysis/annex/([0-9]+)')}
      left join observation o on o.id = case when l.call in ('getObservation', 'askObservationAgain', 'closeObservation') then ${numberIn('^/observation/([0-9]+)')}
        when l.call = 'raiseObservation' then ${raised} end
      left join analysis a on a.id = case when l.call = 'getAnalysis' then ${numberIn('^/analysis/([0-9]+)$')}
        else coalesce(f.analysis_id, o.analysis_id, (select min(v.analysis_id) from annex_of v where v.annex_id = x.id)) end and ${auditedScope(caller)}
      left join period p on p.id = a.period_id left join account c on c.id = a.account_id`
  const searched = all(
    sql`l.user_id = ${id}`,
    query.search
      ? sql`(${contains(sql`plain(l.route)`, query.search)} or ${contains(sql`c.search`, query.search)} or (a.id is not null and ${contains(sql`plain(coalesce(f.name, x.name))`, query.search)}))`
      : undefined,
  )
  const found = await page<Omit<z.output<typeof AuditorAccess>, 'FILTROS_TEXTO'>, Query>(db, query, {
    select: sql`l.id as "ID", l.at as "FECHA", ${kind} as "TIPO", l.call as "LLAMADA", l.route as "RUTA", l.filters as "FILTROS",
      p.name as "PERIODO", c.code as "CUENTA", c.name as "NOMBRE_CUENTA", case when a.id is not null then coalesce(f.name, x.name) end as "ARCHIVO"`,
    from,
    where: all(searched, query.tipo && sql`${kind} = any(${query.tipo}::text[])`),
    sortable: { FECHA: sql`l.at`, TIPO: kind, RUTA: sql`l.route` },
    by: sql`l.id desc`,
    id: sql`l.id`,
  })
  const counted = await rows(
    db,
    sql<{ kind: Kind; n: number }>`select ${kind} as kind, count(*)::int as n from ${from} where ${searched} group by 1`,
  )
  const none = { accion: 0, descarga: 0, exportacion: 0, vista: 0 }
  return {
    ...found,
    porTipo: { ...none, ...(Object.fromEntries(counted.map(({ kind, n }) => [kind, n])) as Partial<Record<Kind, number>>) },
  }
}
