// Copies the files of DATA_DIR to the bucket of the S3_ settings; stopped, it goes on the next time.

import { plain, toSay } from './platform/plain.ts'
import { copyToBucket } from './platform/storage/move.ts'
import { checkBucket, openBucket } from './platform/storage/s3.client.ts'
import { readFileSettings } from './settings.ts'

const EVERY = 500
const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024)

try {
  const { DATA_DIR, S3_BUCKET, ...s3 } = readFileSettings(process.env)
  if (!S3_BUCKET) throw plain('La configuración no está completa:\n- S3_BUCKET: falta')
  const bucket = openBucket({ ...s3, S3_BUCKET })
  await checkBucket(bucket)
  const stop = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => stop.abort())
  const so = await copyToBucket(DATA_DIR, bucket, {
    signal: stop.signal,
    onFile: ({ copied, there }) => {
      if ((copied + there) % EVERY === 0) console.log(`${copied} copiados, ${there} ya estaban…`)
    },
  })
  for (const file of so.damaged) console.error(`Dañado en la carpeta, no se copió: ${file}`)
  const counts = `${so.copied} archivos copiados (${megabytes(so.bytes)} MB), ${so.there} ya estaban, ${so.damaged.length} dañados.`
  console.log(so.stopped ? `Detenido: ${counts} La próxima vez sigue donde quedó.` : `Listo: ${counts}`)
  process.exitCode = so.stopped || so.damaged.length > 0 ? 1 : 0
} catch (error) {
  const cause = error instanceof Error && error.name !== 'Plain' && error.cause instanceof Error ? error.cause.message : undefined
  console.error(
    cause !== undefined
      ? `El depósito no responde (${cause}). Lo que se copió quedó copiado: la próxima vez sigue donde quedó.`
      : toSay(error),
  )
  process.exitCode = 1
}
