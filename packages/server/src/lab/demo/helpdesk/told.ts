/** What the tickets of the demo say, and when. */
/** One step of a ticket, so many working minutes after it was opened. */
export type Step = {
  after: number
  by: string
  say?: string
  note?: string
  /** 1 abierto … 5 cerrado. */
  state?: number
  take?: true
  type?: number
  file?: 'png' | 'xlsx'
}
/** A ticket: opened so many working minutes ago. */
export type Told = {
  subject: string
  text: string
  by: string
  role: 1 | 2 | 4
  category: number
  type: 1 | 2 | 3
  business?: string
  ago: number
  page?: string
  reference?: string
  file?: 'png' | 'xlsx'
  steps?: Step[]
  /** Of the ticket, by its subject, that it is merged into. */
  into?: string
}

/** Working minutes. */
export const HOUR = 60
export const DAY = 9 * HOUR
export const [BM, VL] = ['bmontoya', 'vlagos']

/** Subject, text, author, role, category, type, business, days ago, minutes until solved, by whom, with which words. */
export type Solved = readonly [
  string,
  string,
  string,
  Told['role'],
  number,
  Told['type'],
  string | undefined,
  number,
  number,
  string,
  string,
]
