import { type Calendar, DEADLINES, DEFAULT_PLAN, type Deadlines, deadlines, defaultCalendar, type Plan } from './period.flow.ts'

/** The deadlines of a period, from the calendars of countries and the plans of businesses (rules §2.2). */
const PLAN_ROLE = {
  VENCE_ANALISTA: 'ANALISTA',
  VENCE_JEFATURA: 'JEFATURA',
  VENCE_CONTROL: 'CONTROL',
  VENCE_CIERRE: 'CIERRE',
} as const
export type Rule = { business: number | null; role: string; day: number; hour: number | null }
export type Setup = { calendars: Map<number, Calendar>; rules: Rule[]; businesses: { id: number; country: number }[]; zone: string }

export function planOf({ rules }: Pick<Setup, 'rules'>, business: number | null): Plan {
  const of = (name: keyof Deadlines) => {
    const role = PLAN_ROLE[name]
    const rule = rules.find((r) => r.role === role && r.business === business) ?? rules.find((r) => r.role === role && r.business === null)
    return rule ? { day: rule.day, hour: rule.hour } : DEFAULT_PLAN[name]
  }
  return {
    VENCE_ANALISTA: of('VENCE_ANALISTA'),
    VENCE_JEFATURA: of('VENCE_JEFATURA'),
    VENCE_CONTROL: of('VENCE_CONTROL'),
    VENCE_CIERRE: of('VENCE_CIERRE'),
  }
}

type Given = { [K in keyof Deadlines]?: string | undefined }
/** The deadlines of a month in general, or for a business; given ones take precedence. */
export function datesOf(
  period: string,
  all: Setup,
  business: number | null,
  given: Given = {},
  country = all.businesses.find(({ id }) => id === business)?.country,
): Deadlines {
  const calendar = (country !== undefined && all.calendars.get(country)) || defaultCalendar(all.zone)
  return inOrder(deadlines(period, calendar, given, planOf(all, business)), given)
}

/** Computed deadlines yield to given ones, so that the four stay in order. */
export function inOrder(dates: Deadlines, given: Given): Deadlines {
  const list = DEADLINES.map((name) => ({ name, at: dates[name], fixed: given[name] !== undefined }))
  for (let i = 1; i < list.length; i++) if (!list[i]!.fixed && list[i]!.at < list[i - 1]!.at) list[i]!.at = list[i - 1]!.at
  for (let i = list.length - 2; i >= 0; i--) if (!list[i]!.fixed && list[i]!.at > list[i + 1]!.at) list[i]!.at = list[i + 1]!.at
  const at = (name: keyof Deadlines) => list.find((each) => each.name === name)!.at
  return {
    VENCE_ANALISTA: at('VENCE_ANALISTA'),
    VENCE_JEFATURA: at('VENCE_JEFATURA'),
    VENCE_CONTROL: at('VENCE_CONTROL'),
    VENCE_CIERRE: at('VENCE_CIERRE'),
  }
}

/** The period's own deadlines, with the close moved to the last one, and those of businesses with different ones. */
export function plan(period: string, all: Setup, given: Given): { own: Deadlines; others: { business: number; dates: Deadlines }[] } {
  const own = datesOf(period, all, null, given)
  const each = all.businesses.map(({ id }) => ({ business: id, dates: datesOf(period, all, id, given) }))
  if (given.VENCE_CIERRE === undefined)
    for (const { dates } of each) if (dates.VENCE_CIERRE > own.VENCE_CIERRE) own.VENCE_CIERRE = dates.VENCE_CIERRE
  const others = each.filter(({ dates }) => DEADLINES.slice(0, 3).some((name) => dates[name] !== own[name]))
  return { own, others }
}
