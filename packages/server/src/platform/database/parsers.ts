/**
 * The one place that decides how PostgreSQL's types arrive, the same on a real server and on PGlite: numeric stays text (money is never a
 * float), int8 becomes a number (our counts fit), timestamps are ISO text in UTC, dates 'YYYY-MM-DD'.
 */
const moment = (text: string) => new Date(text).toISOString()

export const parsers: Record<number, (text: string) => unknown> = {
  20: Number,
  1082: (text) => text,
  1114: (text) => moment(`${text}Z`),
  1184: moment,
  1700: (text) => text,
}
