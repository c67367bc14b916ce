import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'

/** The text of the mail with that subject to an address, once it is sent. */
export async function mailTo(dataDir: string, address: string, subject: string): Promise<string> {
  const folder = join(dataDir, 'mail')
  const found = () =>
    (existsSync(folder) ? readdirSync(folder) : [])
      .filter((name) => name.endsWith('.eml'))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .find((mail) => mail.includes(`To: ${address}\n`) && mail.includes(`Subject: ${subject}\n`))
  await expect.poll(found, { message: `${subject} to ${address}`, timeout: 20_000 }).toBeDefined()
  return found()!
}
