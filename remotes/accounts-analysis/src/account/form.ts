import type { Account, createAccount, updateAccount } from '@cuadre/api/account'
import type { Input } from '@cuadre/api/endpoint'

/** As the fields hold them: ids as text, '' for none. */
export type AccountValues = Record<
  | 'CUENTA'
  | 'NOMBRE'
  | 'ID_NEGOCIO'
  | 'COD_DEPARTAMENTO'
  | 'COD_RUBRO'
  | 'ID_ANALISTA'
  | 'ID_RESPALDO'
  | 'MONEDA'
  | 'RIESGO'
  | 'MOTIVO_RIESGO'
  | 'COD_PLANTILLA'
  | 'FRECUENCIA'
  | 'METODO_AUTO'
  | 'RESULTADO_AUTO',
  string
> & { ACTIVA: boolean }
export type AccountField = keyof AccountValues

type Written = Input<typeof createAccount>['body']
type Change = NonNullable<Input<typeof updateAccount>['body']>

const text = (value: string | number | null | undefined) => (value === null || value === undefined ? '' : String(value))
export const valuesOf = (account?: Account): AccountValues => ({
  CUENTA: text(account?.CUENTA),
  NOMBRE: text(account?.NOMBRE),
  ID_NEGOCIO: text(account?.ID_NEGOCIO),
  COD_DEPARTAMENTO: text(account?.COD_DEPARTAMENTO),
  COD_RUBRO: text(account?.COD_RUBRO),
  ID_ANALISTA: text(account?.ID_ANALISTA),
  ID_RESPALDO: text(account?.ID_RESPALDO),
  MONEDA: text(account?.MONEDA),
  RIESGO: account?.RIESGO ?? 'M',
  MOTIVO_RIESGO: text(account?.MOTIVO_RIESGO),
  COD_PLANTILLA: text(account?.COD_PLANTILLA),
  FRECUENCIA: account?.FRECUENCIA ?? 'MENSUAL',
  METODO_AUTO: text(account?.METODO_AUTO),
  RESULTADO_AUTO: account?.RESULTADO_AUTO ?? 'PREPARAR',
  ACTIVA: account?.ACTIVA ?? true,
})

const id = (value: string) => (value === '' ? null : Number(value))
/** As the contract takes them; the server checks what they are. */
export const writeOf = (values: AccountValues): Written => ({
  CUENTA: values.CUENTA.trim(),
  NOMBRE: values.NOMBRE.trim(),
  ID_NEGOCIO: Number(values.ID_NEGOCIO),
  COD_DEPARTAMENTO: id(values.COD_DEPARTAMENTO),
  COD_RUBRO: id(values.COD_RUBRO),
  ID_ANALISTA: id(values.ID_ANALISTA),
  ID_RESPALDO: id(values.ID_RESPALDO),
  // Without one the account has the currency of its business.
  MONEDA: values.MONEDA.trim().toUpperCase() || undefined,
  RIESGO: values.RIESGO as Written['RIESGO'],
  MOTIVO_RIESGO: values.MOTIVO_RIESGO.trim() || null,
  COD_PLANTILLA: id(values.COD_PLANTILLA),
  FRECUENCIA: values.FRECUENCIA as Written['FRECUENCIA'],
  METODO_AUTO: (values.METODO_AUTO || null) as Written['METODO_AUTO'],
  RESULTADO_AUTO: values.RESULTADO_AUTO as Written['RESULTADO_AUTO'],
  ACTIVA: values.ACTIVA,
})

export const differing = (one: AccountValues, other: AccountValues) =>
  (Object.keys(one) as AccountField[]).filter((field) => String(one[field]).trim() !== String(other[field]).trim())

/** Only what was changed is sent: what somebody else changed beside it stays. Business and code do not change. */
export function changeOf(before: AccountValues, now: AccountValues): Change {
  const { CUENTA, ID_NEGOCIO, ...written } = writeOf(now)
  const changed = new Set<string>(differing(before, now))
  return Object.fromEntries(Object.entries(written).filter(([field]) => changed.has(field)))
}

/**
 * Somebody else saved first. `taken`: fields only they changed, which become theirs; `disputed`: fields both changed to different things,
 * where what was typed stays.
 */
export function merged(before: AccountValues, mine: AccountValues, theirs: AccountValues) {
  const [my, their] = [new Set(differing(before, mine)), differing(before, theirs)]
  const apart = new Set(differing(mine, theirs))
  const taken = their.filter((field) => !my.has(field))
  const disputed = their.filter((field) => my.has(field) && apart.has(field))
  const values = Object.assign({ ...mine }, Object.fromEntries(taken.map((field) => [field, theirs[field]])))
  return { values, taken, disputed }
}
