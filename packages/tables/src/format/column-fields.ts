import type { ColumnProfile } from './column-profile.ts'
import { closingHalf, type Field, headerScore, normaliseHeader } from './header-names.ts'
import type { Header } from './header-row.ts'
import { parsePeriod } from './period.ts'

export type LayoutColumn = {
  index: number
  header: string
  field: Field | null
  /** 0–1 */
  confidence: number
}

/** From this confidence on a column need not be asked about. */
export const MIN_CERTAIN = 0.8

/** A field that a column may hold. */
type Claim = { field: Field; index: number; confidence: number }

export function fieldsByHeader({ names }: Header, profiles: ColumnProfile[]): LayoutColumn[] {
  const claims: Claim[] = []
  const nameAt = (index: number) => names[index] ?? ''
  const unclaimedAmounts = profiles.filter((profile, index) => profile.amounts > 0.8 && headerScore(nameAt(index)).length === 0).length
  for (const [index, profile] of profiles.entries()) {
    for (const [field, confidence] of headerScore(nameAt(index))) {
      const claim = {
        field: codeOrName(field, profile),
        index,
        confidence: confidenceByCells(codeOrName(field, profile), profile, confidence),
      }
      if (claim.confidence > 0) claims.push(claim)
    }
    const named = claims.some((claim) => claim.index === index && claim.field === 'signo')
    // Credits may come only further down.
    // The minus may stand in a column of its own, without a heading.
    const aside = profile.signs === 'credits' && nameAt(index) === ''
    if (!named && (profile.signs === 'both' || aside || (profile.signs === 'debits' && /^\p{L}/u.test(profile.first))))
      claims.push({ field: 'signo', index, confidence: profile.signs === 'both' ? 0.7 : 0.5 })
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
      ...fieldsByContent(profiles).filter(
        ({ field, index }) => (field === 'cuenta' || field === 'nombre') && !claims.some((claim) => claim.index === index),
      ),
    )
  const doubted = doubtSwapped(
    doubtHalfCodes(doubtRivals(amountsOfOneBalance(claims, nameAt), profiles, nameAt), profiles, nameAt),
    profiles,
  )
  return assignFields(latestFirst(doubted, nameAt), profiles, nameAt)
}

/** Drops the amounts that are not of the balance itself: movements beside closing halves, an opening balance without movements. */
function amountsOfOneBalance(claims: Claim[], nameAt: (index: number) => string): Claim[] {
  const has = (field: Field, test = (_: Claim) => true) => claims.some((claim) => claim.field === field && test(claim))
  const isClosing = ({ index }: Claim) => closingHalf(nameAt(index)) !== null
  const halves = has('debe') && has('haber')
  const closing = has('debe', isClosing) && has('haber', isClosing)
  const isSure = ({ confidence }: Claim) => confidence >= MIN_CERTAIN
  const hasSureHalves = has('debe', isSure) && has('haber', isSure)
  return claims.filter((claim) => {
    // A lone 'Crédito' is a budget's appropriation, not half of a balance.
    if (claim.field === 'debe' || claim.field === 'haber') return halves && (!closing || isClosing(claim))
    if (claim.field === 'saldo') return !hasSureHalves || claim.confidence >= 0.6
    return claim.field !== 'inicial' || (halves && !closing && !has('saldo'))
  })
}

/** Lowers the confidence of columns that claim to be the same amount, so that a person is asked which of them it is. */
function doubtRivals(claims: Claim[], profiles: ColumnProfile[], nameAt: (index: number) => string): Claim[] {
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
    const corrected = claim.field === 'saldo' && claims.some(({ field, index }) => field === 'saldo' && isCorrected(nameAt(index)))
    return rival || corrected ? { ...claim, confidence: Math.min(claim.confidence, 0.75) } : claim
  })
}

/** 'Subcuenta' beside 'Mayor' or 'Cuenta': each may be half of the code, and a person knows whether they are to be joined. */
function doubtHalfCodes(claims: Claim[], profiles: ColumnProfile[], nameAt: (index: number) => string): Claim[] {
  const isNamed = (pattern: RegExp) =>
    profiles.some(({ filled, texts }, index) => filled > 0 && texts < 0.3 && pattern.test(normaliseHeader(nameAt(index))))
  if (!isNamed(/^sub( ?(cuenta|cta|account|conta))?$/) || !isNamed(/^(cuenta|cta|account|conta|mayor)( |$)/)) return claims
  return claims.map((claim) => (claim.field === 'cuenta' ? { ...claim, confidence: Math.min(claim.confidence, 0.75) } : claim))
}

/** Names under 'Cuenta' and codes under 'Nombre': the headings may stand the wrong way round, and each name would become an account. */
function doubtSwapped(claims: Claim[], profiles: ColumnProfile[]): Claim[] {
  const hasCodes = claims.some(({ field, index }) => field === 'nombre' && profiles[index]!.codes > 0.8 && profiles[index]!.texts < 0.3)
  return claims.map((claim) => {
    const { codes, texts } = profiles[claim.index]!
    const isNames = claim.field === 'cuenta' && codes < 0.3 && texts > 0.7
    return hasCodes && isNames ? { ...claim, confidence: Math.min(claim.confidence, 0.75) } : claim
  })
}

/** 'Saldo ajustado' beside 'Saldo': one of them is the balance, and a person knows which. */
const isCorrected = (header: string) =>
  /\b(ajustad\w+|adjusted|corregid\w+|corrected|revisad\w+|revised|definitiv\w+|reexpresad\w+|restated|reclasificad\w+)\b/.test(
    normaliseHeader(header),
  )

/** Of 'Saldo al 30/11/2025' and 'Saldo al 31/12/2025' the later one is proposed. */
function latestFirst(claims: Claim[], nameAt: (index: number) => string): Claim[] {
  const moments = new Map(claims.filter(({ field }) => field === 'saldo').map(({ index }) => [index, momentIn(nameAt(index))]))
  const latest = [...moments.values()].reduce((most, moment) => (moment > most ? moment : most), '')
  return claims.map((claim) => {
    const moment = moments.get(claim.index)
    return claim.field === 'saldo' && moment && moment < latest ? { ...claim, confidence: claim.confidence - 0.1 } : claim
  })
}

/** The month or year with which a heading ends, as text that sorts; empty where it names none. */
function momentIn(header: string): string {
  const words = header.split(/\s+/)
  for (const at of words.keys()) {
    const period = parsePeriod(words.slice(at).join(' '))
    if (period) return period
  }
  return /(?<!\d)(?:19|20)\d\d$/.exec(header.trim())?.[0] ?? ''
}

/** 'Empresa' may hold a code or a name; its cells decide. */
function codeOrName(field: Field, profile: ColumnProfile): Field {
  return field === 'negocioNombre' && profile.filled > 0 && profile.codes > 0.8 && profile.texts < 0.3 ? 'negocioCodigo' : field
}

/** A header is believed less when the cells below do not look like what it says. */
function confidenceByCells(field: Field, profile: ColumnProfile, confidence: number): number {
  if (profile.filled === 0) return confidence * 0.7
  if ((field === 'saldo' || field === 'debe' || field === 'haber' || field === 'inicial') && profile.amounts < 0.5) return confidence * 0.4
  if (field === 'signo' && profile.signs === null) return 0
  if (field === 'periodo' && profile.periods < 0.5) return confidence * 0.3
  if (field === 'nombre' && profile.texts < 0.3) return confidence * 0.5
  return confidence
}

/** No header: the most code-like column is the account, the text after it its name. Low confidence, for the user to confirm. */
export function fieldsByContent(profiles: ColumnProfile[]): Claim[] {
  const claims: Claim[] = []
  for (const [index, profile] of profiles.entries()) {
    if (profile.filled === 0) continue
    const next = profiles[index + 1]
    if (profile.codes > 0.9 && profile.length >= 3 && next && next.texts > 0.8) {
      claims.push({ field: 'cuenta', index, confidence: 0.2 + 0.3 * profile.distinct })
      claims.push({ field: 'nombre', index: index + 1, confidence: 0.2 + 0.3 * profile.distinct })
    } else if (profile.codes > 0.8 && profile.amounts < 0.5 && profile.distinct > 0.9)
      claims.push({ field: 'cuenta', index, confidence: 0.25 })
    if (profile.combined > 0.8) claims.push({ field: 'cuenta', index, confidence: 0.2 + 0.2 * profile.distinct })
    if (profile.texts > 0.9 && profile.distinct > 0.9) claims.push({ field: 'cuenta', index, confidence: 0.2 })
    if (profile.periods > 0.95 && profile.length >= 6) claims.push({ field: 'periodo', index, confidence: 0.4 })
  }
  const amounts = profiles.flatMap((profile, index) =>
    profile.filled > 0 && profile.amounts > 0.95 && profile.decimals > 0.3 ? [index] : [],
  )
  if (amounts.length === 1) claims.push({ field: 'saldo', index: amounts[0]!, confidence: 0.4 })
  return claims
}

/** Best claims first; a column has one field and a field one column. */
export function assignFields(claims: Claim[], profiles: ColumnProfile[], headerAt: (index: number) => string): LayoutColumn[] {
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
