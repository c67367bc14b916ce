/** Of every name in the browser's storage. */
export const PREFIX = 'cuadre:'
/** Storage that does not answer in this time has nothing (specification §4). */
const REHYDRATION = 5000

type Storage = {
  getItem: (key: string) => string | null | Promise<string | null>
  setItem: (key: string, text: string) => unknown
  removeItem: (key: string) => unknown
}
type Kept<T> = { value: T; fetchedAt?: number }

/**
 * A part of the state that outlives the page. What was fetched says when, and is given back only while younger than `refreshLimit`
 * milliseconds; older, or unreadable, it is deleted. What was never fetched (a choice of the person's) has no age.
 */
export function createSnapshot<T>(name: string, refreshLimit: number, storage: Storage = localStorage) {
  const key = PREFIX + name
  const forget = () => void storage.removeItem(key)
  return {
    keep(value: T, fetchedAt?: number) {
      const text = JSON.stringify({ value, fetchedAt } satisfies Kept<T>)
      // Tokens live in memory only; a snapshot that holds one is a mistake of ours.
      if (/\beyJ[\w-]+\.[\w-]+\.[\w-]*/.test(text)) throw new Error(`${key}: a token is never kept`)
      try {
        storage.setItem(key, text)
      } catch {
        // A full storage only costs the next start some time.
      }
    },
    forget,
    async restore(): Promise<T | undefined> {
      let timer: ReturnType<typeof setTimeout> | undefined
      const late = new Promise<null>((resolve) => {
        timer = setTimeout(() => resolve(null), REHYDRATION)
      })
      try {
        const text = await Promise.race([storage.getItem(key), late])
        if (text === null) return undefined
        const { value, fetchedAt } = JSON.parse(text) as Kept<T>
        if (fetchedAt === undefined || (fetchedAt <= Date.now() && Date.now() - fetchedAt < refreshLimit)) return value
        forget()
      } catch {
        forget()
      } finally {
        clearTimeout(timer)
      }
      return undefined
    },
  }
}
