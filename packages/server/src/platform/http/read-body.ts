import type { Endpoint, Upload } from '@cuadre/api/endpoint'
import { UPLOADED } from '@cuadre/api/upload'
import type { FastifyRequest } from 'fastify'
import { Invalid } from '../errors.ts'
import type { Storage } from '../storage/index.ts'
import type { Caller } from './context.ts'

/** The body of a call as it came; the files of a form are stored and belong to the caller of this function, who drops them. */
export const readBody = async (request: FastifyRequest, storage: Storage, endpoint: Endpoint, caller: Caller | undefined) =>
  endpoint.multipart ? readForm(request, storage, caller) : { body: endpoint.octets ? request.body : (request.body ?? {}), files: [] }

async function readForm(request: FastifyRequest, storage: Storage, caller: Caller | undefined) {
  if (!request.isMultipart()) throw Invalid('file', 'file_required')
  const body: Record<string, unknown> = {}
  const files: Upload[] = []
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') body[part.fieldname] = part.value
      else {
        const upload =
          part.mimetype === UPLOADED
            ? await storage.uploads.take(caller?.userId, await readUploadId(part.file), fileName(part.filename))
            : await storage.receive(fileName(part.filename), part.file)
        files.push(upload)
        if (part.filename) body[part.fieldname] = upload
      }
    }
  } catch (error) {
    await Promise.all(files.map(storage.drop))
    throw isMalformed(error) ? Invalid('file', 'form_malformed') : error
  }
  return { body, files }
}

/** A name as it can be shown: control characters end a line or a header, and marks of direction make `exe.pdf` of `fdp.exe`. */
export const fileName = (name: string) => name?.replace(/[\p{Cc}\p{Bidi_Control}\u200b\u2060\ufeff]/gu, '')

const MAX_UPLOAD_ID = 100

/** In place of a file that was uploaded before, the form carries its short id. All of it is read, because the parser waits for that. */
async function readUploadId(stream: AsyncIterable<Buffer>) {
  let text = ''
  for await (const bytes of stream) if (text.length < MAX_UPLOAD_ID) text += bytes.toString('latin1')
  return text.slice(0, MAX_UPLOAD_ID)
}

/** The form parser's errors have no code, only these words. */
const isMalformed = (error: unknown) =>
  error instanceof Error &&
  /^(Multipart: |Malformed |Unexpected end of (form|multipart)|Missing Content-Type|Unterminated )/.test(error.message)
