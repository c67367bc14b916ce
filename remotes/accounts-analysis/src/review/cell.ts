/** 0 → A, 25 → Z, 26 → AA */
export const columnName = (index: number): string =>
  (index < 26 ? '' : columnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

export interface Place {
  row: number
  column: number
}

/** 'G12', '$G$12' → row 11, column 6 (from zero) */
export const placeOf = (address: string): Place | undefined => {
  const [, letters, row] = /^\$?([A-Z]{1,3})\$?([1-9]\d*)$/i.exec(address.split('!').at(-1) ?? '') ?? []
  if (!letters || !row) return undefined
  const column = [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  return { row: Number(row) - 1, column }
}
export const addressOf = ({ row, column }: Place) => `${columnName(column)}${row + 1}`
