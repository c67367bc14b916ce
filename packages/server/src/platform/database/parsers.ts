/**
 * The one place for how PostgreSQL's types reach us, alike on a real server and on PGlite:
 * numeric stays text (money is never a float), int8 is a number (our counts fit), moments are ISO text in UTC, dates are 'YYYY-MM-DD'.
 */
const moment = (text: string) => new Date(text).toISOString()

export const parsers: Record<number, (text: string) => unknown> = {
  20: Number,
  1082: (text) => text,
  1114: (text) => moment(`${text}Z`),
  1184: moment,
  1700: (text) => text,
}
