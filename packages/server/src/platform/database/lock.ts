import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Two processes on one embedded database silently lose acknowledged rows, so one process locks the folder. A lock left by a killed process
 * is taken over.
 * @throws DataDirInUse with the other process's id
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'cuadre.lock')
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      const handle = openSync(path, 'wx')
      writeSync(handle, String(process.pid))
      closeSync(handle)
      return () => rmSync(path, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const holder = existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0
      if (holder && isRunning(holder)) throw new DataDirInUse(folder, holder)
      rmSync(path, { force: true })
    }
  }
  throw new DataDirInUse(folder, 0)
}

export class DataDirInUse extends Error {
  folder: string
  holder: number
  constructor(folder: string, holder: number) {
    super(`La carpeta de datos ${folder} está en uso por el proceso ${holder}. Deténgalo o indique otra con DATA_DIR.`)
    this.name = 'Plain'
    this.folder = folder
    this.holder = holder
  }
}

function isRunning(pid: number) {
  try {
    process.kill(pid, 0)
    return pid !== process.pid
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
