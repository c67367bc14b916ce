/** Prefix of all keys in the browser's storage. */
export const PREFIX = 'cuadre:'
/** Beginning of the keys under which the palette keeps what a person opened. */
export const OPENED = `${PREFIX}paleta:`
/** How long to wait for the storage; after that it counts as empty (specification §4). */
const READ_TIMEOUT_MS = 5000

type Storage = {
  getItem: (key: string) => string | null | Promise<string | null>
  setItem: (key: string, text: string) => unknown
  removeItem: (key: string) => unknown
}
type Stored<T> = { value: T; fetchedAt?: number }

/**
 * A part of the state stored on the device. A fetched value is only restored while younger than `refreshLimit`
 * milliseconds; expired or unreadable ones are deleted. Values without `fetchedAt` (a user's choice) do not expire.
 */
export function createSnapshot<T>(name: string, refreshLimit: number, storage: Storage = localStorage) {
  const key = PREFIX + name
  const remove = () => void storage.removeItem(key)
  return {
    save(value: T, fetchedAt?: number) {
      const text = JSON.stringify({ value, fetchedAt } satisfies Stored<T>)
      // Tokens must stay in memory: storing one is a programming error.
      if (/\beyJ[\w-]+\.[\w-]+\.[\w-]*/.test(text)) throw new Error(`${key}: a token is never kept`)
      try {
        storage.setItem(key, text)
      } catch {
        // With a full storage the next start only takes longer.
      }
    },
    remove,
    async restore(): Promise<T | undefined> {
      let timer: ReturnType<typeof setTimeout> | undefined
      const late = new Promise<null>((resolve) => {
        timer = setTimeout(() => resolve(null), READ_TIMEOUT_MS)
      })
      try {
        const text = await Promise.race([storage.getItem(key), late])
        if (text === null) return undefined
        const { value, fetchedAt } = JSON.parse(text) as Stored<T>
        if (fetchedAt === undefined || (fetchedAt <= Date.now() && Date.now() - fetchedAt < refreshLimit)) return value
        remove()
      } catch {
        remove()
      } finally {
        clearTimeout(timer)
      }
      return undefined
    },
  }
}
