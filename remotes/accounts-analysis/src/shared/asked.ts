/** A whole number of the address, or nothing: whatever else stands there asks for nothing. */
export const idOf = (text: string | null | undefined) => (text && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined)
/** Those of the address that the contract knows. */
export const known = <T extends string>(values: readonly string[] | undefined, all: readonly T[]): T[] | undefined => {
  const found = all.filter((value) => values?.includes(value))
  return found.length > 0 ? found : undefined
}
