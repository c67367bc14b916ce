/** Milliseconds that a file waits for whoever signs in again. */
const KEPT_MS = 15 * 60_000
const DATABASE = 'cuadre:archivos'
const STORE = 'archivos'

/** What finds and opens a file again. It is plain text, and belongs into this tab's sessionStorage and nowhere else. */
export interface Ticket {
  name: string
  type: string
  /** Until when it is kept, in milliseconds since 1970, and a word of its own. */
  id: [until: number, word: string]
  /** 256 bits, hexadecimal. */
  key: string
}

/**
 * Keeps a file over a sign-in, for which the browser leaves the page (decision 034): in the browser's database, sealed with a key that stands in the
 * ticket alone, for a quarter of an hour. Nobody waits for it: a page that is left at once, or that is not secure, keeps nothing.
 */
export function keepFile(file: File): Ticket {
  const id: Ticket['id'] = [Date.now() + KEPT_MS, hex(random(16))]
  const ticket = { name: file.name, type: file.type, id, key: hex(random(32)) }
  void seal(file, ticket).catch(() => undefined)
  return ticket
}

/** The file of a ticket, once; undefined where it is not there, or not any more. */
export async function takeFile({ id, key, name, type }: Ticket): Promise<File | undefined> {
  try {
    const kept = await inStore<{ iv: Uint8Array<ArrayBuffer>; sealed: ArrayBuffer } | undefined>((store) => store.get(id))
    await inStore((store) => store.delete(id))
    if (!kept || id[0] < Date.now()) return undefined
    return new File([await crypto.subtle.decrypt({ name: 'AES-GCM', iv: kept.iv }, await keyOf(key), kept.sealed)], name, { type })
  } catch {
    return undefined
  }
}

async function seal(file: File, { id, key }: Ticket) {
  const iv = random(12)
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await keyOf(key), await file.arrayBuffer())
  await inStore((store) => store.put({ iv, sealed }, id))
  setTimeout(() => void inStore((store) => store.delete(id)).catch(() => undefined), KEPT_MS)
}

/** What has waited too long goes each time: whoever kept it may have closed the tab. */
async function inStore<T>(work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const request = indexedDB.open(DATABASE)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE)
  const db = await answer(request)
  try {
    const store = db.transaction(STORE, 'readwrite').objectStore(STORE)
    store.delete(IDBKeyRange.upperBound([Date.now()]))
    return await answer(work(store))
  } finally {
    db.close()
  }
}
const answer = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))
const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
function keyOf(key: string) {
  const bytes = Uint8Array.from(key.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
}
