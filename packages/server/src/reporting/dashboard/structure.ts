import type { STRUCTURES } from '@cuadre/api/item'
import { type RawBuilder, sql } from 'kysely'
import type { Locale } from '../../platform/http/context.ts'

export type Structure = (typeof STRUCTURES)[number]

/** The columns of `v_item` (281-reporting-frequency.sql) that are no places; an account stays with its business. */
export const KEPT_COLUMNS = (
  'id group_id period_id account_id business_id analyst_id currency weight risk materiality balance previous value difference comment rejection ' +
  'state_main state_jefatura state_control due_analyst due_jefatura due_control due_close loaded_at first_submitted_at submitted_at jefatura_at ' +
  'jefatura_by control_at control_by rejections_jefatura rejections_control reopenings version revision auto frequency'
).split(' ')
export const PLACE_COLUMNS = ['country_id', 'sub_management_id', 'department_id', 'heading_id']

/**
 * Items of a relation with the places that their accounts have today (rules §1.0, "estructura actual"). `scope`: a condition on the items as they were opened
 * (alias `a`); who moves into a department does not bring along what its head could not see.
 */
export const placedToday = (items: RawBuilder<unknown>, scope: RawBuilder<unknown>) =>
  sql`(select ${sql.join(KEPT_COLUMNS.map((column) => sql.ref(`a.${column}`)))}, b.country_id, d.sub_management_id, c.department_id, c.heading_id
    from ${items} a join account c on c.id = a.account_id join business b on b.id = c.business_id left join department d on d.id = c.department_id
    where ${scope})`

/** The name of a sheet or column, which says so where places are those of today: a workbook is read without the page that it came from. */
export const namedBy = ({ es, en }: Record<Locale, string>, estructura: Structure | undefined): Record<Locale, string> =>
  estructura === 'actual' ? { es: `${es} (estructura actual)`, en: `${en} (current structure)` } : { es, en }
