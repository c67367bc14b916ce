import { type AdministrationChange, roleOptions } from '@cuadre/api/role'
import { myBusinesses, myCountries, myDepartments } from '@cuadre/api/session'
import { i18n, query, useTranslation } from '@cuadre/shell'
import { formatDate, useLocale } from '@cuadre/ui'
import { useQuery } from '@tanstack/react-query'
import { roleName } from './roleName.ts'

type Fields = { name: string; before?: string; after?: string }[]
type Values = Record<string, unknown> | null

/** A change of administration in words: what was done, and each field from what to what. */
export function useChangeText() {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const roles = useQuery({ ...query(roleOptions), staleTime: 60_000 }).data ?? []
  const departments = useQuery(query(myDepartments)).data ?? []
  const countries = useQuery(query(myCountries)).data ?? []
  const businesses = useQuery(query(myBusinesses)).data ?? []
  const known = (key: string) => i18n.exists(`admin:${key}`)
  const keyName = (key: string) => (known(`permission.${key}.name`) ? t(`permission.${key}.name`) : key)

  const place = ({ ID_PAIS, ID_NEGOCIO }: { ID_PAIS: number; ID_NEGOCIO: number | null }) =>
    (ID_NEGOCIO === null
      ? countries.find((one) => one.ID_PAIS === ID_PAIS)?.PAIS
      : businesses.find((one) => one.ID_NEGOCIO === ID_NEGOCIO)?.NEGOCIO) ?? `${ID_NEGOCIO ?? ID_PAIS}`
  const named = (id: unknown) => {
    const found = roles.find((role) => role.id === id)
    return found ? roleName(t, found) : known(`role.${id}`) ? t(`role.${id}`) : String(id)
  }
  const worded = (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return '—'
    if (typeof value === 'boolean') return t(value ? 'change.yes' : 'change.no')
    if (field === 'roles') return (value as number[]).map(named).join(', ')
    if (field === 'roleId' || field === 'COD_TIPO_USUARIO') return named(value)
    if (field === 'COD_DEPARTAMENTO') return departments.find((one) => one.COD_DEPARTAMENTO === value)?.DEPARTAMENTO ?? String(value)
    if (field === 'alcance') return (value as Parameters<typeof place>[0][]).map(place).join(', ') || '—'
    if (field === 'status') return t(value === 'activo' ? 'status.active' : 'status.inactive')
    if (field === 'llaves') return (value as string[]).map(keyName).join(', ') || '—'
    if (field === 'hasta') return formatDate(String(value), locale)
    if (typeof value === 'object')
      return (Array.isArray(value) ? value : Object.entries(value).flatMap(([name, on]) => (on === true ? [name] : []))).join(', ') || '—'
    return String(value)
  }
  const both = (before: Values, after: Values): Fields =>
    [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
      .filter((field) => known(`change.field.${field}`))
      .map((field) => ({
        name: t(`change.field.${field}`),
        ...(before && { before: worded(field, before[field]) }),
        ...(after && { after: worded(field, after[field]) }),
      }))
  const keys = (before: Values, after: Values): Fields => {
    const [had, has] = [before, after].map((values) => new Set((values?.enabledKeys as string[] | undefined) ?? [])) as [
      Set<string>,
      Set<string>,
    ]
    const [given, taken] = [[...has].filter((key) => !had.has(key)), [...had].filter((key) => !has.has(key))]
    return [
      ...(given.length > 0 ? [{ name: t('change.given'), after: given.map(keyName).join(', ') }] : []),
      ...(taken.length > 0 ? [{ name: t('change.taken'), after: taken.map(keyName).join(', ') }] : []),
    ]
  }
  const exception = (value: unknown) => t(value === true ? 'change.granted' : value === false ? 'change.denied' : 'change.asRole')

  return ({ OBJETO, ANTES, DESPUES }: AdministrationChange): { title: string; fields: Fields } => {
    const acceso = DESPUES?.acceso
    if (typeof acceso === 'string') return { title: known(`change.access.${acceso}`) ? t(`change.access.${acceso}`) : acceso, fields: [] }
    if (OBJETO === 'permisos_rol') return { title: t('change.did.keys'), fields: keys(ANTES, DESPUES) }
    if (OBJETO === 'permisos_usuario') {
      const of = [...new Set([...Object.keys(ANTES ?? {}), ...Object.keys(DESPUES ?? {})])].filter((key) => key.includes('.'))
      const fields = of.map((key) => ({ name: keyName(key), before: exception(ANTES?.[key]), after: exception(DESPUES?.[key]) }))
      const more = both(null, DESPUES).filter(({ after }) => after !== '—')
      return { title: t('change.did.exception'), fields: [...fields, ...more] }
    }
    const did = ANTES === null ? 'created' : DESPUES === null ? 'removed' : 'changed'
    return {
      title: t(`change.did.${did}`, { subject: t(`change.subject.${OBJETO}`).toLocaleLowerCase(locale) }),
      fields: both(ANTES, did === 'removed' ? null : DESPUES),
    }
  }
}
