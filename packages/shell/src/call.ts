import { baseClient, Failure } from './http.ts'

/**
 * Saves a download that may be larger than the memory. It is streamed to a file that the user chooses or to the browser's private file system,
 * and `onWritten` gets the number of bytes written; browsers with neither hold it in memory. @returns whether it was saved; false if the user cancelled
 * @throws what the call throws
 */
export const saveLarge: typeof import('./streamDownload.ts').saveLarge = async (...order) =>
  (await import('./streamDownload.ts')).saveLarge(...order)

const MB = 1024 * 1024
/** In bytes; the server refuses larger files. */
const MAX_BYTES = 50 * MB
// Only a secure page can hash a file.
const isResumable = (value: unknown) =>
  value instanceof Blob && value.size > MB && value.size <= MAX_BYTES && globalThis.crypto?.subtle !== undefined

/** Calls the server. A file of more than a megabyte is uploaded before its form, and resumes where it was when the network was cut. */
export const call: typeof baseClient.call = async (endpoint, input, options = {}) => {
  const { body } = (input ?? {}) as { body?: Record<string, unknown> }
  const [name, file] = (endpoint.multipart && Object.entries(body ?? {}).find(([, value]) => isResumable(value))) || []
  // If the code cannot be loaded, the file is sent in the form, as small files are.
  const upload = name && (await import('./resumableUpload.ts').catch(() => undefined))
  if (!upload) return baseClient.call(endpoint, input, options)
  for (let tries = 1; ; tries++) {
    const sent = { ...input, body: { ...body, [name]: await upload.uploadResumably(file as Blob, options) } }
    try {
      // The same body with another file; the endpoint's types cannot express that.
      return await baseClient.call(endpoint, sent as never, { signal: options.signal })
    } catch (error) {
      // The upload expired between two attempts or arrived damaged.
      if (tries === 3 || !(error instanceof Failure && error.code.startsWith('upload_'))) throw error
    }
  }
}
