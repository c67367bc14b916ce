const HEADINGS = ['codigo de rubro', 'nombre']

/**
 * What was pasted from a sheet as a file: cells parted by tabs, or by the first space or semicolon after the code. Without a heading row, the first
 * column is the code and the second the name.
 */
export function fileOf(text: string, name: string): File {
  const rows = text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => (line.includes('\t') ? line.split('\t') : /^\s*([^\s;]+)[\s;]+(.*)$/.exec(line)?.slice(1)) ?? [line])
    .map((cells) => cells.map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')))
  const titled = rows[0] !== undefined && !/\d/.test(rows[0][0] ?? '')
  const csv = (titled ? rows : [HEADINGS, ...rows]).map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';'))
  return new File([csv.join('\r\n')], name, { type: 'text/csv' })
}
