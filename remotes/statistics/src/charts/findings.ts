import type { Answer } from '@cuadre/api/endpoint'
import type {
  statisticsAging,
  statisticsCompletion,
  statisticsCycle,
  statisticsDepartments,
  statisticsMovements,
  statisticsOnTime,
  statisticsRejections,
} from '@cuadre/api/statistics'
import type { useTranslation } from '@cuadre/shell'
import { formatCount, formatMoney, formatPercent, type Locale } from '@cuadre/ui'
import { percentOf } from '../shared/ratio.ts'

/** The finding of a chart as its title, made from its figures; under five items the chart is only named (undefined). */
const FEW = 5
type T = ReturnType<typeof useTranslation>['t']
type Say = { t: T; locale: Locale }
const percent = (ratio: number | null, locale: Locale) => formatPercent(percentOf(ratio), locale)
const list = (names: readonly string[], locale: Locale) => new Intl.ListFormat(locale, { type: 'conjunction' }).format(names)

export function completionFinding({ total, completitud }: Answer<typeof statisticsCompletion>, { t, locale }: Say) {
  if (total < FEW) return undefined
  const done = completitud.completado + completitud.completadoTarde
  return t('findings.completion', {
    percent: percent(done / total, locale),
    count: completitud.vencido,
    overdue: formatCount(completitud.vencido, locale),
  })
}

/** Names at most three departments with the most rejected ones, if together they have at least half of them. */
export function departmentsFinding({ data }: Answer<typeof statisticsDepartments>, { t, locale }: Say) {
  const rejected = data.reduce((sum, row) => sum + row.rechazados, 0)
  if (data.reduce((sum, row) => sum + row.total, 0) < FEW || rejected === 0) return undefined
  const most = data.toSorted((a, b) => b.rechazados - a.rechazados).filter((row) => row.rechazados > 0)
  // Departments of the same name in several businesses are named once.
  const named = new Set<string>()
  let held = 0
  for (const row of most.slice(0, 3)) {
    if (held * 2 >= rejected) break
    named.add(row.DEPARTAMENTO ?? t('departments.none'))
    held += row.rechazados
  }
  return held * 2 >= rejected ? t('findings.departments', { count: named.size, names: list([...named], locale) }) : undefined
}

export const ROLES = ['analista', 'jefatura', 'control'] as const
/** Of each role in percent, as the indicators of the year have it; null where there is none. */
export type Targets = Readonly<Record<(typeof ROLES)[number], number | null>>
export function onTimeFinding({ data }: Answer<typeof statisticsOnTime>, targets: Targets, { t, locale }: Say) {
  // What a month in course still has to do is not late.
  const now = data.findLast(({ enCurso }) => !enCurso)
  if (!now || now.items < FEW) return undefined
  const roles = ROLES.flatMap((role) => {
    const target = targets[role]
    return target === null ? [] : { role, target, left: target - (now.aTiempo[role] ?? 0) * 100 }
  })
  const worst = roles.toSorted((a, b) => b.left - a.left)[0]
  if (!worst) return undefined
  // Half a hundredth of a point is what a ratio is kept to.
  if (worst.left > 0.005)
    return t('findings.onTime', { role: t(`list.rol.${worst.role}`), points: formatMoney(worst.left, locale, { decimals: 1 }) })
  if (new Set(roles.map(({ target }) => target)).size > 1) return t('findings.onTimeEach')
  return t('findings.onTimeAll', { target: formatPercent(worst.target, locale) })
}

export function cycleFinding({ data, serie }: Answer<typeof statisticsCycle>, { t, locale }: Say) {
  const closed = serie.filter(({ enCurso }) => !enCurso)
  const [before, now] = [closed.at(-2)?.total, closed.at(-1)?.total]
  if ((data.find(({ tramo }) => tramo === 'total')?.n ?? 0) < FEW || now == null) return undefined
  const days = formatMoney(now, locale, { decimals: 1 })
  if (before == null || Math.abs(now - before) < 0.05) return t('findings.cycleSame', { days })
  return t(now < before ? 'findings.cycleDown' : 'findings.cycleUp', { days, before: formatMoney(before, locale, { decimals: 1 }) })
}

/** How few headings make four fifths of a currency's differences. */
export function differencesFinding(rows: readonly { n: number; acumulado: number }[], { t, locale }: Say) {
  if (rows.reduce((sum, row) => sum + row.n, 0) < FEW) return undefined
  const enough = rows.findIndex(({ acumulado }) => acumulado >= 0.8)
  if (enough < 0) return undefined
  return t('findings.differences', { count: enough + 1, n: enough + 1, percent: percent(rows[enough]!.acumulado, locale) })
}

export function rejectionsFinding({ porMotivo }: Answer<typeof statisticsRejections>, { t, locale }: Say) {
  const all = porMotivo.reduce((sum, row) => sum + row.rechazos, 0)
  if (all < FEW) return undefined
  const byReason = Map.groupBy(porMotivo, ({ nombre }) => nombre)
  const [name, rows] = [...byReason].toSorted(([, a], [, b]) => count(b) - count(a))[0]!
  return t('findings.rejections', { name: name ?? t('rejections.none'), percent: percent(count(rows) / all, locale) })
}
const count = (rows: readonly { rechazos: number }[]) => rows.reduce((sum, row) => sum + row.rechazos, 0)

export function agingFinding({ total, data }: Answer<typeof statisticsAging>, { t, locale }: Say) {
  if (total < FEW) return undefined
  const old = data.filter(({ rango }) => rango !== '0-30' && rango !== '31-60').reduce((sum, { n }) => sum + n, 0)
  return t('findings.aging', { count: old, n: formatCount(old, locale) })
}

/** How many, and how many of them should have moved and did not. */
export function movementsFinding({ total, marcados, silencio }: Answer<typeof statisticsMovements>, { t, locale }: Say) {
  if (total < FEW) return undefined
  return t('findings.movements', { count: marcados, n: formatCount(marcados, locale), silent: formatCount(silencio, locale) })
}
