import type { Answer } from '@cuadre/api/endpoint'
import { FIGURE_LIST } from '@cuadre/api/item'
import { lightOf } from '@cuadre/api/light'
import type { statisticsIndicators } from '@cuadre/api/statistics'
import type { Locale } from '@cuadre/ui'

export type Indicators = Answer<typeof statisticsIndicators>
export type Indicator = Indicators['data'][number]
export type Code = Indicator['codigo']
export type Month = Indicator['meses'][number]

export const nameOf = ({ etiquetaEs, etiquetaEn }: Indicator, locale: Locale) => (locale === 'en' ? etiquetaEn : etiquetaEs)

export const GROUPS: readonly { name: 'coverage' | 'punctuality' | 'time' | 'quality' | 'exactness'; codes: readonly Code[] }[] = [
  { name: 'coverage', codes: ['K1', 'K2', 'K3', 'K15'] },
  { name: 'punctuality', codes: ['K4A', 'K4J', 'K4C', 'K5'] },
  { name: 'time', codes: ['K7', 'K8J', 'K8C', 'K9', 'K10'] },
  { name: 'quality', codes: ['K11', 'K12', 'K13', 'K14'] },
  { name: 'exactness', codes: ['K16', 'K17'] },
]

/** Made of amounts, which are never added over currencies. */
export const OF_AMOUNTS: readonly Code[] = ['K15', 'K16', 'K17']

/** What an indicator counts, as filters of the list; without one it counts something else than analyses. */
export const LISTS: Partial<Record<Code, Record<string, string>>> = {
  K2: FIGURE_LIST.items,
  K3: FIGURE_LIST.aprobados,
  K4A: FIGURE_LIST.aTiempoAnalista,
  K4J: FIGURE_LIST.aTiempoJefatura,
  K4C: FIGURE_LIST.aTiempoControl,
  K5: FIGURE_LIST.fueraDePlazo,
  K7: FIGURE_LIST.preparacion,
  K8J: FIGURE_LIST.diasJefatura,
  K8C: FIGURE_LIST.diasControl,
  K9: FIGURE_LIST.diasTotal,
  K11: { conRechazos: 'true' },
  K12: FIGURE_LIST.primeraVez,
  K13: { reabiertos: 'true' },
  K14: { automatico: 'true' },
  K15: FIGURE_LIST.aprobados,
  K16: FIGURE_LIST.sinExplicar,
  K17: FIGURE_LIST.materiales,
}

/** What another target would have made of the closed months of the year. */
export function historyWith({ meses, sentido, acumulado }: Indicator, target: number | null) {
  const closed = meses.filter(({ valor, enCurso }) => valor !== null && !enCurso)
  return {
    closed: closed.length,
    missed: closed.filter(({ valor }) => lightOf(valor, target, sentido) !== 'verde').length,
    light: lightOf(acumulado, target, sentido),
  }
}

/** The newest month that a year has. */
export function newestMonth({ data }: Indicators, year: number): { PERIODO: string } | null {
  const mes = data[0]?.meses.at(-1)?.mes
  return mes === undefined ? null : { PERIODO: `${year}-${String(mes).padStart(2, '0')}` }
}
