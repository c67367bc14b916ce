import { z } from 'zod'
import { endpoint, octets } from './endpoint.ts'

/**
 * A file that goes ahead of the form that brings it, so that one that a network cut goes on from the byte it had reached. Its id says what it
 * will be: SHA-256 in hexadecimal, '-', size in bytes; it is looked for among the caller's own. Once all of it is there, a form brings the id in
 * place of the file: a part of this type, under the file's own field and name, with nothing in it but the id. The call answers as it does to
 * the file itself; 404 `upload_gone` where nothing (more) is there, 409 `upload_incomplete` with what is there as `current`.
 */
export const UPLOADED = 'application/vnd.cuadre.subida'

export const UploadId = z
  .string()
  .regex(/^[0-9a-f]{64}-[1-9]\d{0,9}$/)
  .meta({ examples: [`${'0a'.repeat(32)}-4194304`] })
const ByUploadId = z.object({ id: UploadId })
const Received = z
  .object({
    /** Bytes that are there, from the first on. */
    RECIBIDO: z.int(),
  })
  .meta({ id: 'Received' })
export type Received = z.output<typeof Received>

/** 0 of a file that never came, of somebody else's, and of one that was forgotten: a day after its last byte came, or for twenty later ones. */
export const getUpload = endpoint('GET', '/subida/:id', {
  summary: 'How much of my file is there',
  allow: 'signed-in',
  params: ByUploadId,
  response: Received,
})
/**
 * Any number of bytes; those that came before the network was cut stay. What is answered is on the disk. 409 with what is there as `current` when
 * `desde` is not that, or another call was first; 422 for more than the id says, and for an id of more than 50 MB.
 */
export const appendUpload = endpoint('PATCH', '/subida/:id', {
  summary: 'Add to my file, from a byte on',
  allow: 'signed-in',
  params: ByUploadId,
  query: z.object({ desde: z.coerce.number().int().min(0).max(2_147_483_647) }),
  octets: true,
  body: octets(),
  response: Received,
  // On a good network a file of 50 MB is eight of them.
  rate: 600,
})
