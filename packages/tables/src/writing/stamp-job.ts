import { readFile } from 'node:fs/promises'
import { degrees, PDFDocument, type PDFFont, PDFInvalidObject, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib'

const SLOPE = 35
const GREY = rgb(0.35, 0.35, 0.35)

export async function stampJob({ path, mark, foot }: { path: string; mark: string; foot: string }): Promise<Uint8Array> {
  const document = await opened(path)
  const font = await document.embedFont(StandardFonts.Helvetica)
  const pages = document.getPages()
  if (pages.length === 0) throw new Error('no pages')
  for (const page of pages) stampPage(page, font, written(mark, font), written(foot, font))
  return document.save()
}

/** Banks lock their statements against changes, with an empty password to read them; the copy is not locked. */
async function opened(path: string): Promise<PDFDocument> {
  const document = await PDFDocument.load(await readFile(path), { updateMetadata: false, password: '' })
  // What could not be unlocked, as the old table of objects, would be written along, and that still says that the file is locked.
  if (document.context.isDecrypted)
    for (const [ref, object] of document.context.enumerateIndirectObjects())
      if (object instanceof PDFInvalidObject) document.context.delete(ref)
  return document
}

/** Whether nobody reads it without a password; of what is damaged that is not known. */
export async function lockedJob({ path }: { path: string }): Promise<boolean> {
  try {
    await opened(path)
    return false
  } catch (error) {
    return error instanceof Error && /password/i.test(error.message)
  }
}

function stampPage(page: PDFPage, font: PDFFont, mark: string, foot: string) {
  const { x, y, width, height } = page.getCropBox()
  // A page may be shown turned; what is drawn turns against it.
  const turned = ((page.getRotation().angle % 360) + 360) % 360
  const angle = ((turned + SLOPE) * Math.PI) / 180
  const size = Math.min(48, (0.8 * Math.hypot(width, height)) / font.widthOfTextAtSize(mark, 1))
  const half = font.widthOfTextAtSize(mark, size) / 2
  page.drawText(mark, {
    x: x + width / 2 - half * Math.cos(angle),
    y: y + height / 2 - half * Math.sin(angle),
    size,
    font,
    color: GREY,
    opacity: 0.2,
    rotate: degrees(turned + SLOPE),
  })
  const [across, in_, up] = [turned % 180 === 0 ? width : height, 12, 8]
  const corner =
    turned === 90
      ? { x: x + width - up, y: y + in_ }
      : turned === 180
        ? { x: x + width - in_, y: y + height - up }
        : turned === 270
          ? { x: x + up, y: y + height - in_ }
          : { x: x + in_, y: y + up }
  const small = Math.min(7, (across - 2 * in_) / font.widthOfTextAtSize(foot, 1))
  page.drawText(foot, { ...corner, size: small, font, color: GREY, rotate: degrees(turned) })
}

/** In the letters that the font has: others lose their accent, or become a question mark. */
function written(text: string, font: PDFFont) {
  const known = new Set(font.getCharacterSet())
  const has = (letter: string) => known.has(letter.codePointAt(0)!)
  return [...text.normalize('NFC')].map((letter) => (has(letter) ? letter : ([...letter.normalize('NFD')].find(has) ?? '?'))).join('')
}
