import type { Answer } from '@cuadre/api/endpoint'
import type { statisticsBurndown } from '@cuadre/api/statistics'

export type Burndown = Pick<Answer<typeof statisticsBurndown>, 'items' | 'data' | 'pronostico'>
/** Days that are drawn after the last one of the answer: a later end is told, not drawn. */
const AHEAD = 31

/** What is open for control day by day, the plan, and from today the straight way to the forecast; by day of the axis. */
export function linesOf({ data, pronostico }: Burndown) {
  const known = data.find(({ rol }) => rol === 'control')?.dias ?? []
  const end = pronostico.find(({ rol }) => rol === 'control')?.fecha ?? null
  const days = known.map(({ dia }) => dia)
  for (let left = AHEAD; end !== null && days.length > 0 && days.at(-1)! < end && left > 0; left--) days.push(dayAfter(days.at(-1)!))
  const open = days.map((_, at) => known[at]?.abiertos ?? null)
  const today = open.findLastIndex((value) => value !== null)
  const ends = end === null ? -1 : days.indexOf(end)
  const left = open[today] ?? 0
  return {
    days,
    open,
    plan: known.map(({ ideal }) => Math.round(ideal)),
    /** Empty where there is none, or where it ends too late to be drawn. */
    forecast:
      today >= 0 && ends > today && left > 0
        ? days.map((_, at) => (at < today || at > ends ? null : Math.round(left * (1 - (at - today) / (ends - today)))))
        : [],
    /** The plan of each role ends on the day of its deadline. */
    due: data.flatMap(({ rol, dias }) => {
      const at = dias.findIndex(({ ideal }) => ideal === 0)
      return at > 0 ? [{ rol, at }] : []
    }),
  }
}

function dayAfter(day: string): string {
  const next = new Date(`${day}T00:00:00Z`)
  next.setUTCDate(next.getUTCDate() + 1)
  return next.toISOString().slice(0, 10)
}
