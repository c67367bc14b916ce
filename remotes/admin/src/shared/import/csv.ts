/** Cells that a spreadsheet reads as text: quoted, and never as a formula. */
const quoted = (cell: string) => `"${(/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`

/** Rows as a CSV that spreadsheets open in any language. */
export const csvOf = (rows: readonly (readonly string[])[]) =>
  new Blob([`\ufeff${rows.map((cells) => cells.map(quoted).join(';')).join('\r\n')}\r\n`], { type: 'text/csv' })
