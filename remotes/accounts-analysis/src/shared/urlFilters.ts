/** An id in the URL; undefined if it is missing or invalid. */
export const idOf = (text: string | null | undefined) => (text && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined)
/** The values of a URL parameter that the contract allows; undefined if there are none. */
export const known = <T extends string>(values: readonly string[] | undefined, all: readonly T[]): T[] | undefined => {
  const found = all.filter((value) => values?.includes(value))
  return found.length > 0 ? found : undefined
}
