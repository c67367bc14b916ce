import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { lockFolder, plain } from '@cuadre/server'

const OURS = ['postgres', 'files', 'mail', 'incoming', 'uploads', 'discarded']

/**
 * `npm start -- --reset`: deletes what the product has written into its folder, and nothing else that lies there.
 * @throws one sentence while a process works on the folder, and for a database that is not in it
 */
export function reset({ dataDir, keyFile, databaseUrl }: { dataDir: string; keyFile: string; databaseUrl?: string | undefined }): void {
  if (databaseUrl) throw plain('--reset no vacía un PostgreSQL: indique en DATABASE_URL una base de datos vacía.')
  const unlock = lockFolder(dataDir)
  for (const name of OURS) rmSync(join(dataDir, name), { recursive: true, force: true })
  rmSync(keyFile, { force: true })
  unlock()
}
