/** What the forms of staff and of auditors have in common. */
export interface PersonValues {
  NOMBRE: string
  USUARIO: string
  email: string
  locale: string
  activo: boolean
  /** '1': a country; '1/2': business 2 of it. */
  alcance: string[]
}
export type Place = { ID_PAIS: number; ID_NEGOCIO: number | null }
type Person = { NOMBRE: string; USUARIO: string; email: string; locale: 'es' | 'en'; status: 'activo' | 'inactivo'; alcance: Place[] }

export const placeOf = ({ ID_PAIS, ID_NEGOCIO }: Place) => (ID_NEGOCIO === null ? String(ID_PAIS) : `${ID_PAIS}/${ID_NEGOCIO}`)

export const personValues = (person?: Person): PersonValues => ({
  NOMBRE: person?.NOMBRE ?? '',
  USUARIO: person?.USUARIO ?? '',
  email: person?.email ?? '',
  locale: person?.locale ?? 'es',
  activo: (person?.status ?? 'activo') === 'activo',
  alcance: person?.alcance.map(placeOf) ?? [],
})

/** What the calls take of it. */
export const personBody = ({ NOMBRE, USUARIO, email, locale, activo, alcance }: PersonValues) => ({
  NOMBRE,
  USUARIO: USUARIO.trim().toLowerCase(),
  email: email.trim(),
  locale: locale === 'en' ? ('en' as const) : ('es' as const),
  status: activo ? ('activo' as const) : ('inactivo' as const),
  alcance: placesOf(alcance),
})

/** Of the values of the field of countries and businesses. */
export const placesOf = (values: readonly string[]): Place[] =>
  values.map((place) => {
    const [country, business] = place.split('/').map(Number)
    return { ID_PAIS: country!, ID_NEGOCIO: business ?? null }
  })
