import type { StatisticsQuery } from '@cuadre/api/item'
import type { WrittenSheet } from '@cuadre/tables'
import { DateTime } from 'luxon'
import type { z } from 'zod'
import type { Locale } from '../../platform/http/context.ts'
import { RISK } from '../../workflow/analysis/code-labels.ts'
import type { Names } from './aggregates/names.ts'

type Narrowed = Partial<Omit<z.output<typeof StatisticsQuery>, 'mes' | 'anio' | 'periodId' | 'desdePeriodId'>>
type Said = readonly (readonly [es: string, en: string, value: string])[]

/** The sheet of a workbook that says of what it is, since it is read without the page that it came from: what was asked for, by name; what was not narrowed says so. */
export function filtersSheet(query: Narrowed, names: Names, { zone, locale, of, cuts = true }: Options): WrittenSheet {
  const say = (es: string, en: string) => (locale === 'en' ? en : es)
  const everything = say('Todo', 'All')
  const named = (of: 'country' | 'business' | 'subManagement' | 'department' | 'heading', id: number | undefined) =>
    id === undefined ? everything : (names[of].get(id) ?? String(id))
  const local = (moment: DateTime) => `${moment.setZone(zone).toFormat('dd-MM-yyyy HH:mm:ss')} (${zone})`
  const kind = { individual: say('Individual', 'Individual'), agrupado: say('Agrupado', 'Grouped') }
  const narrowed: [string, string][] = [
    [say('Negocio', 'Business'), named('business', query.negocioId)],
    [say('Subgerencia', 'Sub-management'), named('subManagement', query.subgerenciaId)],
    [say('Departamento', 'Department'), named('department', query.departamentoId)],
    [
      say('Rubro', 'Heading'),
      query.rubroDe === 'ninguno' ? say('Sin rubro', 'Without a heading') : named('heading', query.rubroDe ?? query.rubroId),
    ],
    [say('Riesgo', 'Risk'), query.riesgo?.map((risk) => RISK[risk][locale]).join(', ') ?? everything],
    [say('Tipo', 'Type'), query.tipo ? kind[query.tipo] : everything],
    [say('Moneda', 'Currency'), query.moneda ?? everything],
    [say('Estructura', 'Structure'), query.estructura === 'actual' ? say('La de hoy', 'Of today') : say('La de cada mes', 'Of each month')],
  ]
  return {
    name: say('Filtros', 'Filters'),
    columns: [
      { header: say('Filtro', 'Filter'), type: 'text', width: 28 },
      { header: say('Valor', 'Value'), type: 'text', width: 60 },
    ],
    rows: [
      ...of.map(([es, en, value]): [string, string] => [say(es, en), value]),
      [say('País', 'Country'), named('country', query.paisId)],
      ...(cuts ? narrowed : []),
      [say('Como estaba el', 'As it stood on'), query.asOf ? local(DateTime.fromISO(query.asOf)) : say('ahora', 'now')],
      [say('Preparado el', 'Made on'), local(DateTime.utc())],
    ],
  }
}
type Options = {
  zone: string
  locale: Locale
  /** What the workbook is and which months it has. */
  of: Said
  /** Whether it can be narrowed further than by country. */
  cuts?: boolean
}

/** Of what the year to date is the sum. */
export const toDateSaid = (enCurso: boolean | undefined, locale: Locale): Said[number] => [
  'Acumulado',
  'Year to date',
  enCurso
    ? { es: 'con los meses en curso', en: 'with months in course' }[locale]
    : { es: 'de los meses cerrados', en: 'of closed months' }[locale],
]
