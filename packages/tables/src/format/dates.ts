// Dates of spreadsheets: a number of days and a format that says that it is a date.

const BUILT_IN_DATE = (id: number) => (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** Whether a number format shows a date or a time. Colours, conditions, quoted text and escapes do not count. */
export function isDateFormat(id: number, code?: string): boolean {
  if (code === undefined) return BUILT_IN_DATE(id)
  const bare = code
    .replace(/"[^"]*"/g, '')
    .replace(/\\.|_.|\*./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .split(';')[0]!
  if (/^\s*(general|standard|estándar)\s*$/i.test(bare)) return false
  return /[ymdhs]/i.test(bare) && !/[0#?]/.test(bare.replace(/[sS]\.0+/g, ''))
}

/**
 * Serial day → `YYYY-MM-DD`, with `THH:MM:SS` when it has a time; a time alone → `HH:MM:SS`. Day 60 of the 1900 calendar is the
 * 29 February 1900 that never was; it is given as such. Null outside the calendar (before day 0, after the year 9999).
 */
export function serialToIso(serial: number, date1904: boolean): string | null {
  if (!Number.isFinite(serial) || serial < 0 || serial >= 2_958_466) return null
  let day = Math.floor(serial)
  let seconds = Math.round((serial - day) * 86_400)
  if (seconds === 86_400) {
    day += 1
    seconds = 0
  }
  const time = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  if (day === 0 && !date1904) return time
  if (day === 60 && !date1904) return seconds ? `1900-02-29T${time}` : '1900-02-29'
  const epoch = date1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, day < 60 ? 31 : 30)
  const iso = new Date(epoch + day * 86_400_000).toISOString().slice(0, 10)
  return seconds ? `${iso}T${time}` : iso
}

const two = (value: number) => String(value).padStart(2, '0')
