import type { Finding } from '@cuadre/api/analysis'
import { parseAmount } from '@cuadre/tables'
import { isAmount } from '@cuadre/tables/format/cents'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type Db, rows } from '../../platform/database/index.ts'
import { cents } from '../../platform/money.ts'

export type Mark = z.input<typeof Finding>
export type Former = { period: string; comment: string }
/** An explanation and what it has to explain. Amounts are decimal text. */
export type Explained = {
  comment: string | null
  balance: string
  previous: string | null
  /** The supported value. */
  value: string
  /** Whether the movement must be explained (decisions §7). */
  material: boolean
  /** Earlier explanations of the account, newest first. */
  former: readonly Former[]
}

/**
 * Formal weaknesses of an explanation: it repeats an earlier one, names neither an amount nor a cause, or its words contradict the
 * movement. Marks warn and never block: the sender sees them first, the approver those that remain.
 */
export function marksOf(of: Explained): Mark[] {
  const comment = of.comment?.trim()
  if (!comment) return []
  const marks: Mark[] = []
  const same = of.former.find((former) => essence(former.comment) === essence(comment))
  if (same) marks.push(mark('comentario_copiado', same.period))
  const explains = of.material || cents(of.balance) !== cents(of.value)
  if (explains && !namesAmount(comment) && !CAUSES.test(normalized(comment))) marks.push(mark('sin_monto_ni_causa'))
  const contrary = contradicted(comment, of)
  if (contrary) marks.push(mark('signo_contrario', contrary))
  return marks
}
const mark = (codigo: Mark['codigo'], detalle: string | null = null): Mark => ({ codigo, resultado: 'aviso', monto: null, detalle })

const normalized = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const MONTHS =
  /\b(enero|febrero|marzo|abril|mayo|junio|julio|agosto|sep?tiembre|octubre|noviembre|diciembre|january|february|march|april|may|june|july|august|september|october|november|december)\b/g
/** Words and figures only: another month, accent or full stop does not make it a new explanation; another figure does. */
const essence = (text: string) =>
  normalized(text)
    .replace(MONTHS, '')
    .replace(/\b20\d\d\b/g, '')
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()

/** Figures without dates and years. */
const figures = (text: string) =>
  (
    text.replace(/\b\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}\b|\b\d{4}-\d{2}(-\d{2})?\b|\b(19|20)\d\d\b/g, ' ').match(/[+\-−]?\s?\d[\d.,]*\d|\d/g) ??
    []
  ).map((found) => found.replace('−', '-').replace(/\s/g, ''))
/** 1.500, 1.500,00, 350 are amounts; 12, 3 are counts. */
const namesAmount = (text: string) => figures(text).some((figure) => figure.replace(/\D/g, '').length >= 3)

/** Word stems of causes of a movement, as accountants name them in Spanish and English. */
const CAUSES = new RegExp(
  `\\b(${[
    'abon|acelera|activa|adelant|adquis|ajust|alta|alquil|amortiz|anticip|anula|aporte?|arriend|arrenda|asient|aval|baja|bonific|boleta|cance?l',
    'capitaliz|carg|castig|cesion|cheque|cierre|cobr|comision|compens|compr|condon|consum|contrat|correc|costo|credit|cuota|debit|deposit|deprecia|desembols',
    'deterior|deuda|devalua|deveng|devoluc|dividend|donac|duplic|emision|entrega|error|escis|estacional|estim|exporta|factur|finiquit|fusion|garanti|gast',
    'huelga|import(ac|ad)|impuest|incobrab|inflac|ingres|intere|inventari|invers|iva|juicio|licit|liquid|litigi|multa|nomina|nota|omision|pago|pagad|pedid|perdida',
    'permut|plazo|poliza|prestam|prorrog|provis|proyect|quiebra|reajust|recib|reclasif|recuper|redescuent|reembols|refinanc|reint|remunera|rent|renov|reserv|retir',
    'revalu|revers|salari|seguro|siniestr|sueld|tasa|tipo de cambio|transfer|transit|traslad|traspas|tribut|utilidad|vacacion|venc|vend|venta|viatic',
    'accru|acquisi|advance|allowance|amorti[sz]|bonus|capitali[sz]|charge|claim|collect|contract|cost|deferr|delay|depreci|dispos|duplicat|exchange rate|expens|fee|fine|impair',
    'insur|interest|inventory|invoice|lawsuit|lease|loan|loss|maturit|merger|paid|payment|payroll|penalt|prepaid|purchas|reclass|refund|reimburs|rent|repaid|revers|salar|sale',
    'season|settle|sold|tax|transit|transfer|writ(e|ten).?off|wrong',
  ].join('|')})`,
)

const UP =
  /^(aument|increment|sube|suben|subió|subieron|subida|crece|creció|crecieron|crecimiento|increas|rise|rose|rising|grew|grow|higher)/
const DOWN = /^(disminu|bajó|bajaron|reduc|reduj|descen|descien|decrec|caída|cae|cayó|decreas|declin|fell|fall|drop|lower)/
const NOT = /^(no|sin|ni|not|without)$/

/**
 * The word that contradicts the movement, or null. A negative balance is said to grow when its absolute value does; if the sign changes or
 * both directions are named, nothing is judged. "Baja" is ignored because it also means disposing of an asset.
 */
function contradicted(comment: string, { balance, previous }: Pick<Explained, 'balance' | 'previous'>): string | null {
  if (previous === null) return null
  const [now, before] = [cents(balance), cents(previous)]
  if (now === before || (now < 0n && before > 0n) || (now > 0n && before < 0n)) return null
  const grows = now < 0n || before < 0n ? now < before : now > before
  const words = comment.split(/[^\p{L}]+/u)
  const said = (direction: RegExp) =>
    words.find((word, at) => direction.test(word.toLowerCase()) && !NOT.test((words[at - 1] ?? '').toLowerCase()))
  const [up, down] = [said(UP), said(DOWN)]
  if (up && down) return null
  return (grows ? down : up) ?? contrarySign(comment, now - before)
}
/** The exact movement with the opposite sign. */
const contrarySign = (comment: string, movement: bigint) =>
  figures(comment).find((figure) => {
    if (!/^[+-]/.test(figure)) return false
    const parsed = parseAmount(figure.replace('+', ''))
    return 'value' in parsed && isAmount(parsed.value) && cents(parsed.value) === -movement
  }) ?? null

/** Earlier explanations of the account within two years, newest first: of the analysis `a` and its period `p`. */
export const formerJson = sql`(select coalesce(json_agg(json_build_object('period', y.name, 'comment', x.comment) order by y.name desc), '[]')
  from analysis x join period y on y.id = x.period_id where x.account_id = a.account_id and x.comment <> '' and y.name < p.name
    and y.name >= to_char(to_date(p.name, 'YYYY-MM') - interval '24 months', 'YYYY-MM'))`
/** The same for many analyses, by id. */
export async function formerOf(db: Db, ids: readonly number[]): Promise<(id: number) => readonly Former[]> {
  const found = await rows(
    db,
    sql<{ id: number; former: Former[] }>`select a.id, ${formerJson} as former from analysis a join period p on p.id = a.period_id
      where a.id = any(${ids}::int[])`,
  )
  const byId = new Map(found.map(({ id, former }) => [id, former]))
  return (id) => byId.get(id) ?? []
}
