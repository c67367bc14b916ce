import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import QRCode from 'qrcode'
import type { Attempts } from './attempts.ts'
import type { Keys } from './keys.ts'
import type { IdentityEvent, Sql } from './options.ts'

export type SecondFactor = ReturnType<typeof createSecondFactor>
export type CodeCheck = 'right' | 'wrong' | 'locked'

const PERIOD = 30
const RECOVERY_CODES = 10
const RECOVERY_BYTES = 15 // 120 bits: enough that a plain hash cannot be guessed (ASVS 6.5.2 asks for 112)

const totpOf = (secret: Secret, label = '') => new TOTP({ issuer: 'Cuadre', label, secret, algorithm: 'SHA1', digits: 6, period: PERIOD })
const hashOf = (recoveryCode: string) => createHash('sha256').update(recoveryCode).digest('base64url')

/** RFC 6238 codes: SHA-1, six digits, thirty seconds, one step of tolerance, each step accepted once. */
export function createSecondFactor(sql: Sql, keys: Keys, attempts: Attempts, log: (event: IdentityEvent) => void) {
  /** The step the code belongs to, or nothing. */
  function stepOf(secret: Secret, code: string) {
    const delta = totpOf(secret).validate({ token: code.replace(/\D/g, ''), window: 1 })
    return delta === null ? undefined : Math.floor(Date.now() / 1000 / PERIOD) + delta
  }

  async function counted(sub: string, isRight: () => Promise<boolean>): Promise<CodeCheck> {
    const key = `code:${sub}`
    const { locked, last } = await attempts.begin(key)
    if (!locked && (await isRight())) {
      await attempts.forget(key)
      return 'right'
    }
    log({ type: 'code-failed', sub, reason: locked ? 'locked' : 'code' })
    if (last) log({ type: 'account-locked', sub, factor: 'code' })
    return locked || last ? 'locked' : 'wrong'
  }

  return {
    async isEnrolled(sub: string) {
      return (await sql('select 1 from identity.totp where sub = $1', [sub])).rows.length > 0
    },

    /** What the enrolment page shows. Bound to the page's id, so a reload shows the same key and nothing is stored before it is proved. */
    async offer(enrolment: string, label: string) {
      const totp = totpOf(offeredSecret(enrolment), label)
      return {
        key: totp.secret.base32.replace(/.{4}(?=.)/g, '$& '),
        uri: totp.toString(),
        qr: await QRCode.toDataURL(totp.toString(), { margin: 2, width: 240, errorCorrectionLevel: 'M' }),
      }
    },

    async recoveryCodesLeft(sub: string) {
      return Number((await sql('select count(*) as left from identity.recovery_code where sub = $1', [sub])).rows[0]?.left)
    },

    /** Sets, or unless said otherwise replaces, the second factor once a code proves that the new key arrived. Answers the recovery codes, the only time they exist in clear. */
    async enrol(
      sub: string,
      enrolment: string,
      code: string,
      { replace = true } = {},
    ): Promise<{ check: CodeCheck; recoveryCodes: string[] }> {
      const secret = offeredSecret(enrolment)
      const check = await counted(sub, async () => {
        const step = stepOf(secret, code)
        if (step === undefined) return false
        const { rows } = await sql(
          `insert into identity.totp (sub, sealed_secret, last_step) values ($1, $2, $3)
           on conflict (sub) do update set sealed_secret = excluded.sealed_secret, last_step = excluded.last_step, enrolled_at = now()
           where $4::boolean returning 1`,
          [sub, keys.seal(secret.base32), step, replace],
        )
        return rows.length > 0
      })
      if (check !== 'right') return { check, recoveryCodes: [] }
      const recoveryCodes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
      await sql('delete from identity.recovery_code where sub = $1', [sub])
      await sql('insert into identity.recovery_code (sub, hash) select $1, unnest($2::text[])', [sub, recoveryCodes.map(hashOf)])
      log({ type: 'second-factor-enrolled', sub })
      return { check, recoveryCodes }
    },

    verify(sub: string, code: string): Promise<CodeCheck> {
      return counted(sub, async () => {
        const { rows } = await sql('select sealed_secret from identity.totp where sub = $1', [sub])
        if (!rows[0]) return false
        const step = stepOf(Secret.fromBase32(keys.open(String(rows[0].sealed_secret))), code)
        if (step === undefined) return false
        // The comparison in the same statement as the write: of two requests with one code, one updates a row.
        const used = await sql('update identity.totp set last_step = $2 where sub = $1 and last_step < $2 returning 1', [sub, step])
        return used.rows.length > 0
      })
    },

    redeem(sub: string, recoveryCode: string): Promise<CodeCheck> {
      return counted(sub, async () => {
        // Base32 has no 0, 1 or 8: whoever reads one saw an O, an I or a B.
        const tidy = recoveryCode
          .toUpperCase()
          .replace(/0/g, 'O')
          .replace(/1/g, 'I')
          .replace(/8/g, 'B')
          .replace(/[^A-Z2-7]/g, '')
        const { rows } = await sql('delete from identity.recovery_code where sub = $1 and hash = $2 returning 1', [sub, hashOf(tidy)])
        if (rows.length) log({ type: 'recovery-code-used', sub })
        return rows.length > 0
      })
    },
  }

  function offeredSecret(enrolment: string) {
    const bytes = keys.derive(`totp ${enrolment}`)
    return new Secret({ buffer: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer })
  }
}

const newRecoveryCode = () => new Secret({ buffer: Uint8Array.from(randomBytes(RECOVERY_BYTES)).buffer }).base32

/** Groups of four, as shown. */
export const readable = (recoveryCode: string) => recoveryCode.replace(/.{4}(?=.)/g, '$&-')
