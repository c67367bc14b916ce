import { sql } from 'kysely'
import { type Db, row } from '../../../platform/database/index.ts'
import * as item from '../item.ts'
import type { Lists, PeriodRow } from './periods.ts'
import { periods } from './stored.ts'

/** The names of grouping keys, in one statement. */
export type Names = Record<'country' | 'business' | 'subManagement' | 'department' | 'heading', Map<number, string>> & {
  chief: Map<number, string | null>
  chiefId: Map<number, number | null>
  parent: { business: Map<number, number>; department: Map<number, { business: number; subManagement: number | null }> }
  /** Path of a business's image within the API. */
  image: Map<number, string | null>
}
const lists = sql`json_build_object('country', (select coalesce(json_agg(json_build_array(id, name)), '[]') from country),
  'business', (select coalesce(json_agg(json_build_array(id, name, country_id, case when image_sha256 is not null then '/business/image/' || id || '?v=' || left(image_sha256, 12) end)), '[]') from business),
  'subManagement', (select coalesce(json_agg(json_build_array(id, name)), '[]') from sub_management),
  'department', (select coalesce(json_agg(json_build_array(d.id, d.name, d.business_id, d.sub_management_id, u.name, d.chief_id)), '[]')
    from department d left join app_user u on u.id = d.chief_id),
  'heading', (select coalesce(json_agg(json_build_array(id, name)), '[]') from heading))`
export const names = async (db: Db): Promise<Names> => named((await row(db, sql<{ lists: Lists }>`select ${lists} as lists`))!.lists)
/** Both in one statement. Without a period there is nothing to name. */
export async function periodsAndNames(db: Db, view: item.View, more = sql`` as item.Fragment): Promise<{ all: PeriodRow[]; names: Names }> {
  const all = await periods(
    db,
    view,
    sql`, case when p.name = (select max(m.name) from ${item.periodsOf(view, 'm')}) then ${lists} end as lists ${more}`,
  )
  const none: Lists = { country: [], business: [], subManagement: [], department: [], heading: [] }
  return { all, names: named(all.at(-1)?.lists ?? none) }
}
function named(found: Lists): Names {
  const map = (of: [number, string, ...unknown[]][]) => new Map(of.map(([id, name]) => [id, name]))
  return {
    country: map(found.country),
    business: map(found.business),
    subManagement: map(found.subManagement),
    department: map(found.department),
    heading: map(found.heading),
    chief: new Map(found.department.map(([id, , , , chief]) => [id, chief as string | null])),
    chiefId: new Map(found.department.map(([id, , , , , chief]) => [id, chief as number | null])),
    parent: {
      business: new Map(found.business.map(([id, , country]) => [id, country as number])),
      department: new Map(
        found.department.map(([id, , business, sub]) => [id, { business: business as number, subManagement: sub as number | null }]),
      ),
    },
    image: new Map(found.business.map(([id, , , image]) => [id, image as string | null])),
  }
}
