import type { Answer } from '@cuadre/api/endpoint'
import { FIGURE_LIST } from '@cuadre/api/item'
import type { statisticsMovements } from '@cuadre/api/statistics'
import type { ListQuery } from '../shared/items/listQuery.ts'
import type { BusinessRow, Management } from './sums.ts'

type Light = 'rojo' | 'ambar' | 'verde'
export type Movements = Pick<Answer<typeof statisticsMovements>, 'marcados' | 'silencio'>
type Largest = Management['mayoresDiferencias'][number]
type Forecast = Management['pronostico'][number]
/** What is worth saying of a month, with the list of what it counts. */
export type Sentence = { light: Light; list: ListQuery } & (
  | { says: 'overdue'; names: string[]; part: number; whole: number }
  | { says: 'behind' | 'ahead'; name: string; points: number }
  | { says: 'late' | 'inTime'; forecast: Forecast & { fecha: string } }
  | { says: 'largest'; item: Largest; share: number | null; ofCurrency: boolean }
  | { says: 'clean'; names: string[]; all: boolean }
  | { says: 'unusual'; marked: number; silent: number }
)
const MOST = 5
/** Of fewer analyses nothing is said. */
const FEW = 5
/** Percentage points from the plan that are worth a word. */
const POINTS = 2
const ORDER: readonly Light[] = ['rojo', 'ambar', 'verde']

/** At most five, the worst first and one of good news; nothing of a month or business with fewer than five analyses. */
export function sentencesOf(data: Management, movements?: Movements): Sentence[] {
  const { total, porNegocio, plan, period } = data
  if (!period || total.items < FEW) return []
  const enough = porNegocio.filter(({ items }) => items >= FEW)
  const said = [
    overdue(enough, total.vencidos),
    ...(plan ? pace(enough, plan.avance) : []),
    forecast(data),
    largest(data),
    unusual(movements),
  ]
  const wrong = said.filter((each) => each !== undefined && each.light !== 'verde') as Sentence[]
  const good = said.filter((each) => each?.light === 'verde') as Sentence[]
  const news = good[0] ?? clean(enough)
  return [...wrong.sort((a, b) => ORDER.indexOf(a.light) - ORDER.indexOf(b.light)).slice(0, MOST - 1), ...(news ? [news] : [])]
}

/** At most three businesses that have at least half of what is overdue. */
function overdue(rows: readonly BusinessRow[], whole: number): Sentence | undefined {
  const most = rows.filter(({ vencidos }) => vencidos > 0).toSorted((a, b) => b.vencidos - a.vencidos)
  const named: BusinessRow[] = []
  let part = 0
  for (const row of most.slice(0, 3)) {
    if (part * 2 >= whole) break
    named.push(row)
    part += row.vencidos
  }
  if (part === 0 || part * 2 < whole) return undefined
  const [only, ...others] = named
  return {
    says: 'overdue',
    light: 'rojo',
    names: named.map(({ NEGOCIO }) => NEGOCIO),
    part,
    whole,
    list: { ...(only && others.length === 0 && { negocioId: only.ID_NEGOCIO }), ...FIGURE_LIST.vencidos },
  }
}

/** Who is furthest behind the plan of this hour, and who furthest before it. */
function pace(rows: readonly BusinessRow[], plan: number): Sentence[] {
  const apart = rows
    .flatMap((row) => (row.avance === null ? [] : [{ row, points: Math.round((row.avance - plan) * 1000) / 10 }]))
    .sort((a, b) => a.points - b.points)
  const [last, first] = [apart[0], apart.at(-1)]
  const of = (says: 'behind' | 'ahead', { row, points }: (typeof apart)[number]): Sentence => ({
    says,
    light: says === 'ahead' ? 'verde' : row.semaforoAvance === 'rojo' ? 'rojo' : 'ambar',
    name: row.NEGOCIO,
    points: Math.abs(points),
    list: { negocioId: row.ID_NEGOCIO },
  })
  return [...(last && last.points <= -POINTS ? [of('behind', last)] : []), ...(first && first.points >= POINTS ? [of('ahead', first)] : [])]
}

function forecast({ pronostico }: Management): Sentence | undefined {
  const control = pronostico.find(({ rol }) => rol === 'control')
  if (!control?.fecha || !control.semaforo || control.abiertos === 0) return undefined
  return {
    says: control.semaforo === 'verde' ? 'inTime' : 'late',
    light: control.semaforo,
    forecast: { ...control, fecha: control.fecha },
    list: { etapa: 'sin_enviar,rechazado,en_jefatura,en_control' },
  }
}

/**
 * The largest of the differences that stay open, with its part of all that is unexplained in its currency. Of several currencies that are not
 * converted it is the largest in its own only: an amount in pesos is no larger than one in dollars for having more digits.
 */
function largest({ mayoresDiferencias, total, grupo }: Management): Sentence | undefined {
  const item = mayoresDiferencias.find(({ ESTADO_PRINCIPAL_ID }) => ESTADO_PRINCIPAL_ID !== APPROVED)
  if (!item) return undefined
  const whole = total.sinExplicar.find(({ MONEDA }) => MONEDA === item.MONEDA)
  // As numbers for a share only.
  const share = whole && Number(whole.monto) > 0 ? Math.abs(Number(item.VARIACION)) / Number(whole.monto) : null
  return {
    says: 'largest',
    light: item.MATERIALIDAD === 'critica' ? 'rojo' : 'ambar',
    item,
    share,
    ofCurrency: !grupo && total.sinExplicar.filter(({ monto }) => Number(monto) > 0).length > 1,
    list: { cuentaId: item.COD_CUENTA },
  }
}
const APPROVED = 4

/** What moved as its own history does not make likely, or should have moved and did not. */
function unusual(of: Movements | undefined): Sentence | undefined {
  if (!of || of.marcados === 0) return undefined
  return { says: 'unusual', light: 'ambar', marked: of.marcados, silent: of.silencio, list: { movimiento: 'alto,bajo,silencio' } }
}

/** Businesses with nothing overdue. */
function clean(rows: readonly BusinessRow[]): Sentence | undefined {
  const fine = rows.filter(({ vencidos, fueraDePlazo }) => vencidos === 0 && fueraDePlazo === 0)
  const [only, ...others] = fine
  if (!only) return undefined
  return {
    says: 'clean',
    light: 'verde',
    names: fine.map(({ NEGOCIO }) => NEGOCIO),
    all: fine.length === rows.length,
    list: { ...(others.length === 0 && { negocioId: only.ID_NEGOCIO }), plazo: 'en_plazo' },
  }
}
