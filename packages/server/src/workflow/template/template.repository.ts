import type { Parsed } from '@cuadre/api/endpoint'
import type { listTemplates, Template, TemplateDetail, TemplateVersion } from '@cuadre/api/template'
import { type RawBuilder, sql } from 'kysely'
import { accountScope } from '../../platform/access/scope.ts'
import { zoneOfCountry } from '../../platform/access/shown-zone.ts'
import { periodStatus, state } from '../../platform/database/codes.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { all, contains, page } from '../../platform/database/list.ts'
import type { Caller } from '../../platform/http/context.ts'

export type Query = Parsed<typeof listTemplates>['query']
/** What a form changes of a version; the file is uploaded separately. */
export type Content = Pick<
  TemplateVersion,
  'vigenteDesde' | 'vigenteHasta' | 'rubros' | 'negocios' | 'mapa' | 'politica' | 'proposito' | 'procedimiento'
>
export type File = { formato: TemplateVersion['formato']; name: string; sha256: string; size: number }

const version = sql`v.number as version, v.state as estado, v.format as formato, v.valid_from::text as "vigenteDesde", v.valid_to::text as "vigenteHasta",
  to_json(v.headings) as rubros, to_json(v.businesses) as negocios, v.cells as mapa, v.policy as politica, v.purpose as proposito, v.procedure as procedimiento,
  json_build_object('name', v.sha256 || '.' || v.format, 'nombre', v.file_name, 'bytes', v.size) as archivo,
  coalesce((select json_agg(json_build_object('id', i.id, 'name', i.sha256 || '.' || i.kind, 'nombre', i.file_name, 'bytes', i.size) order by i.id)
    from template_image i where i.version_id = v.id), '[]'::json) as imagenes,
  w.name as "escritoPor", v.written_at as "escritoEn", p.name as "publicadoPor", v.published_at as "publicadoEn", r.name as "retiradoPor", v.retired_at as "retiradoEn"`
const people = sql`join app_user w on w.id = v.written_by left join app_user p on p.id = v.published_by left join app_user r on r.id = v.retired_by`
const columns = sql`t.id, t.name as nombre, t.type as tipo, ${version},
  (select d.number from template_version d where d.template_id = t.id and d.state = 'BORRADOR') as borrador, t.revision as "REVISION"`
const from = sql`template t join lateral (select * from template_version x where x.template_id = t.id
  order by x.state = 'PUBLICADA' desc, x.state = 'BORRADOR' desc, x.number desc limit 1) v on true ${people}`

export const list = (db: Db, query: Query) =>
  page<Template, typeof query>(db, query, {
    select: columns,
    from,
    where: all(
      contains(sql`t.search`, query.search),
      query.tipo && sql`t.type = ${query.tipo}`,
      query.formato && sql`v.format = ${query.formato}`,
      // A draft matches even if the list shows the published version.
      query.estado === 'BORRADOR'
        ? sql`exists (select from template_version d where d.template_id = t.id and d.state = 'BORRADOR')`
        : query.estado && sql`v.state = ${query.estado}`,
    ),
    sortable: {
      NOMBRE: sql`t.name`,
      TIPO: sql`t.type`,
      FORMATO: sql`v.format`,
      ESTADO: sql`v.state`,
      VERSION: sql`v.number`,
      FECHA: sql`v.written_at`,
    },
    by: sql`t.name`,
    id: sql`t.id`,
  })

export async function find(db: Db, id: number): Promise<TemplateDetail | undefined> {
  const template = await row(db, sql<Template>`select ${columns} from ${from} where t.id = ${id}`)
  if (!template) return undefined
  const versiones = await rows(
    db,
    sql<TemplateVersion>`select ${version} from template_version v ${people} where v.template_id = ${id} order by v.number desc`,
  )
  return { ...template, versiones }
}

export const lock = (db: Db, id: number) => row(db, sql`select from template where id = ${id} for no key update`)

/** undefined if the name is taken, ignoring case and accents. */
export const insert = (db: Db, name: string, type: string, userId: number) =>
  row(
    db,
    sql<{
      id: number
    }>`insert into template (name, type, created_by) values (${name}, ${type}, ${userId}) on conflict do nothing returning id`,
  )
export const nameTaken = (db: Db, id: number, name: string) =>
  row(db, sql`select from template where id <> ${id} and plain(name) = plain(${name})`)
/** Names are given one at a time. */
export const lockNames = (db: Db) => sql`select pg_advisory_xact_lock(hashtext('template'))`.execute(db)
export const rename = (db: Db, id: number, name: string) => sql`update template set name = ${name} where id = ${id}`.execute(db)
export const touch = (db: Db, id: number) => sql`update template set revision = revision + 1 where id = ${id}`.execute(db)

export const insertVersion = (db: Db, templateId: number, content: Content, { formato, name, sha256, size }: File, userId: number) =>
  sql`insert into template_version (template_id, number, format, file_name, sha256, size, valid_from, valid_to, headings, businesses, cells,
      policy, purpose, procedure, written_by)
    values (${templateId}, (select coalesce(max(number), 0) + 1 from template_version where template_id = ${templateId}), ${formato}, ${name}, ${sha256}, ${size},
      ${content.vigenteDesde}::date, ${content.vigenteHasta}::date, ${content.rubros}::int[], ${content.negocios}::int[], ${JSON.stringify(content.mapa)}::jsonb,
      ${content.politica}, ${content.proposito}, ${content.procedimiento}, ${userId})`.execute(db)

/** A draft with the content and images of the current version, or of another one. */
export async function copyToDraft(db: Db, templateId: number, userId: number, from?: number) {
  const made = await row(
    db,
    sql<{
      id: number
      copied: number
    }>`with newest as (select * from template_version where template_id = ${templateId} and (${from ?? null}::int is null or number = ${from ?? null}::int)
        order by state = 'PUBLICADA' desc, number desc limit 1)
      insert into template_version (template_id, number, format, file_name, sha256, size, valid_from, valid_to, headings, businesses, cells, policy, purpose, procedure, written_by)
      select template_id, (select max(number) + 1 from template_version where template_id = ${templateId}), format, file_name, sha256, size, valid_from, valid_to,
        headings, businesses, cells, policy, purpose, procedure, ${userId} from newest
      returning id, (select id from newest) as copied`,
  )
  await sql`insert into template_image (version_id, file_name, sha256, size, kind)
    select ${made!.id}, file_name, sha256, size, kind from template_image where version_id = ${made!.copied} order by id`.execute(db)
}

export const draft = (db: Db, templateId: number) =>
  row(db, sql<{ id: number }>`select id from template_version where template_id = ${templateId} and state = 'BORRADOR'`)

export const saveContent = (db: Db, draftId: number, content: Content, userId: number) =>
  sql`update template_version set valid_from = ${content.vigenteDesde}::date, valid_to = ${content.vigenteHasta}::date, headings = ${content.rubros}::int[],
    businesses = ${content.negocios}::int[], cells = ${JSON.stringify(content.mapa)}::jsonb, policy = ${content.politica}, purpose = ${content.proposito},
    procedure = ${content.procedimiento}, written_by = ${userId}, written_at = now() where id = ${draftId}`.execute(db)

export const saveFile = (db: Db, draftId: number, { formato, name, sha256, size }: File, userId: number) =>
  sql`update template_version set format = ${formato}, file_name = ${name}, sha256 = ${sha256}, size = ${size}, written_by = ${userId}, written_at = now()
    where id = ${draftId}`.execute(db)

export const images = async (db: Db, draftId: number) =>
  (await row(db, sql<{ n: number }>`select count(*)::int as n from template_image where version_id = ${draftId}`))!.n
export const insertImage = (
  db: Db,
  draftId: number,
  { name, sha256, size, kind }: { name: string; sha256: string; size: number; kind: string },
) =>
  sql`insert into template_image (version_id, file_name, sha256, size, kind) values (${draftId}, ${name}, ${sha256}, ${size}, ${kind})`.execute(
    db,
  )
export const removeImage = (db: Db, draftId: number, id: number) =>
  row(db, sql`delete from template_image where id = ${id} and version_id = ${draftId} returning id`)

/** The previous version is retired by the same person. */
export async function publish(db: Db, templateId: number, userId: number) {
  await retire(db, templateId, userId)
  await sql`update template_version set state = 'PUBLICADA', published_by = ${userId}, published_at = now()
    where template_id = ${templateId} and state = 'BORRADOR'`.execute(db)
}
export const retire = (db: Db, templateId: number, userId: number) =>
  sql`update template_version set state = 'RETIRADA', retired_by = ${userId}, retired_at = now() where template_id = ${templateId} and state = 'PUBLICADA'`.execute(
    db,
  )

export const allHeadings = async (db: Db, ids: readonly number[]) =>
  (await row(db, sql<{ n: number }>`select count(*)::int as n from heading where not merged and id = any(${ids}::int[])`))!.n ===
  new Set(ids).size
export const allBusinesses = async (db: Db, ids: readonly number[]) =>
  (await row(db, sql<{ n: number }>`select count(*)::int as n from business where id = any(${ids}::int[])`))!.n === new Set(ids).size

/** A file by the name in its address: hash and extension. */
export const file = (db: Db, sha256: string, extension: string) =>
  row(
    db,
    sql<{
      name: string
      image: boolean
    }>`select file_name as name, false as image from template_version where sha256 = ${sha256} and format = ${extension}
      union all select file_name, true from template_image where sha256 = ${sha256} and kind = ${extension} limit 1`,
  )

type Sample = {
  id: number
  code: string
  name: string
  business: string
  currency: string
  analysis: number | null
  period: string | null
  balance: string | null
  previous: string | null
}
/** An account in scope that the version applies to, with the figures of its newest analysis, for trying it out; or the one asked for. */
export const sample = (db: Db, caller: Caller, { rubros, negocios }: Pick<Content, 'rubros' | 'negocios'>, id?: number) =>
  row(
    db,
    sql<Sample>`select c.id, c.code, c.name, b.name as business, c.currency, a.id as analysis, p.name as period, a.balance::text, a.previous::text
      from account c join business b on b.id = c.business_id
        left join lateral (select * from analysis x where x.account_id = c.id order by x.period_id desc limit 1) a on true left join period p on p.id = a.period_id
      where ${accountScope(caller)} and ${
        id === undefined
          ? sql`c.active and (${rubros.length === 0} or ${inHeadings(rubros)}) and (${negocios.length === 0} or c.business_id = any(${negocios}::int[]))`
          : sql`c.id = ${id}`
      } order by a.id is null, c.id limit 1`,
  )
const inHeadings = (headings: readonly number[]) => sql`heading_line(c.heading_id) && ${headings}::int[]`

export type Chosen = { template: number; version: number; versionId: number; sha256: string; cells: Record<string, string> }
const chosen = sql`t.id as template, v.number as version, v.id as "versionId", v.sha256, v.cells`
/** The day of now there: the database's own, which is of UTC, ends in the evening of America. */
const dayIn = (zone: RawBuilder<unknown>) => sql`(now() at time zone ${zone})::date`
const inForceIn = (zone: RawBuilder<unknown>) =>
  sql`v.state = 'PUBLICADA' and v.format = 'xlsx' and coalesce(v.valid_from, '-infinity') <= ${dayIn(zone)} and coalesce(v.valid_to, 'infinity') >= ${dayIn(zone)}`
/** How many levels from this heading the nearest of the version's stands: a line begins with its heading. Null: it names none of the line. */
const levels = (heading: RawBuilder<unknown>) =>
  sql`(select min(l.n) from unnest(heading_line(${heading})) with ordinality l(id, n) where l.id = any(v.headings))`
const nearestOf = (heading: RawBuilder<unknown>) => sql`v.headings = '{}', ${levels(heading)}, v.businesses = '{}'`
const nearest = (heading: RawBuilder<unknown>) => sql`${nearestOf(heading)}, v.published_at desc`

/**
 * Active accounts that get a version once it is published, as `forAnalyses` chooses: many in its scope may have one of their own or a nearer
 * one. And open analyses whose workbook was taken with a version of the template.
 */
export const reach = async (db: Db, zone: string, templateId: number, version: number) =>
  (await row(
    db,
    sql<{ cuentas: number; abiertos: number }>`select
      (select coalesce(sum(c.n), 0)::int from (
        select heading_id, business_id, template_id, count(*) as n from account where active group by heading_id, business_id, template_id) c
        cross join lateral (select v.template_id from template_version v join template t on t.id = v.template_id and t.type = 'ANALISIS'
          where v.format = 'xlsx' and ((${inForceIn(sql`${zone}::text`)} and t.id <> ${templateId}) or (t.id = ${templateId} and v.number = ${version}))
            and (t.id = c.template_id
              or ((v.headings = '{}' or v.headings && heading_line(c.heading_id)) and (v.businesses = '{}' or c.business_id = any(v.businesses))))
          order by t.id is not distinct from c.template_id desc, ${nearestOf(sql`c.heading_id`)}, t.id = ${templateId} desc, v.published_at desc limit 1) v
        where v.template_id = ${templateId}) as cuentas,
      (select count(*)::int from analysis a join template_version v on v.id = a.template_version_id join period p on p.id = a.period_id
        where v.template_id = ${templateId} and v.state <> 'BORRADOR' and a.state_main <> ${state.aprobado} and p.status_id <> ${periodStatus.cerrado}) as abiertos`,
  ))!

/** Whether a day is over in a zone. */
export const isOver = async (db: Db, zone: string, day: string) =>
  (await row(db, sql<{ over: boolean }>`select ${day}::date < ${dayIn(sql`${zone}::text`)} as over`))!.over

export const removeDraft = (db: Db, templateId: number) =>
  sql`delete from template_version where template_id = ${templateId} and state = 'BORRADOR'`.execute(db)
export const remove = (db: Db, id: number) => sql`delete from template where id = ${id}`.execute(db)

/**
 * The published template in force today, where the business is, for each of these analyses that has one: its account's own; else that of its heading, or of the
 * nearest above, then of its business, then a general one; then the newest.
 */
export const forAnalyses = async (db: Db, zone: string, ids: readonly number[]) => {
  const found = await rows(
    db,
    sql<Chosen & { id: number }>`select distinct on (a.id) a.id, ${chosen}
      from analysis a join account c on c.id = a.account_id join template_version v on ${inForceIn(zoneOfCountry(sql`a.country_id`, zone))} join template t on t.id = v.template_id and t.type = 'ANALISIS'
      where a.id = any(${ids}::int[]) and (t.id = c.template_id
        or ((v.headings = '{}' or v.headings && heading_line(a.heading_id)) and (v.businesses = '{}' or a.business_id = any(v.businesses))))
      order by a.id, t.id is not distinct from c.template_id desc, ${nearest(sql`a.heading_id`)}`,
  )
  return new Map(found.map(({ id, ...one }) => [id, one as Chosen]))
}
/** The template that analyses of each heading take today where neither their account nor their business has one. */
export const templatesOfHeadings = async (db: Db, zone: string) => {
  const found = await rows(
    db,
    sql<{
      heading: number
      id: number
      nombre: string
      propia: boolean
    }>`select distinct on (h.id) h.id as heading, t.id, t.name as nombre, h.id = any(v.headings) as propia
      from heading h join template_version v on ${inForceIn(sql`${zone}::text`)} and v.businesses = '{}' and (v.headings = '{}' or v.headings && heading_line(h.id))
        join template t on t.id = v.template_id and t.type = 'ANALISIS'
      order by h.id, ${nearest(sql`h.id`)}`,
  )
  return new Map(found.map(({ heading, ...template }) => [heading, template]))
}
/** The same for a group: a template whose headings include all members, nearest to the member that is furthest from them. */
export const forGroup = (db: Db, zone: string, groupId: number) =>
  row(
    db,
    sql<Chosen>`select ${chosen} from analysis_group g join business b on b.id = g.business_id join template_version v on ${inForceIn(zoneOfCountry(sql`b.country_id`, zone))} join template t on t.id = v.template_id and t.type = 'ANALISIS_GRUPO'
      where g.id = ${groupId} and (v.businesses = '{}' or g.business_id = any(v.businesses))
        and (v.headings = '{}' or not exists (select from analysis a where a.group_id = g.id and not v.headings && heading_line(a.heading_id)))
      order by v.headings = '{}', (select max(${levels(sql`a.heading_id`)}) from analysis a where a.group_id = g.id), v.businesses = '{}', v.published_at desc limit 1`,
  )

/** Stores the version with which the workbook was downloaded; closed periods stay unchanged. */
export const saveDownloadedVersion = (tx: Db, analysisIds: readonly number[], versionId: number | null) =>
  sql`update analysis a set template_version_id = ${versionId}::int where a.id = any(${analysisIds}::int[])
    and a.template_version_id is distinct from ${versionId}::int and exists (select from period p where p.id = a.period_id and p.status_id <> ${periodStatus.cerrado})`.execute(
    tx,
  )
/** Template and version of that download, for the analysis `a`. */
export const downloadedVersionJson = sql`(select json_build_object('id', t.id, 'nombre', t.name, 'version', v.number)
  from template_version v join template t on t.id = v.template_id where v.id = a.template_version_id)`
