import type { StatisticsQuery } from '@cuadre/api/item'
import type { WrittenSheet } from '@cuadre/tables'
import { sql } from 'kysely'
import { DateTime } from 'luxon'
import type { z } from 'zod'
import { businessScope } from '../../platform/access/scope.ts'
import { row } from '../../platform/database/index.ts'
import type { Caller, Locale } from '../../platform/http/context.ts'
import { RISK } from '../../workflow/analysis/code-labels.ts'
import type { Deps } from './dashboard.service.ts'

type Narrowed = Partial<Omit<z.output<typeof StatisticsQuery>, 'mes' | 'anio' | 'periodId' | 'desdePeriodId'>>
type Said = readonly (readonly [es: string, en: string, value: string])[]

/** The sheet of a workbook that says of what it is, since it is read without the page that it came from: what was asked for, by name; what was not narrowed says so. */
export async function filtersSheet(
  { db, zone }: Pick<Deps, 'db' | 'zone'>,
  caller: Caller,
  query: Narrowed,
  { locale, of, cuts = true }: Options,
): Promise<WrittenSheet> {
  const say = (es: string, en: string) => (locale === 'en' ? en : es)
  const everything = say('Todo', 'All')
  const names = await namesOf(db, caller, query)
  const named = (of: keyof Names, id: number | 'ninguno' | undefined) =>
    id === undefined ? everything : id === 'ninguno' ? say('Ninguno', 'None') : (names[of] ?? String(id))
  const local = (moment: DateTime) => `${moment.setZone(zone).toFormat('dd-MM-yyyy HH:mm:ss')} (${zone})`
  const kind = { individual: say('Individual', 'Individual'), agrupado: say('Agrupado', 'Grouped') }
  const narrowed: [string, string][] = [
    [say('Negocio', 'Business'), named('business', query.negocioId)],
    [say('Subgerencia', 'Sub-management'), named('subManagement', query.subgerenciaId)],
    [say('Departamento', 'Department'), named('department', query.departamentoId)],
    [say('Rubro', 'Heading'), named('heading', query.rubroDe ?? query.rubroId)],
    [say('Riesgo', 'Risk'), query.riesgo?.map((risk) => RISK[risk][locale]).join(', ') ?? everything],
    [say('Tipo', 'Type'), query.tipo ? kind[query.tipo] : everything],
    [say('Moneda', 'Currency'), query.moneda ?? everything],
    [say('Estructura', 'Structure'), query.estructura === 'actual' ? say('La de hoy', 'Of today') : say('La de cada mes', 'Of each month')],
  ]
  return saidOnSheet(locale, [
    ...of.map(([es, en, value]): [string, string] => [say(es, en), value]),
    [say('País', 'Country'), named('country', query.paisId)],
    ...(cuts ? narrowed : []),
    [say('Como estaba el', 'As it stood on'), query.asOf ? local(DateTime.fromISO(query.asOf)) : say('ahora', 'now')],
    [say('Preparado el', 'Made on'), local(DateTime.utc())],
  ])
}

/** The sheet "Filtros" of these filters and values. */
export const saidOnSheet = (locale: Locale, rows: [name: string, value: string][]): WrittenSheet => ({
  name: { es: 'Filtros', en: 'Filters' }[locale],
  columns: [
    { header: { es: 'Filtro', en: 'Filter' }[locale], type: 'text', width: 28 },
    { header: { es: 'Valor', en: 'Value' }[locale], type: 'text', width: 60 },
  ],
  rows,
})

type Names = Record<'country' | 'business' | 'subManagement' | 'department' | 'heading', string | null>
/** Of what is narrowed to; what the caller may not see has no name. */
async function namesOf(db: Deps['db'], caller: Caller, q: Narrowed): Promise<Names> {
  const [heading, subManagement, department] = [q.rubroDe ?? q.rubroId, q.subgerenciaId, q.departamentoId].map((id) =>
    typeof id === 'number' ? id : null,
  )
  return (await row(
    db,
    sql<Names>`select
      (select k.name from country k where k.id = ${q.paisId ?? null}::int and exists (select from business b where b.country_id = k.id and ${businessScope(caller, sql`b.id`)})) as country,
      (select b.name from business b where b.id = ${q.negocioId ?? null}::int and ${businessScope(caller, sql`b.id`)}) as business,
      (select s.name from sub_management s where s.id = ${subManagement}::int and ${businessScope(caller, sql`s.business_id`)}) as "subManagement",
      (select d.name from department d where d.id = ${department}::int and ${businessScope(caller, sql`d.business_id`)}) as department,
      (select h.name from heading h where h.id = ${heading}::int) as heading`,
  ))!
}

type Options = {
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
