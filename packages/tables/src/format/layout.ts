import { codeAndName } from './account-code.ts'
import { guessDecimal, parseAmount } from './amount.ts'
import { type Cell, cellText, isNumber, type Row } from './cell.ts'
import { closingHalf, type Field, headerScore, isOfAnotherTime, normaliseHeader } from './header-names.ts'
import { parsePeriod } from './period.ts'
import { signsIn } from './sign.ts'

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
  const width = Math.max(header?.names.length ?? 0, ...data.map((row) => row.cells.length), 0)
  const profiles = Array.from({ length: width }, (_, index) => profile(data.map((row) => row.cells[index] ?? null)))
  const columns = header ? byHeaders(header, profiles) : assign(byContent(profiles), profiles, () => '')
  const fields: Partial<Record<Field, number>> = {}
  for (const { field, index } of columns) if (field) fields[field] = index
  const amountColumns = columns.filter(({ field, index }) => field === null && profiles[index]!.amounts > 0.8).map(({ index }) => index)
  const sure = (field: Field) => fields[field] !== undefined && columns[fields[field]]!.confidence >= CERTAIN
  // A sign that stands in a column of its own would turn credits into debits if it were overlooked.
  const signed = fields.signo === undefined ? !columns.some(isUnreadSign) : sure('signo')
  // What moved in the period is the balance only where nothing was there before it.
  const closing = fields.debe !== undefined && closingHalf(columns[fields.debe]!.header) !== null
  const halves = sure('debe') && sure('haber') && (closing || !columns.some(({ header, index }) => isOpening(header, profiles[index]!)))
  const complete = sure('cuenta') && ((sure('saldo') && signed) || (fields.saldo === undefined && halves))
  return { headerRow: header?.number ?? null, columns, fields, amountColumns, complete, signature: signatureOf(header, profiles) }
}

const isOpening = (header: string, { amounts }: Profile) => amounts > 0.5 && isOfAnotherTime(header)
/** A heading that says 'sign' over cells that are none that is known. */
const isUnreadSign = ({ header, field }: LayoutColumn) =>
  field === null && headerScore(header).some(([said, sure]) => said === 'signo' && sure === 1)

/** Where the header ends, and what it says over each column. */
type Header = { number: number; names: string[] }

/** The row that names most fields, with the one above it where that groups its columns; failing that, a row of texts above rows with figures. */
function headerOf(rows: Row[]): Header | null {
  let best: (Header & { score: number }) | null = null
  for (const [at, row] of rows.entries()) {
    const { number, cells } = row
    if (cells.some((cell) => cell !== null && isFigure(cell) && !isTime(cell))) continue
    const { names, grouped } = namesOf(row, rows[at - 1])
    const found = new Map<Field, number>()
    for (const name of names) {
      const [field, confidence] = headerScore(name)[0] ?? []
      if (field && confidence! > (found.get(field) ?? 0)) found.set(field, confidence!)
    }
    // What is grouped says more than the groups alone.
    const score = [...found.values()].reduce((sum, each) => sum + each, grouped ? 0.5 : 0)
    if (found.size >= 2 && score > (best?.score ?? 0)) best = { number, names, score }
  }
  if (best) return best
  const row = textRowAboveFigures(rows)
  return row && { number: row.number, names: row.cells.map(cellText) }
}

/** A year or a date may stand over a column: '2024', '31/12/2024'. */
const isTime = (cell: Cell) => /^(19|20)\d\d$/.test(cellText(cell)) || parsePeriod(cellText(cell)) !== null

/**
 * The names over the columns. In a header of two lines the upper one holds what is merged downwards ('Cuenta') and what groups the columns
 * under it: 'Saldos finales' over 'Debe' and 'Haber', which come again under 'Movimientos'.
 */
function namesOf({ number, cells }: Row, above: Row | undefined): { names: string[]; grouped: boolean } {
  const alone = { names: cells.map(cellText), grouped: false }
  // A line of dashes names nothing.
  const own = alone.names.map((name) => (/[\p{L}\d]/u.test(name) ? name : ''))
  const times = new Map<string, number>()
  for (const name of own) times.set(normaliseHeader(name), (times.get(normaliseHeader(name)) ?? 0) + 1)
  const repeats = (name: string) => name !== '' && times.get(normaliseHeader(name))! > 1
  const grouped = own.some(repeats)
  const upper = above?.cells.map(cellText) ?? []
  if (above?.number !== number - 1 || upper.filter((text) => text !== '').length < (grouped ? 1 : 3)) return alone
  if (above.cells.some((cell) => cell !== null && isFigure(cell) && !isTime(cell))) return alone
  let group = ''
  const names = Array.from({ length: Math.max(own.length, upper.length) }, (_, index) => {
    const name = own[index] ?? ''
    const over = upper[index] ?? ''
    if (name === '') {
      group = over ? '' : group
      return over
    }
    group = over || group
    return repeats(name) && group ? `${group} ${name}` : name
  })
  return { names, grouped }
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
  /** Code and name in one cell. */
  combined: number
  signs: ReturnType<typeof signsIn>
  first: string
  distinct: number
  length: number
}

/** '1.1.01' is a code; '1.10' may be one, and is an amount as well. */
const isCode = (text: string) =>
  /^[\dA-Z][\dA-Z.\-/]{0,24}$/i.test(text) && /\d/.test(text) && !(/[.,]\d{1,2}$/.test(text) && 'value' in parseAmount(text))

/** What the cells of a column are like, as shares of the filled ones. */
function profile(cells: Cell[]): Profile {
  const filled = cells.filter((cell) => cell !== null)
  const texts = filled.map(cellText)
  const share = (test: (text: string, cell: Cell) => boolean) =>
    texts.filter((text, at) => test(text, filled[at]!)).length / Math.max(1, texts.length)
  const { decimal } = guessDecimal(texts)
  return {
    filled: filled.length,
    amounts: share((text, cell) => isNumber(cell) || 'value' in parseAmount(text, decimal ?? ',')),
    decimals: share((text, cell) => (isNumber(cell) ? text.includes('.') : /[.,](\d{1,2}|\d{7,})-?\)?$/.test(text)) || text === '0'),
    codes: share(isCode),
    texts: share((text) => /\p{L}{3}/u.test(text) && text.length > 3),
    periods: share((text) => parsePeriod(text) !== null),
    combined: share((text) => codeAndName(text) !== null),
    signs: signsIn(texts),
    first: texts[0] ?? '',
    distinct: new Set(texts).size / Math.max(1, texts.length),
    length: texts.reduce((sum, text) => sum + text.length, 0) / Math.max(1, texts.length),
  }
}

type Claim = { field: Field; index: number; confidence: number }

function byHeaders({ names }: Header, profiles: Profile[]): LayoutColumn[] {
  const claims: Claim[] = []
  const nameAt = (index: number) => names[index] ?? ''
  const unclaimedAmounts = profiles.filter((found, index) => found.amounts > 0.8 && headerScore(nameAt(index)).length === 0).length
  for (const [index, found] of profiles.entries()) {
    for (const [field, confidence] of headerScore(nameAt(index))) {
      const claim = { field: settled(field, found), index, confidence: plausible(settled(field, found), found, confidence) }
      if (claim.confidence > 0) claims.push(claim)
    }
    const named = claims.some((claim) => claim.index === index && claim.field === 'signo')
    // Credits may come only further down.
    if (!named && (found.signs === 'both' || (found.signs === 'debits' && /^\p{L}/u.test(found.first))))
      claims.push({ field: 'signo', index, confidence: found.signs === 'both' ? 0.7 : 0.5 })
  }
  const fits = ({ field, index }: Claim) => {
    const { codes, texts, amounts } = profiles[index]!
    return field === 'cuenta'
      ? codes > 0.8
      : field === 'nombre'
        ? texts > 0.7
        : field === 'saldo' && amounts > 0.8 && unclaimedAmounts === 0
  }
  for (const claim of claims) {
    // 'Código' or 'Importe' alone say little, but enough when nothing else in the file could be meant.
    const rivals = claims.filter((other) => other.field === claim.field && (claim.field === 'saldo' || fits(other)))
    if (rivals.length === 1 && fits(claim) && claim.confidence >= 0.6) claim.confidence = Math.max(claim.confidence, 0.85)
  }
  // 'Cuenta' beside 'Código' is its name.
  const codes = claims.filter((claim) => claim.field === 'cuenta' && fits(claim))
  for (const claim of claims) {
    const { texts, combined } = profiles[claim.index]!
    if (claim.field === 'cuenta' && codes.length > 0 && !fits(claim) && texts > 0.7 && combined < 0.5) claim.field = 'nombre'
  }
  if (!claims.some(({ field }) => field === 'cuenta'))
    claims.push(
      ...byContent(profiles).filter(
        ({ field, index }) => (field === 'cuenta' || field === 'nombre') && !claims.some((claim) => claim.index === index),
      ),
    )
  return assign(doubted(ofOneBalance(claims, nameAt), profiles), profiles, nameAt)
}

/** Of halves those of the balance go before what moved; an opening balance counts only where these moved since. */
function ofOneBalance(claims: Claim[], nameAt: (index: number) => string): Claim[] {
  const has = (field: Field, test = (_: Claim) => true) => claims.some((claim) => claim.field === field && test(claim))
  const isClosing = ({ index }: Claim) => closingHalf(nameAt(index)) !== null
  const halves = has('debe') && has('haber')
  const closing = has('debe', isClosing) && has('haber', isClosing)
  const isSure = ({ confidence }: Claim) => confidence >= CERTAIN
  const told = has('debe', isSure) && has('haber', isSure)
  return claims.filter((claim) => {
    // A lone 'Crédito' is a budget's appropriation, not half of a balance.
    if (claim.field === 'debe' || claim.field === 'haber') return halves && (!closing || isClosing(claim))
    if (claim.field === 'saldo') return !told || claim.confidence >= 0.6
    return claim.field !== 'inicial' || (halves && !closing && !has('saldo'))
  })
}

/** Two columns that say to be the same amount: which of them it is has to be asked. */
function doubted(claims: Claim[], profiles: Profile[]): Claim[] {
  return claims.map((claim) => {
    if (claim.field !== 'saldo' && claim.field !== 'debe' && claim.field !== 'haber') return claim
    const rival = claims.some(
      (other) =>
        other !== claim &&
        other.field === claim.field &&
        // 'Saldo' is meant before 'Saldo USD'; 'Saldo S/' is not before 'Saldo US$'.
        Math.abs(other.confidence - claim.confidence) < (claim.confidence >= 0.95 ? 0.02 : 0.2) &&
        profiles[other.index]!.amounts > 0.5,
    )
    return rival ? { ...claim, confidence: Math.min(claim.confidence, 0.75) } : claim
  })
}

/** 'Empresa' may hold a code or a name; its cells decide. */
function settled(field: Field, found: Profile): Field {
  return field === 'negocioNombre' && found.filled > 0 && found.codes > 0.8 && found.texts < 0.3 ? 'negocioCodigo' : field
}

/** A header is believed less when the cells below do not look like what it says. */
function plausible(field: Field, found: Profile, confidence: number): number {
  if (found.filled === 0) return confidence * 0.7
  if ((field === 'saldo' || field === 'debe' || field === 'haber' || field === 'inicial') && found.amounts < 0.5) return confidence * 0.4
  if (field === 'signo' && found.signs === null) return 0
  if (field === 'periodo' && found.periods < 0.5) return confidence * 0.3
  if (field === 'nombre' && found.texts < 0.3) return confidence * 0.5
  return confidence
}

/** No header: the most code-like column is the account, the text after it its name. Low confidence, for the user to confirm. */
function byContent(profiles: Profile[]): Claim[] {
  const claims: Claim[] = []
  for (const [index, found] of profiles.entries()) {
    if (found.filled === 0) continue
    const next = profiles[index + 1]
    if (found.codes > 0.9 && found.length >= 3 && next && next.texts > 0.8) {
      claims.push({ field: 'cuenta', index, confidence: 0.2 + 0.3 * found.distinct })
      claims.push({ field: 'nombre', index: index + 1, confidence: 0.2 + 0.3 * found.distinct })
    } else if (found.codes > 0.8 && found.amounts < 0.5 && found.distinct > 0.9) claims.push({ field: 'cuenta', index, confidence: 0.25 })
    if (found.combined > 0.8) claims.push({ field: 'cuenta', index, confidence: 0.2 + 0.2 * found.distinct })
    if (found.texts > 0.9 && found.distinct > 0.9) claims.push({ field: 'cuenta', index, confidence: 0.2 })
    if (found.periods > 0.95 && found.length >= 6) claims.push({ field: 'periodo', index, confidence: 0.4 })
  }
  const amounts = profiles.flatMap((found, index) => (found.filled > 0 && found.amounts > 0.95 && found.decimals > 0.3 ? [index] : []))
  if (amounts.length === 1) claims.push({ field: 'saldo', index: amounts[0]!, confidence: 0.4 })
  return claims
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

function signatureOf(header: Header | null, profiles: Profile[]): string {
  return header
    ? header.names.map(normaliseHeader).join('|').replace(/\|+$/, '')
    : `sin encabezado|${profiles.map((found) => (found.filled === 0 ? '-' : found.amounts > 0.9 ? 'n' : 't')).join('')}`
}

export type Recognised = { rows: Row[]; layout: Layout }
const SEARCHED_SHEETS = 12

/**
 * The sheet that holds the balance: of the visible ones (of all, where none is visible) the first of those that are recognised best. A sheet
 * without rows is none. `several`: others are recognised as completely, and which is meant has to be asked. Undefined where no sheet has rows.
 */
export async function chooseSheet(
  sheets: readonly { name: string; visible: boolean }[],
  headOf: (sheet: string) => Promise<Row[]>,
): Promise<(Recognised & { sheet: string; several: boolean }) | undefined> {
  const visible = sheets.filter((sheet) => sheet.visible)
  const found: (Recognised & { sheet: string; rank: number })[] = []
  for (const { name: sheet } of (visible.length > 0 ? visible : sheets).slice(0, SEARCHED_SHEETS)) {
    const rows = await headOf(sheet)
    if (rows.every(({ cells }) => cells.length === 0)) continue
    const layout = detectLayout(rows)
    found.push({ sheet, rows, layout, rank: rankOf(layout) })
    // Two are enough to ask which.
    if (found.filter((each) => each.layout.complete).length === 2) break
  }
  const rank = Math.max(...found.map((each) => each.rank))
  const [best, ...others] = found.filter((each) => each.rank === rank)
  return best && { sheet: best.sheet, rows: best.rows, layout: best.layout, several: best.layout.complete && others.length > 0 }
}

const rankOf = ({ complete, fields }: Layout) => {
  const amounts = fields.saldo !== undefined || (fields.debe !== undefined && fields.haber !== undefined)
  return complete ? 3 : fields.cuenta === undefined ? 0 : amounts ? 2 : 1
}
