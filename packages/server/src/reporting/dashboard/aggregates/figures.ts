import type { FREQUENCIES } from '@cuadre/api/shapes'
import { type RawBuilder, sql } from 'kysely'
import { difference, signed, signedInTime, states, unexplained, unsupported } from '../../../workflow/analysis/measures.ts'
import * as item from '../item.ts'

export const n = (what: RawBuilder<unknown>) => sql`count(*) filter (where ${what})::int`
const add = (what: RawBuilder<unknown>, when: RawBuilder<unknown> = sql`true`) => sql`coalesce(sum(${what}) filter (where ${when}), 0)::int`
const money = (what: RawBuilder<unknown>, when: RawBuilder<unknown> = sql`true`) =>
  sql`coalesce(sum(${what}) filter (where ${when}), 0)::numeric(24, 2)`

/** The figures of a set of items, by column of `period_sum`; those in DAYS are computed from their days. */
export function figures({ completion, onTime }: item.Measures): Record<Exclude<Count, Days> | Amount, item.Fragment> {
  return {
    items: sql`count(*)::int`,
    accounts: add(sql`a.weight`),
    signed: add(signed),
    on_time: add(onTime),
    on_time_analyst: n(signedInTime.analista),
    on_time_jefatura: n(signedInTime.jefatura),
    on_time_control: n(signedInTime.control),
    late_roles: add(sql`3 - ${onTime}`),
    done: n(completion.completado),
    done_late: n(completion.completado_tarde),
    overdue: n(completion.vencido),
    pending: n(completion.pendiente),
    done_at_close: n(item.doneAtClose),
    unsent: n(states.open),
    at_jefatura: n(states.atJefatura),
    at_control: n(states.atControl),
    rejected: n(states.rejected),
    approved: n(states.approved),
    first_pass: n(item.firstPass),
    decisions: add(item.decisions),
    rejections_jefatura: add(sql`a.rejections_jefatura`),
    rejections_control: add(sql`a.rejections_control`),
    reopenings: add(sql`a.reopenings`),
    automatic: n(sql`a.auto`),
    differing: n(item.differing),
    material_items: n(item.material),
    prepared: n(item.ended.preparacion),
    jefatura: n(item.ended.jefatura),
    control: n(item.ended.control),
    whole: n(item.ended.total),
    balance: money(sql`abs(a.balance)`),
    balance_approved: money(sql`abs(a.balance)`, states.approved),
    difference: money(difference),
    unexplained: money(unexplained),
    unsupported: money(unsupported),
    moved_material: money(item.moved, item.material),
    moved_material_approved: money(item.moved, sql`${item.material} and ${states.approved}`),
  }
}
export const COUNTS = [
  'items',
  'accounts',
  'signed',
  'on_time',
  'on_time_analyst',
  'on_time_jefatura',
  'on_time_control',
  'late_roles',
  'done',
  'done_late',
  'overdue',
  'pending',
  'done_at_close',
  'unsent',
  'at_jefatura',
  'at_control',
  'rejected',
  'approved',
  'first_pass',
  'decisions',
  'rejections_jefatura',
  'rejections_control',
  'reopenings',
  'automatic',
  'differing',
  'material_items',
  'prepared',
  'prepared_days',
  'jefatura',
  'jefatura_days',
  'control',
  'control_days',
  'whole',
  'whole_days',
] as const
/** Working days, by their stretch. */
export const DAYS = { prepared_days: 'preparacion', jefatura_days: 'jefatura', control_days: 'control', whole_days: 'total' } as const
type Days = keyof typeof DAYS
export const isDays = (name: Count | Amount): name is Days => name in DAYS
export const AMOUNTS = [
  'balance',
  'balance_approved',
  'difference',
  'unexplained',
  'unsupported',
  'moved_material',
  'moved_material_approved',
] as const
export type Count = (typeof COUNTS)[number]
export type Amount = (typeof AMOUNTS)[number]
export type Figures = Record<Count, number> & Record<Amount, string>

/** The keys that items can be grouped by. Headings, accounts and analysts are not in the stored sums. */
const STORED = {
  country: sql`a.country_id`,
  business: sql`a.business_id`,
  subManagement: sql`a.sub_management_id`,
  department: sql`a.department_id`,
  currency: sql`a.currency`,
  risk: sql`a.risk`,
  frequency: sql`a.frequency`,
}
export const LIVE = {
  ...STORED,
  material: item.material,
  heading: sql`a.heading_id`,
  account: sql`a.account_id`,
  analyst: sql`a.analyst_id`,
}
export const SUMMED = { ...STORED, material: sql`a.material` }
/** The keys of `period_sum` of an item, by column. */
export const SUM_KEYS = {
  country_id: LIVE.country,
  business_id: LIVE.business,
  sub_management_id: LIVE.subManagement,
  department_id: LIVE.department,
  currency: LIVE.currency,
  risk: LIVE.risk,
  frequency: LIVE.frequency,
  grouped: item.isGroup,
  material: LIVE.material,
}
export type By = keyof typeof LIVE
export const isStored = (by: By): by is keyof typeof SUMMED => by in SUMMED

type Frequency = (typeof FREQUENCIES)[number]
export type Keys = {
  period: number
  country?: number
  business?: number
  subManagement?: number | null
  department?: number | null
  currency: string
  risk?: string
  frequency?: Frequency
  material?: boolean
  heading?: number | null
  account?: number
  analyst?: number
}
/** Contains only the requested figures. */
export type Sums<W extends Count | Amount = Count | Amount> = Pick<Figures, W> & Keys
/** K2 to K6, K15 and K16: the figures of a tile. */
export const PROGRESS = [
  'items',
  'signed',
  'on_time',
  'done',
  'done_late',
  'overdue',
  'pending',
  'unexplained',
  'unsupported',
  'balance',
  'balance_approved',
] as const satisfies readonly (Count | Amount)[]
/** Whose turn it is. */
export const STAGES = ['items', 'unsent', 'rejected', 'at_jefatura', 'at_control', 'approved'] as const satisfies readonly Count[]
