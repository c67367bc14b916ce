/** How long a file is stored, in milliseconds. */
const MAX_AGE_MS = 15 * 60_000
const DATABASE = 'cuadre:archivos'
const STORE = 'archivos'

/** Finds and decrypts a stored file. It holds the key, so it may only be stored in the sessionStorage of this tab. */
export interface Ticket {
  name: string
  type: string
  /** When it expires, in milliseconds since 1970, and a random id. */
  id: [until: number, word: string]
  /** 256 bits, hexadecimal. */
  key: string
}

/**
 * Stores a file over a sign-in, for which the browser leaves the page (decision 034): for 15 minutes in IndexedDB, encrypted with a key
 * that only the ticket has. It runs in the background: a page that is left at once, or that is not served securely, stores nothing.
 */
export function stashFile(file: File): Ticket {
  const id: Ticket['id'] = [Date.now() + MAX_AGE_MS, hex(random(16))]
  const ticket = { name: file.name, type: file.type, id, key: hex(random(32)) }
  void seal(file, ticket).catch(() => undefined)
  return ticket
}

/** The file of a ticket, only once; undefined if it is missing or has expired. */
export async function takeStashedFile({ id, key, name, type }: Ticket): Promise<File | undefined> {
  try {
    const stored = await inStore<{ iv: Uint8Array<ArrayBuffer>; sealed: ArrayBuffer } | undefined>((store) => store.get(id))
    await inStore((store) => store.delete(id))
    if (!stored || id[0] < Date.now()) return undefined
    return new File([await crypto.subtle.decrypt({ name: 'AES-GCM', iv: stored.iv }, await keyOf(key), stored.sealed)], name, { type })
  } catch {
    return undefined
  }
}

async function seal(file: File, { id, key }: Ticket) {
  const iv = random(12)
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await keyOf(key), await file.arrayBuffer())
  await inStore((store) => store.put({ iv, sealed }, id))
  setTimeout(() => void inStore((store) => store.delete(id)).catch(() => undefined), MAX_AGE_MS)
}

/** Each access deletes expired files, because the tab that stored them may be closed. */
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
