export const monthNames = (locale: string) =>
  Array.from({ length: 12 }, (_, i) => new Intl.DateTimeFormat(locale, { month: 'long' }).format(new Date(2000, i, 1)))

/** A moment as the value of <input type="datetime-local">, in the reader's zone. */
export function toLocalInput(moment: string) {
  const date = new Date(moment)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
export const fromLocalInput = (text: string) => new Date(text).toISOString()
