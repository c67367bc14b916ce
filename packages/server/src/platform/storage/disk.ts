import { open } from 'node:fs/promises'

/** Bytes of a file, 50 MB; a larger one is refused. */
export const MAX_FILE = 50 * 1024 * 1024

/** Its bytes are on the disk then. */
export async function syncedFile(path: string, flags: 'r' | 'r+') {
  const file = await open(path, flags)
  await file.sync().finally(() => file.close())
}
/** The names in it are on the disk then; Windows opens no folder, and writes them without being asked. */
export const syncedFolder = async (path: string) => {
  if (process.platform !== 'win32') await syncedFile(path, 'r')
}
