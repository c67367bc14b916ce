/** A table as a spreadsheet saves it. */
export const csv = (name: string, lines: readonly string[]) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })

/** The smallest image that a browser draws. */
export const PNG = {
  name: 'logo.png',
  mimeType: 'image/png',
  buffer: Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'),
}

/** Named as an image, and none. */
export const NO_IMAGE = { name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from('esto no es una imagen') }
