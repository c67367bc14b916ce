import { guessDecimal, parseAmount } from './amount.ts'
import { type Cell, cellText, isNumber, type Row } from './cell.ts'
import { type Field, headerScore, normaliseHeader } from './header-names.ts'
import { parsePeriod } from './period.ts'
import { signOf } from './sign.ts'

export type LayoutColumn = {
  index: number
  header: string
  field: Field | null /** 0–1; from 0.8 on it need not be asked about. */
  confidence: number
}

export type Layout = {
  /** Row number of the header in the file; null when there is none. */
  headerRow: number | null
  columns: LayoutColumn[]
  /** Column index of each recognised field. */
  fields: Partial<Record<Field, number>>
  /** Columns with amounts that no header claims; the user may have to choose the balance among them. */
  amountColumns: number[]
  /** Whether cuenta and saldo (or debe and haber) were found with enough confidence to go on without asking. */
  complete: boolean
  /** Stays the same for the same headers, whatever their case, accents and the rows around them; a remembered mapping goes by its hash. */
  signature: string
}

const SEARCHED_ROWS = 60
const CERTAIN = 0.8

/** Finds the header row among the first rows and which column holds which field. Never throws: what is not found is left out. */
export function detectLayout(firstRows: Row[]): Layout {
  const rows = firstRows.filter((row) => row.cells.some((cell) => cell !== null)).slice(0, SEARCHED_ROWS)
  const header = headerOf(rows)
  const data = rows.filter((row) => !header || row.number > header.number)
  const width = Math.max(header?.cells.length ?? 0, ...data.map((row) => row.cells.length), 0)
  const profiles = Array.from({ length: width }, (_, index) => profile(data.map((row) => row.cells[index] ?? null)))
  const columns = header ? byHeaders(header, profiles) : byContent(profiles)
  const fields: Partial<Record<Field, number>> = {}
  for (const { field, index } of columns) if (field) fields[field] = index
  const amountColumns = columns.filter(({ field, index }) => field === null && profiles[index]!.amounts > 0.8).map(({ index }) => index)
  const sure = (field: Field) => fields[field] !== undefined && columns[fields[field]]!.confidence >= CERTAIN
  // A sign that stands in a column of its own would turn credits into debits if it were overlooked.
  const signed = fields.signo === undefined || sure('signo')
  const complete = sure('cuenta') && ((sure('saldo') && signed) || (sure('debe') && sure('haber')))
  return { headerRow: header?.number ?? null, columns, fields, amountColumns, complete, signature: signatureOf(header, profiles) }
}

/** The row that names most fields; failing that, a row of texts above rows with figures. */
function headerOf(rows: Row[]): Row | null {
  let best: { row: Row; score: number } | null = null
  for (const row of rows) {
    const found = new Set<Field>()
    let score = 0
    for (const cell of row.cells) {
      if (typeof cell !== 'string' || isFigure(cell)) continue
      const [field, confidence] = headerScore(cell)[0] ?? []
      if (!field || found.has(field)) continue
      found.add(field)
      score += confidence!
    }
    const figures = row.cells.filter((cell) => cell !== null && isFigure(cell)).length
    if (found.size >= 2 && figures === 0 && score > (best?.score ?? 0)) best = { row, score }
  }
  return best?.row ?? textRowAboveFigures(rows)
}

function textRowAboveFigures(rows: Row[]): Row | null {
  const width = Math.max(...rows.map((row) => row.cells.length), 0)
  for (const [at, row] of rows.slice(0, 20).entries()) {
    const texts = row.cells.filter((cell) => typeof cell === 'string' && cell.length <= 60 && !isFigure(cell)).length
    const next = rows[at + 1]
    if (texts < 2 || texts < row.cells.length * 0.8 || row.cells.length < width * 0.7 || !next) continue
    if (next.cells.filter((cell) => cell !== null && isFigure(cell)).length > 0) return row
  }
  return null
}

function isFigure(cell: Cell): boolean {
  return isNumber(cell) || (typeof cell === 'string' && /\d/.test(cell) && ('value' in parseAmount(cell) || parsePeriod(cell) !== null))
}

type Profile = {
  filled: number
  amounts: number
  decimals: number
  codes: number
  texts: number
  periods: number
  /** 0 unless debits and credits are both there. */
  signs: number
  distinct: number
  length: number
}

/** What the cells of a column are like, as shares of the filled ones. */
function profile(cells: Cell[]): Profile {
  const filled = cells.filter((cell) => cell !== null)
  const texts = filled.map(cellText)
  const share = (test: (text: string, cell: Cell) => boolean) =>
    texts.filter((text, at) => test(text, filled[at]!)).length / Math.max(1, texts.length)
  const { decimal } = guessDecimal(texts)
  return {
    filled: filled.length,
    amounts: share((text, cell) => isNumber(cell) || 'value' in parseAmount(text, decimal ?? undefined)),
    decimals: share((text, cell) => (isNumber(cell) ? text.includes('.') : /[.,]\d{1,2}-?\)?$/.test(text)) || text === '0'),
    codes: share((text) => /^[\dA-Z][\dA-Z.\-/]{1,24}$/i.test(text) && /\d/.test(text) && !/[.,]\d{1,2}$/.test(text)),
    texts: share((text) => /\p{L}{3}/u.test(text) && text.length > 3),
    periods: share((text) => parsePeriod(text) !== null),
    signs: share((text) => signOf(text) === 1) > 0 && share((text) => signOf(text) === -1) > 0 ? share((text) => signOf(text) !== null) : 0,
    distinct: new Set(texts).size / Math.max(1, texts.length),
    length: texts.reduce((sum, text) => sum + text.length, 0) / Math.max(1, texts.length),
  }
}

type Claim = { field: Field; index: number; confidence: number }

function byHeaders(header: Row, profiles: Profile[]): LayoutColumn[] {
  const claims: Claim[] = []
  const unclaimedAmounts = profiles.filter(
    (found, index) => found.amounts > 0.8 && headerScore(cellText(header.cells[index])).length === 0,
  ).length
  for (const [index, found] of profiles.entries()) {
    for (const [field, confidence] of headerScore(cellText(header.cells[index]))) {
      const claim = { field: settled(field, found), index, confidence: plausible(settled(field, found), found, confidence) }
      if (claim.confidence > 0) claims.push(claim)
    }
    if (found.signs > 0.95 && !claims.some((claim) => claim.index === index && claim.field === 'signo'))
      claims.push({ field: 'signo', index, confidence: 0.7 })
  }
  for (const claim of claims) {
    // 'Código' or 'Importe' alone say little, but enough when nothing else in the file could be meant.
    const only = claims.filter(({ field }) => field === claim.field).length === 1
    const found = profiles[claim.index]!
    const fits = claim.field === 'cuenta' ? found.codes > 0.8 : claim.field === 'saldo' && found.amounts > 0.8 && unclaimedAmounts === 0
    if (only && fits && found.filled > 0 && claim.confidence >= 0.6) claim.confidence = Math.max(claim.confidence, 0.85)
  }
  const hasDebit = claims.some(({ field }) => field === 'debe')
  const hasCredit = claims.some(({ field }) => field === 'haber')
  // A lone 'Crédito' is a budget's appropriation, not half of a balance.
  const usable = claims.filter(({ field }) => (field !== 'debe' && field !== 'haber') || (hasDebit && hasCredit))
  return assign(usable, profiles, (index) => cellText(header.cells[index]))
}

/** 'Empresa' may hold a code or a name; its cells decide. */
function settled(field: Field, found: Profile): Field {
  return field === 'negocioNombre' && found.filled > 0 && found.codes > 0.8 && found.texts < 0.3 ? 'negocioCodigo' : field
}

/** A header is believed less when the cells below do not look like what it says. */
function plausible(field: Field, found: Profile, confidence: number): number {
  if (found.filled === 0) return confidence * 0.7
  if ((field === 'saldo' || field === 'debe' || field === 'haber') && found.amounts < 0.5) return confidence * 0.4
  if (field === 'signo' && found.signs < 0.95) return 0
  if (field === 'periodo' && found.periods < 0.5) return confidence * 0.3
  if (field === 'nombre' && found.texts < 0.3) return confidence * 0.5
  return confidence
}

/** No header: the most code-like column is the account, the text after it its name. Low confidence, for the user to confirm. */
function byContent(profiles: Profile[]): LayoutColumn[] {
  const claims: Claim[] = []
  for (const [index, found] of profiles.entries()) {
    if (found.filled === 0) continue
    const next = profiles[index + 1]
    if (found.codes > 0.9 && found.length >= 3 && next && next.texts > 0.8) {
      claims.push({ field: 'cuenta', index, confidence: 0.2 + 0.3 * found.distinct })
      claims.push({ field: 'nombre', index: index + 1, confidence: 0.2 + 0.3 * found.distinct })
    }
    if (found.periods > 0.95 && found.length >= 6) claims.push({ field: 'periodo', index, confidence: 0.4 })
  }
  const amounts = profiles.flatMap((found, index) => (found.filled > 0 && found.amounts > 0.95 && found.decimals > 0.3 ? [index] : []))
  if (amounts.length === 1) claims.push({ field: 'saldo', index: amounts[0]!, confidence: 0.4 })
  return assign(claims, profiles, () => '')
}

/** Best claims first; a column has one field and a field one column. */
function assign(claims: Claim[], profiles: Profile[], headerAt: (index: number) => string): LayoutColumn[] {
  const columns: LayoutColumn[] = profiles.map((_, index) => ({ index, header: headerAt(index), field: null, confidence: 0 }))
  const taken = new Set<Field>()
  for (const { field, index, confidence } of claims.toSorted((a, b) => b.confidence - a.confidence || a.index - b.index)) {
    const column = columns[index]!
    if (taken.has(field) || column.field !== null || confidence < 0.2) continue
    taken.add(field)
    column.field = field
    column.confidence = Math.round(confidence * 100) / 100
  }
  return columns
}

function signatureOf(header: Row | null, profiles: Profile[]): string {
  return header
    ? header.cells
        .map((cell) => normaliseHeader(cellText(cell)))
        .join('|')
        .replace(/\|+$/, '')
    : `sin encabezado|${profiles.map((found) => (found.filled === 0 ? '-' : found.amounts > 0.9 ? 'n' : 't')).join('')}`
}
