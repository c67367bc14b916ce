/** A small file beside the application (areas.json, area.json), always asked for afresh. @throws on a wrong status, no JSON, or after `ms` */
export async function readJson<T>(url: string, ms = 5000): Promise<T> {
  const response = await fetch(url, { cache: 'no-cache', signal: AbortSignal.timeout(ms) })
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return (await response.json()) as T
}

/** Asks for a file past the browser's cache, which may keep what arrived damaged; whatever comes of it. */
export const renew = async (url: string) => void (await fetch(url, { cache: 'reload' }).catch(() => {}))
