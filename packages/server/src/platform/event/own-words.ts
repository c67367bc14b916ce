import type { Locale } from '../http/context.ts'
import { isMessage, type MessageKey, sentence } from '../messages/index.ts'

/**
 * A step that the product takes by itself says why. The record keeps the sentence in Spanish, whoever set it off, and in the detail what it takes to say
 * it in the language of whoever reads.
 */
export const ownWords = (causa: MessageKey, periodo: string) => ({
  comment: sentence(causa, 'es', { period: periodo }),
  detail: { causa, periodo },
  /** For a message. */
  params: { comment_es: sentence(causa, 'es', { period: periodo }), comment_en: sentence(causa, 'en', { period: periodo }) },
})

type Step = { COMENTARIO: string | null; DETALLE: Record<string, unknown> | null }
/** Steps with what the product says in them in this language; what people wrote stays. */
export const inLanguage = <S extends Step>(steps: readonly S[], locale: Locale): S[] =>
  steps.map((step) => {
    const { causa, periodo } = step.DETALLE ?? {}
    return typeof causa === 'string' && isMessage(causa)
      ? { ...step, COMENTARIO: sentence(causa as MessageKey, locale, { period: String(periodo) }) }
      : step
  })
