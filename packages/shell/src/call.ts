import { baseClient, Failure } from './http.ts'

/**
 * Saves an answer of bytes that may be larger than the memory. It is written as it comes, where the browser lets one choose a file or keeps a
 * part of the disk for this page, and `onWritten` tells how many bytes are there; elsewhere the browser holds it until all of it is there. @returns whether it was saved: nobody has to choose a file
 * @throws what the call throws
 */
export const saveLarge: typeof import('./streamDownload.ts').saveLarge = async (...order) =>
  (await import('./streamDownload.ts')).saveLarge(...order)

const MB = 1024 * 1024
/** Bytes; a larger file is refused whichever way it comes. */
const MAX_BYTES = 50 * MB
// Only a secure page can hash a file.
const isResumable = (value: unknown) =>
  value instanceof Blob && value.size > MB && value.size <= MAX_BYTES && globalThis.crypto?.subtle !== undefined

/** Calls the server. A file of more than a megabyte is uploaded before its form, and resumes where it was when the network was cut. */
export const call: typeof baseClient.call = async (endpoint, input, options = {}) => {
  const { body } = (input ?? {}) as { body?: Record<string, unknown> }
  const [name, file] = (endpoint.multipart && Object.entries(body ?? {}).find(([, value]) => isResumable(value))) || []
  // Without the code for it, which comes over the same network, the file travels as small ones do.
  const upload = name && (await import('./resumableUpload.ts').catch(() => undefined))
  if (!upload) return baseClient.call(endpoint, input, options)
  for (let tries = 1; ; tries++) {
    const sent = { ...input, body: { ...body, [name]: await upload.uploadResumably(file as Blob, options) } }
    try {
      // The same but for the file, for which a contract's types take any.
      return await baseClient.call(endpoint, sent as never, { signal: options.signal })
    } catch (error) {
      // Forgotten between two tries, or damaged on the way.
      if (tries === 3 || !(error instanceof Failure && error.code.startsWith('upload_'))) throw error
    }
  }
}
