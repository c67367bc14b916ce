import { expect, test } from '@jest/globals'
import { answerOf } from './answer.ts'

// Says which text was chosen, in place of the library's function.
const t = ((key: string, { why }: { why?: string } = {}) => why ?? key) as unknown as Parameters<typeof answerOf>[0]
test.each([
  ['TIMEOUT', 'slow'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
  ['CERT_HAS_EXPIRED', 'certificate'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'protocol'],
  ['EPROTO', 'protocol'],
  ['HPE_INVALID_CONSTANT', 'protocol'],
  ['ERROR', 'other'],
])('%s: %s', (ERROR, why) => expect(answerOf(t, { ERROR, RESPUESTA: null })).toBe(`webhook.whyNot.${why}`))
