import type { Item } from '@cuadre/api/item'
import type { useTranslation } from '@cuadre/shell'
import { formatDate, formatMonth, type Locale } from '@cuadre/ui'

type T = ReturnType<typeof useTranslation>['t']
const LISTS = ['etapa', 'completitud', 'materialidad', 'movimiento', 'riesgo', 'frecuencia', 'antiguedad', 'rango'] as const
const FLAGS = ['diferencia', 'sinExplicar', 'alCierre', 'primeraVez', 'conRechazos', 'automatico', 'reabiertos'] as const

/** What a list holds, in words: "Aprobado · a tiempo: jefatura". Without a filter of its own: every analysis. */
export function describeList(query: Record<string, string>, t: T, locale: Locale): string {
  const parts: string[] = []
  for (const name of LISTS) {
    const values = query[name]?.split(',') ?? []
    if (values.length > 0) parts.push(values.map((value) => t(`list.${name}.${value}`, { defaultValue: value })).join(t('list.or')))
  }
  for (const name of FLAGS) if (query[name] === 'true') parts.push(t(`list.${name}`))
  if (query.plazo) {
    const role = query.rol ? `: ${t(`list.rol.${query.rol}`)}` : ''
    parts.push(t(`list.plazo.${query.plazo}`) + role)
  }
  if (query.rechazo) parts.push(t(`list.rechazo.${query.rechazo}`, { defaultValue: query.rechazo }))
  if (query.motivo) parts.push(t(query.motivo === 'ninguno' ? 'list.withoutReason' : 'list.sameReason'))
  if (query.vence) parts.push(t(`list.vence.${query.vence}`))
  if (query.dia) parts.push(t('list.approvedOn', { day: formatDate(query.dia, locale), level: t(`list.rol.${query.nivel ?? 'control'}`) }))
  if (query.abiertoEn) parts.push(t('list.openThereToo'))
  if (query.noAbiertoEn) parts.push(t('list.notOpenThere'))
  if (query.abiertoAl) parts.push(t(`list.openOn.${query.nivel ?? 'control'}`, { day: formatDate(query.abiertoAl, locale) }))
  if (query.tramo) parts.push(t(`list.tramo.${query.tramo}`))
  if (query.tipo) parts.push(t(`list.tipo.${query.tipo}`))
  if (query.subgerenciaId === 'ninguno') parts.push(t('list.withoutSubManagement'))
  if (query.departamentoId === 'ninguno') parts.push(t('list.withoutDepartment'))
  if (query.rubroDe === 'ninguno') parts.push(t('list.withoutHeading'))
  if (query.moneda) parts.push(query.moneda)
  if (query.estructura === 'actual') parts.push(t('list.ofToday'))
  const [first, ...rest] = parts
  if (!first) return t('list.all')
  return [first.charAt(0).toLocaleUpperCase(locale) + first.slice(1), ...rest].join(' · ')
}

/**
 * Of what part of the organisation and of which months it is, several in the words given: taken from its rows, so that ids never appear. The row may be of a heading below the
 * one asked for, whose name is given.
 */
export function placeOf(
  query: Record<string, string>,
  first: Item | undefined,
  locale: Locale,
  heading: string | undefined,
  span: string,
): string {
  if (!first) return ''
  const parts = [
    query.todos === 'true' ? undefined : span || formatMonth(first.PERIODO, locale),
    query.cuentaId ? `${first.CUENTA} ${first.NOMBRE_CUENTA}` : undefined,
    query.rubroDe ? first.RUBRO : heading,
    query.departamentoId ? first.DEPARTAMENTO : undefined,
    query.subgerenciaId ? first.SUB_GERENCIA : undefined,
    query.negocioId || query.departamentoId || query.subgerenciaId ? first.NEGOCIO : undefined,
    query.analistaId ? first.ANALISTA : undefined,
  ]
  return parts.filter(Boolean).join(' · ')
}
