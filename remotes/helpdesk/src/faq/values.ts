import type { FAQ_CATEGORIES, Faq } from '@cuadre/api/faq'

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
