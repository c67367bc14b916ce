/** 0 → A, 25 → Z, 26 → AA */
export const columnName = (index: number): string =>
  (index < 26 ? '' : columnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

export const addressOf = (row: number, column: number) => `${columnName(column)}${row + 1}`

/** The place of a cell as a map names it; a sheet's name is quoted where it is no plain word. */
export const placeOf = (sheet: string, row: number, column: number) =>
  `${/^[A-Za-zÀ-ÿ_][\wÀ-ÿ]*$/.test(sheet) ? sheet : `'${sheet.replaceAll("'", "''")}'`}!${addressOf(row, column)}`

/** Sheet and address of a place as the server says it (`Hoja 1!C4`). */
export function partsOf(place: string) {
  const at = place.lastIndexOf('!')
  return { sheet: place.slice(0, at).replace(/^'(.*)'$/, '$1'), address: place.slice(at + 1) }
}

export interface Difference {
  sheet: string
  address: string
  before: string
  after: string
}
type Sheet = { nombre: string; filas: readonly (readonly ({ texto: string; formula?: string } | null)[])[] }
const written = (cell: { texto: string; formula?: string } | null | undefined) =>
  cell?.formula ? `=${cell.formula.replace(/^=/, '')}` : (cell?.texto ?? '')

/** The cells in which two workbooks differ, sheet by sheet. */
export function differences(before: readonly Sheet[], after: readonly Sheet[]): Difference[] {
  const names = new Set([...before, ...after].map(({ nombre }) => nombre))
  return [...names].flatMap((sheet) => {
    const [old, now] = [before, after].map((book) => book.find(({ nombre }) => nombre === sheet)?.filas ?? [])
    const found: Difference[] = []
    for (let row = 0; row < Math.max(old!.length, now!.length); row++)
      for (let column = 0; column < Math.max(old![row]?.length ?? 0, now![row]?.length ?? 0); column++) {
        const [was, is] = [written(old![row]?.[column]), written(now![row]?.[column])]
        if (was !== is) found.push({ sheet, address: addressOf(row, column), before: was, after: is })
      }
    return found
  })
}
