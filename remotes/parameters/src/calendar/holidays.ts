import type { Calendar } from '@cuadre/api/calendar'
import { parseDate } from '@cuadre/ui'
import { dayOf } from './days.ts'

export type Holiday = Calendar['FERIADOS'][number]

/** What was read, and the lines that say no day or no name. */
export interface Read {
  found: Holiday[]
  wrong: number[]
}

/** A day and its name on each line, in whatever order a spreadsheet or a web page gives them: "2026-11-02;Finados", "02-11-2026 Finados". */
export function readList(text: string): Read {
  const found: Holiday[] = []
  const wrong: number[] = []
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const [, first = '', rest = ''] = /^\s*"?([\d./-]{6,10})"?[\s,;\t]+"?(.*?)"?\s*$/.exec(line) ?? []
    const FECHA = /^\d{4}-\d\d-\d\d$/.test(first) ? first : parseDate(first)
    if (FECHA && rest.trim().length >= 2) found.push({ FECHA, NOMBRE: rest.trim().slice(0, 80) })
    else wrong.push(index + 1)
  }
  return { found, wrong }
}

const MOST_DAYS = 31
/** The all-day events of an iCalendar file that fall into a year, with those that return every year. @throws where it is none */
export async function readIcs(text: string, year: number): Promise<Read> {
  // The parser comes with the first file.
  const { default: ICAL } = await import('ical.js')
  const found: Holiday[] = []
  for (const component of new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')) {
    const event = new ICAL.Event(component)
    const days = event.startDate.isDate ? Math.min(MOST_DAYS, Math.max(1, event.duration.days + event.duration.weeks * 7)) : 1
    const dates = event.iterator()
    for (let next = dates.next(); next && next.year <= year; next = dates.next())
      for (let day = 0; day < days; day++) {
        const at = next.clone()
        at.adjust(day, 0, 0, 0)
        const NOMBRE = String(event.summary ?? '')
          .trim()
          .slice(0, 80)
        if (at.year === year && NOMBRE.length >= 2) found.push({ FECHA: dayOf(at.year, at.month, at.day), NOMBRE })
      }
  }
  return { found, wrong: [] }
}

/** One name a day, the newer one; in the order of the year. */
export const merged = (had: readonly Holiday[], more: readonly Holiday[]): Holiday[] =>
  [...new Map([...had, ...more].map((holiday) => [holiday.FECHA, holiday])).values()].sort((a, b) => a.FECHA.localeCompare(b.FECHA))

/** What was changed since `base`, made on what somebody else has saved meanwhile: days that were added or named here, without those taken out here. */
export function onTopOf(theirs: Calendar, base: Calendar, mine: Calendar): Calendar {
  const had = new Map(base.FERIADOS.map(({ FECHA, NOMBRE }) => [FECHA, NOMBRE]))
  const kept = new Set(mine.FERIADOS.map(({ FECHA }) => FECHA))
  const own = mine.FERIADOS.filter(({ FECHA, NOMBRE }) => had.get(FECHA) !== NOMBRE)
  const left = theirs.FERIADOS.filter(({ FECHA }) => kept.has(FECHA) || !had.has(FECHA))
  const changed = <Name extends 'LABORABLES' | 'HORA_CORTE'>(name: Name) =>
    JSON.stringify(mine[name]) === JSON.stringify(base[name]) ? theirs[name] : mine[name]
  return { ...theirs, LABORABLES: changed('LABORABLES'), HORA_CORTE: changed('HORA_CORTE'), FERIADOS: merged(left, own) }
}
