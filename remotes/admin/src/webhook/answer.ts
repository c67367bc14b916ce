import type { WebhookDelivery } from '@cuadre/api/webhook'
import type { useTranslation } from '@cuadre/shell'

/** What keeps a delivery from arriving, by the codes of Node for a connection that failed. */
const WHY = {
  ENOTFOUND: 'unknown',
  EAI_AGAIN: 'unknown',
  ECONNREFUSED: 'closed',
  ECONNRESET: 'broken',
  EPIPE: 'broken',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ETIMEDOUT: 'slow',
  TIMEOUT: 'slow',
  // As it was said before 0.2.
  ABORT_ERR: 'slow',
  PRIVATE_ADDRESS: 'private',
  EPROTO: 'protocol',
} as const
const PROTOCOL = /^(HPE|ERR_SSL)_/
const CERTIFICATE = /CERT|TLS|SIGNATURE|ISSUER/

/** Its answer in words: the status that the system gave, or why there was none, with the code that support can look up. */
export function answerOf(
  t: ReturnType<typeof useTranslation<'admin'>>['t'],
  { ERROR, RESPUESTA }: Pick<WebhookDelivery, 'ERROR' | 'RESPUESTA'>,
) {
  if (!ERROR) return RESPUESTA === null ? '—' : String(RESPUESTA)
  const why = WHY[ERROR as keyof typeof WHY] ?? (PROTOCOL.test(ERROR) ? 'protocol' : CERTIFICATE.test(ERROR) ? 'certificate' : 'other')
  return t('webhook.why', { why: t(`webhook.whyNot.${why}`), code: ERROR })
}
