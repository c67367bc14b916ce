import { join } from 'node:path'
import { plain } from '../plain.ts'
import { folderStorage, type Storage, storageOn } from './index.ts'
import type { BucketSettings, OnCall } from './s3.client.ts'

type StorageSettings = Omit<BucketSettings, 'S3_BUCKET'> & {
  /** The files themselves, or with a bucket only those on their way. */
  DATA_DIR: string
  S3_BUCKET?: string | undefined
}

/** The files of a deployment: in a folder, or in a bucket if one is set. @throws one sentence if they cannot be used */
export async function openStorage({ DATA_DIR, S3_BUCKET, ...s3 }: StorageSettings, onCall?: OnCall): Promise<Storage> {
  if (!S3_BUCKET) {
    const storage = folderStorage(DATA_DIR)
    await storage.check().catch((error: NodeJS.ErrnoException) => {
      throw plain(`DATA_DIR: no se puede escribir en esa carpeta (${error.code ?? error.message}).`, error)
    })
    return storage
  }
  // Loaded only where it is used.
  const [{ checkBucket, openBucket }, { s3Store }] = await Promise.all([import('./s3.client.ts'), import('./s3.ts')])
  const bucket = openBucket({ ...s3, S3_BUCKET }, { onCall })
  await checkBucket(bucket)
  const incoming = join(DATA_DIR, 'incoming')
  return storageOn(s3Store(bucket, incoming), incoming)
}
