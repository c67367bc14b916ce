/** Reads a small JSON file, revalidated with the server. @throws on an error status, invalid JSON, or after `ms` */
export async function readJson<T>(url: string, ms = 5000): Promise<T> {
  const response = await fetch(url, { cache: 'no-cache', signal: AbortSignal.timeout(ms) })
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return (await response.json()) as T
}

/** Refreshes a file in the browser's cache, which may hold a damaged copy. Errors are ignored. */
export const renew = async (url: string) => void (await fetch(url, { cache: 'reload' }).catch(() => {}))
