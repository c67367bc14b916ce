// `npm run files-to-bucket`: copies the files of DATA_DIR to the bucket of the S3_ settings; stopped, it goes on the next time.
import { resolve } from 'node:path'
import { root } from './build.ts'

process.env.DATA_DIR = resolve(process.env.DATA_DIR ?? `${root}/data`)
await import('@cuadre/server/files-to-bucket')
