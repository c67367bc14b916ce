import { open } from 'node:fs/promises'

/** Of folders and files with the corporation's figures: for the user of the server alone. */
export const PRIVATE_FOLDER = 0o700
export const PRIVATE_FILE = 0o600

/** 50 MB; a larger file is refused. */
export const MAX_FILE = 50 * 1024 * 1024

/** Flushes a file to the disk. */
export async function flushFile(path: string, flags: 'r' | 'r+') {
  const file = await open(path, flags)
  await file.sync().finally(() => file.close())
}
/** Flushes the names in a folder to the disk; Windows cannot open folders and writes names by itself. */
export const flushFolder = async (path: string) => {
  if (process.platform !== 'win32') await flushFile(path, 'r')
}
