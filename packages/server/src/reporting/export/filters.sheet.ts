import { ROLE_NAME, type RoleId } from '@cuadre/api/roles'
import type { Db } from '../../platform/database/index.ts'
import type { Caller, Locale } from '../../platform/http/context.ts'
import { clockOf, type ExportFilters } from '../../platform/http/export.context.ts'
import { dayText } from '../../platform/messages/text.ts'
import { saidOnSheet } from '../dashboard/filters.sheet.ts'
import { type Ids, type Named, type Names, namesOf } from './filter.names.ts'
import { type Filter, filterOf } from './filter.words.ts'

/** Narrows nothing. */
export const PAGING = ['page', 'limit', 'sort', 'orderBy', 'format', 'paginated']

/**
 * The sheet of an exported list that says of what it is, since it is read without the page that it came from: what it was narrowed to, the country and the
 * business chosen at the top of the page among it, by whom and when.
 */
export const exportFilters =
  (db: Db): ExportFilters =>
  async (caller, call, query) => {
    const { locale, countryId, businessId } = caller
    const say = (es: string, en: string) => (locale === 'en' ? en : es)
    const chosen = { ...(countryId && { paisElegido: countryId }), ...(businessId && { negocioElegido: businessId }) }
    const [narrowed = []] = await filtersSaid(db, caller, [{ call, query: { ...chosen, ...query } }])
    const clock = clockOf(locale)
    const [day, time] = String(clock.local(new Date().toISOString())).split('T')
    return saidOnSheet(locale, [
      ...(narrowed.length > 0 ? narrowed : [[say('Filtros', 'Filters'), say('Ninguno', 'None')] as [string, string]]),
      [say('Preparado por', 'Made by'), `${caller.name}, ${ROLE_NAME[caller.roleId as RoleId]}`],
      [say('Preparado el', 'Made on'), `${dayText(day!)} ${time} (${clock.name()})`],
    ])
  }

/** What calls were narrowed to, each filter by its name and its value in words, as far as the caller may see what an id stands for. */
export async function filtersSaid(db: Db, caller: Caller, calls: readonly { call: string; query: object }[]) {
  const asked = calls.map(({ call, query }) =>
    Object.entries(query)
      .filter(([name, value]) => value !== undefined && !PAGING.includes(name))
      .map(([name, value]) => ({ name, filter: CHOSEN[name] ?? filterOf(call, name), values: Array.isArray(value) ? value : [value] })),
  )
  const names = await namesOf(db, caller, idsIn(asked.flat()))
  return asked.map((filters) =>
    filters.map(({ name, filter, values }): [name: string, value: string] => [
      filter?.name[caller.locale] ?? name,
      values.map((value) => valueSaid(value, filter, names, caller.locale)).join(', '),
    ]),
  )
}

const CHOSEN: Record<string, Filter> = {
  paisElegido: { name: { es: 'País elegido', en: 'Country chosen' }, of: 'country' },
  negocioElegido: { name: { es: 'Negocio elegido', en: 'Business chosen' }, of: 'business' },
}

type Asked = { filter: Filter | undefined; values: readonly unknown[] }
const isNamed = (of: Filter['of']): of is Named => of !== undefined && of !== 'day'
function idsIn(asked: readonly Asked[]): Ids {
  const ids = asked.flatMap(({ filter, values }) => {
    const of = filter?.of
    return isNamed(of) ? values.flatMap((id) => (typeof id === 'number' ? [{ of, id }] : [])) : []
  })
  return Object.fromEntries([...Map.groupBy(ids, ({ of }) => of)].map(([of, found]) => [of, found.map(({ id }) => id)]))
}

/** What has no name for the caller stays as it was asked. */
function valueSaid(value: unknown, filter: Filter | undefined, names: Names, locale: Locale): string {
  const own = filter?.values?.[String(value)]
  if (own) return own[locale]
  if (filter?.of === 'day') return dayText(String(value))
  return (isNamed(filter?.of) && names.get(`${filter.of} ${value}`)) || String(value)
}
