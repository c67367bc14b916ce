import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { Upload } from '@cuadre/api/endpoint'
import sharp from 'sharp'
import { Refused } from '../errors.ts'
import { type ImageKind, image } from './image.ts'

/** A picture unpacks in memory: 40 million points are 160 MB. */
const MAX_POINTS = 40_000_000

/**
 * A picture that is shown to people: drawn anew from its points, so that neither where it was taken nor anything else hidden in the file is
 * kept. Takes the place of the uploaded file.
 * @throws 422
 */
export async function picture(upload: Upload, maxMb?: number) {
  const found = await image(upload, maxMb)
  return { ...found, file: await redrawn(upload, found.kind) }
}

/** @throws 422 if it cannot be drawn */
export async function redrawn(upload: Upload, kind: ImageKind): Promise<Upload> {
  const drawn = sharp(upload.path, { limitInputPixels: MAX_POINTS, failOn: 'error' }).rotate()
  const bytes = await (kind === 'png' ? drawn.png() : kind === 'jpeg' ? drawn.jpeg({ quality: 90 }) : drawn.webp({ quality: 90 }))
    .toBuffer()
    .catch(() => {
      throw Refused('image_damaged')
    })
  await writeFile(upload.path, bytes)
  return { ...upload, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}
