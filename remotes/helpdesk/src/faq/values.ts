import { FAQ_CATEGORIES, type Faq } from '@cuadre/api/faq'
import { formatPercent, type Locale } from '@cuadre/ui'

export type FaqValues = {
  categoria: string
  preguntaEs: string
  preguntaEn: string
  respuestaEs: string
  respuestaEn: string
  publicada: boolean
  palabras: string
  responsableId: string
  revisarEn: string
}
export const valuesOf = (faq?: Faq, words = ''): FaqValues => ({
  categoria: faq?.categoria ?? '',
  preguntaEs: faq?.preguntaEs ?? '',
  preguntaEn: faq?.preguntaEn ?? '',
  respuestaEs: faq?.respuestaEs ?? '',
  respuestaEn: faq?.respuestaEn ?? '',
  publicada: faq?.publicada ?? true,
  palabras: faq?.palabras.join(', ') ?? words,
  responsableId: faq?.responsable ? String(faq.responsable.id) : '',
  revisarEn: faq?.revisarEn ?? '',
})
export const bodyOf = ({ categoria, palabras, responsableId, revisarEn, ...texts }: FaqValues, ticketId: number | null) => ({
  ...texts,
  // The select list offers these alone.
  categoria: categoria as (typeof FAQ_CATEGORIES)[number],
  palabras: palabras
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean),
  responsableId: responsableId ? Number(responsableId) : null,
  revisarEn: revisarEn || null,
  ticketId,
})
const FIELDS = Object.keys(valuesOf()) as (keyof FaqValues)[]
/** Where what somebody else saved is not what stands in the form. */
export const disputedFields = (theirs: Faq, mine: FaqValues) => FIELDS.filter((field) => valuesOf(theirs)[field] !== mine[field])

const TEXTS = ['preguntaEs', 'preguntaEn', 'respuestaEs', 'respuestaEn'] as const
const plain = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim()
/** The question that says what was to be saved: a new one, or the one that was `seen`, changed since. */
export const saidIn = (all: readonly Faq[], wanted: ReturnType<typeof bodyOf>, seen?: Pick<Faq, 'id' | 'REVISION'>) =>
  all.find(
    (one) =>
      (!seen || (one.id === seen.id && one.REVISION > seen.REVISION)) &&
      one.categoria === wanted.categoria &&
      one.publicada === wanted.publicada &&
      TEXTS.every((field) => plain(one[field]) === plain(wanted[field])),
  )

const MINUTE = 60_000
/** The language that was not changed when the other one was. */
export function olderLanguage({ cambioEs, cambioEn }: Pick<Faq, 'cambioEs' | 'cambioEn'>): 'es' | 'en' | undefined {
  const apart = Date.parse(cambioEs) - Date.parse(cambioEn)
  return apart > MINUTE ? 'en' : apart < -MINUTE ? 'es' : undefined
}
/** What those who keep the questions look for. */
export const TO_KEEP = ['revisar', 'borrador', 'idioma'] as const
export const isToKeep = (what: (typeof TO_KEEP)[number], faq: Faq, today: string) =>
  what === 'revisar' ? isDue(faq, today) : what === 'borrador' ? !faq.publicada : olderLanguage(faq) !== undefined
export const isDue = ({ revisarEn }: Pick<Faq, 'revisarEn'>, today: string) => revisarEn !== null && revisarEn <= today

/** The questions of each category that has some, in their order. */
export const byCategory = (faqs: readonly Faq[]) =>
  FAQ_CATEGORIES.map((category) => ({ category, items: faqs.filter((faq) => faq.categoria === category) })).filter(
    ({ items }) => items.length > 0,
  )
/** The order of a category once one of it stands at another place; nothing where it would not move. */
export function moved(faqs: readonly Faq[], id: number, to: number) {
  const one = faqs.find((faq) => faq.id === id)
  const ids = faqs.filter(({ categoria }) => categoria === one?.categoria).map((faq) => faq.id)
  const at = ids.indexOf(id)
  if (!one || to < 0 || to >= ids.length || to === at) return undefined
  ids.splice(at, 1)
  ids.splice(to, 0, id)
  return { categoria: one.categoria, ids }
}
/** "88 %" of those who voted; nothing while nobody has. */
export function shareOf({ sirvio, noSirvio }: Pick<Faq, 'sirvio' | 'noSirvio'>, locale: Locale) {
  const votes = sirvio + noSirvio
  return votes > 0 ? formatPercent(Math.round((100 * sirvio) / votes), locale, { decimals: 0 }) : undefined
}
