import { FileRefused, stampPdf } from '@cuadre/tables'
import { DateTime } from 'luxon'
import { Conflict } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'

export type Clock = { zone: string; now?: (() => Date) | undefined }
const TEXTS = {
  es: { copy: 'Copia para', original: 'SHA-256 del original' },
  en: { copy: 'Copy for', original: 'SHA-256 of the original' },
}

/**
 * The copy of a PDF that an auditor reads or downloads: with their name, the moment and the original's hash on every page (rules §2.8).
 * @throws 409 if it cannot be marked: it is not handed out without the mark
 */
export async function watermarked(
  { name, locale }: Caller,
  file: { path: string; name: string; sha256: string },
  { zone, now = () => new Date() }: Clock,
): Promise<Uint8Array> {
  const say = TEXTS[locale]
  const mark = `${say.copy} ${name} · ${DateTime.fromJSDate(now(), { zone }).toFormat('dd-MM-yyyy HH:mm')}`
  try {
    return await stampPdf(file.path, { mark, foot: `${mark} (${zone}) · ${say.original}: ${file.sha256}` })
  } catch (error) {
    throw error instanceof FileRefused ? Conflict('auditor_unmarked', { name: file.name }) : error
  }
}
