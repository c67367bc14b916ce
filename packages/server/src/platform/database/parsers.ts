/**
 * The one place that decides how PostgreSQL's types arrive, the same on a real server and on PGlite: numeric stays text (money is never a
 * float), int8 becomes a number (our counts fit), timestamps are ISO text in UTC, dates 'YYYY-MM-DD'.
 */
function moment(text: string): string {
  // As both servers write it in UTC, 2026-01-31 12:34:56.789123+00: an export has several in each row, and making dates of them is slow.
  if (text[4] !== '-' || text[10] !== ' ' || !text.endsWith('+00')) return new Date(text).toISOString()
  const thousandths = text[19] === '.' ? text.slice(20, -3).padEnd(3, '0').slice(0, 3) : '000'
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${thousandths}Z`
}

export const parsers: Record<number, (text: string) => unknown> = {
  20: Number,
  1082: (text) => text,
  1114: (text) => moment(`${text}Z`),
  1184: moment,
  1700: (text) => text,
}
