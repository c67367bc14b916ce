/** An error whose message is all there is to say to whoever starts a process. */
export const plain = (message: string, cause?: unknown) => Object.assign(new Error(message, { cause }), { name: 'Plain' })

/** What a process says that ends by an error: one sentence where that is enough, otherwise all of it. */
export function toSay(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code, path } = error as NodeJS.ErrnoException
  if (error.name === 'Plain') return error.message
  if (code === 'ENOSPC' || code === DISK_FULL) return 'No queda espacio en el disco.'
  return path && code && UNUSABLE.has(code) ? `No se puede usar ${path} (${code}).` : error
}
/** Of PostgreSQL. */
const DISK_FULL = '53100'
const UNUSABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'EEXIST', 'ENOTDIR', 'ENOENT'])
