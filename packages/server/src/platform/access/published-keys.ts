import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose'
import { NamedError } from '../errors.ts'

/** Keys that were read so long ago are read again, and as often while that fails. */
const REFRESH_MS = 10 * 60_000
const RETRY_MS = 30_000
/** As long as that the last keys of a provider that is away are good. */
const GOOD_MS = 24 * 3600_000

/**
 * The keys that a provider publishes at `url`. They are read again beside the calls, so a provider that is away for a while signs nobody out.
 * @throws 503 without keys to check a token by
 */
export function publishedKeys(url: URL): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(url, { cacheMaxAge: GOOD_MS })
  let readAgainAt = 0
  return async (header, token) => {
    const now = Date.now()
    // A clock that was set back must not put it off.
    if (!keys.jwks()) readAgainAt = now + REFRESH_MS
    else if (now >= readAgainAt || readAgainAt > now + REFRESH_MS) {
      readAgainAt = now + RETRY_MS
      void keys.reload().then(
        () => {
          readAgainAt = Date.now() + REFRESH_MS
        },
        () => {},
      )
    }
    return keys(header, token).catch((error: unknown) => {
      throw saysNothingOfTheToken(error) ? Object.assign(new NamedError(503, 'provider_away'), { cause: error }) : error
    })
  }
}

/** Every other error of the library is about the key that the token names. */
const saysNothingOfTheToken = (error: unknown) =>
  !(error instanceof errors.JOSEError) || ['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID'].includes(error.code)
