import type { Bytes } from '@cuadre/api/endpoint'
import { type SheetCell, type SheetRowValues, type WrittenSheet, type ZipPart, zipOf } from '@cuadre/tables'
import { sql } from 'kysely'
import { type Db, transaction } from '../../platform/database/index.ts'
import { Forbidden, NotFound } from '../../platform/errors.ts'
import { recordAll } from '../../platform/event/index.ts'
import type { Caller, Locale } from '../../platform/http/context.ts'
import { workbookStream, XLSX } from '../../platform/http/export.ts'
import { cents, fromCents } from '../../platform/money.ts'
import type { Storage } from '../../platform/storage/index.ts'
import * as steps from '../analysis/analysis.steps.repository.ts'
import { analysisFields, fill } from '../template/filling.ts'
import { type Chosen, forAnalyses, saveDownloadedVersion } from '../template/template.repository.ts'
import { issuedFor, SIGNATURE, sign, signingKey } from './signature.ts'
import { ITEMS } from './workbook.reading.ts'

/**
 * The pre-filled workbook for the analyst: from the template of the account, else the published one that applies, else our own. The
 * download is recorded, and the analysis keeps the template's version.
 * @throws 403, 404
 */
export async function workbook(db: Db, storage: Storage, caller: Caller, zone: string, id: number): Promise<Bytes> {
  const [one] = await recordDownload(db, caller, zone, [id])
  const { now } = one!
  return { name: `${now.account} ${now.period}.xlsx`, type: XLSX, body: await bytesOf(storage, one!, caller.locale) }
}

/** The workbooks of many analyses in one ZIP, each written while it is sent. @throws 403, 404 if one of them is not in scope */
export async function workbooks(db: Db, storage: Storage, caller: Caller, zone: string, ids: readonly number[]): Promise<Bytes> {
  const all = await recordDownload(db, caller, zone, [...new Set(ids)])
  async function* parts(): AsyncGenerator<ZipPart> {
    const used = new Set<string>()
    for (const one of all) {
      // Several businesses may have the same account, and some systems do not distinguish `a` from `A`.
      const { account, period, business, id } = one.now
      const names = [account, `${account} ${business}`, `${account} ${id}`].map((each) => `${fileName(each)} ${period}.xlsx`)
      const name = names.find((each) => !used.has(each.toLowerCase()))!
      used.add(name.toLowerCase())
      yield { name, content: await bytesOf(storage, one, caller.locale) }
    }
  }
  return {
    name: `${caller.locale === 'es' ? 'libros' : 'workbooks'} ${all[0]!.now.period}.zip`,
    type: 'application/zip',
    body: zipOf(parts()),
  }
}
/** A file name that every system accepts. */
export const fileName = (name: string) => name.replace(/[\\/:*?"<>|\p{Cc}\p{Cf}]+/gu, ' ').trim()

type Downloaded = { now: steps.AnalysisForStep; chosen: Chosen | undefined; signature: string }
/** Reads the analyses and records the download. */
const recordDownload = (db: Db, caller: Caller, zone: string, ids: readonly number[]): Promise<Downloaded[]> =>
  transaction(db, async (tx) => {
    await steps.lockPeriods(tx, sql`select period_id from analysis where id = any(${ids}::int[])`)
    const found = await steps.findAllForStep(tx, caller, ids)
    if (found.length < ids.length) throw NotFound()
    if (found.some(({ analyst_id }) => analyst_id !== caller.userId)) throw Forbidden('duty_not_yours')
    const chosen = await forAnalyses(tx, zone, ids)
    for (const [versionId, some] of Map.groupBy(ids, (id) => chosen.get(id)?.versionId ?? null))
      await saveDownloadedVersion(tx, some, versionId)
    const key = await signingKey(tx)
    await recordAll(
      tx,
      found.map(({ id, period_id, balance }) => {
        const one = chosen.get(id)
        const detail = { balance, ...(one && { plantilla: one.template, version: one.version }) }
        return { periodId: period_id, kind: 'plantilla' as const, analysisId: id, caller, detail }
      }),
    )
    return found.map((now) => ({ now: steps.asWritten(now), chosen: chosen.get(now.id), signature: sign(key, issuedFor(now)) }))
  })

async function bytesOf(storage: Storage, { now, chosen, signature }: Downloaded, locale: Locale): Promise<AsyncIterable<Buffer>> {
  if (chosen) return await fill(storage, chosen.sha256, analysisFields(chosen.cells, now), { [SIGNATURE]: signature })
  return workbookStream([{ ...template(now, locale), constants: { [SIGNATURE]: signature } }])
}

const LABELS = {
  es: {
    title: 'Análisis de saldo',
    business: 'Negocio',
    account: 'Cuenta',
    name: 'Nombre de la cuenta',
    period: 'Período',
    currency: 'Moneda',
    id: 'Código del análisis',
    balance: 'Saldo según balance',
    previous: 'Saldo del período anterior',
    movement: 'Movimiento del período',
    supported: 'Saldo sustentado',
    variation: 'Diferencia',
    comment: 'Comentario de la variación',
    composition: 'Composición del saldo',
    columns: ['Concepto', 'Documento', 'Fecha', 'Importe'],
    more: 'Inserte más filas encima de esta',
    total: 'Total',
  },
  en: {
    title: 'Balance analysis',
    business: 'Business',
    account: 'Account',
    name: 'Account name',
    period: 'Period',
    currency: 'Currency',
    id: 'Analysis number',
    balance: 'Balance loaded',
    previous: 'Balance of the previous period',
    movement: 'Movement of the period',
    supported: 'Supported balance',
    variation: 'Difference',
    comment: 'Comment on the variation',
    composition: 'Composition of the balance',
    columns: ['Item', 'Document', 'Date', 'Amount'],
    more: 'Insert more rows above this one',
    total: 'Total',
  },
} as const
/** Rows put in above the last one are within the range of names and sums: spreadsheets widen it. */
const LINES = 30

/** Rows of the sheet, counted from 1 as in formulas. */
const ROWS = { balance: 9, supported: 12, variation: 13, firstItem: 19 }

export type BookItem = { concept: string; document: string; amount: string }

/** The pre-filled workbook. With `items` it is filled in as by an analyst: totals have cached values. */
export const template = (now: steps.AnalysisForStep, locale: Locale): WrittenSheet => filledTemplate(now, locale, [], now.comment)

export function filledTemplate(
  now: steps.AnalysisForStep,
  locale: Locale,
  items: readonly BookItem[],
  comment: string | null,
): WrittenSheet {
  const supported = items.reduce((sum, { amount }) => sum + cents(amount), 0n)

  const say = LABELS[locale]
  const label = (value: string): SheetCell => ({ value, look: 'label', type: 'text' })
  const amount = (value: string | null, more: Partial<SheetCell> = {}): SheetCell => ({ value, type: 'amount', ...more })
  const code = (value: string, name: string): SheetCell => ({ value, type: 'code', name })
  const last = ROWS.firstItem + LINES - 1
  const rows: SheetRowValues[] = [
    [{ value: say.title, look: 'title', type: 'text' }],
    [],
    [label(say.business), now.business],
    [label(say.account), code(now.account, 'CUENTA')],
    [label(say.name), now.account_name],
    [label(say.period), code(now.period, 'PERIODO')],
    [label(say.currency), now.currency],
    [label(say.id), { value: now.id, type: 'integer', name: 'COD_ANALISIS' }],
    [label(say.balance), amount(now.balance, { name: 'VALOR_BALANCE' })],
    [label(say.previous), amount(now.previous)],
    [label(say.movement), amount(now.previous === null ? null : fromCents(cents(now.balance) - cents(now.previous)))],
    [label(say.supported), amount(fromCents(supported), { name: 'VALOR_ANALISIS', formula: `SUM(D${ROWS.firstItem}:D${last})` })],
    [
      label(say.variation),
      amount(fromCents(cents(now.balance) - supported), { name: 'VARIACION', formula: `B${ROWS.balance}-B${ROWS.supported}` }),
    ],
    [label(say.comment), { value: comment ?? ' ', type: 'text', look: 'input', name: 'COMENTARIO', wrap: true }],
    [],
    [label(say.composition)],
    [],
    say.columns.map((value): SheetCell => ({ value, look: 'header', type: 'text' })),
    ...Array.from(
      { length: LINES },
      (_, i): SheetRowValues => [
        { value: items[i]?.concept ?? (i === LINES - 1 ? say.more : null), type: 'text', look: 'input' },
        { value: items[i]?.document ?? null, type: 'code', look: 'input' },
        { value: null, type: 'date', look: 'input' },
        { value: items[i]?.amount ?? null, type: 'amount', look: 'input' },
      ],
    ),
    [label(say.total), null, null, amount(fromCents(supported), { name: 'TOTAL', formula: `SUM(D${ROWS.firstItem}:D${last})` })],
  ]
  return {
    name: locale === 'es' ? 'Análisis' : 'Analysis',
    columns: [
      { type: 'text', width: 34 },
      { type: 'text', width: 34 },
      { type: 'date', width: 14 },
      { type: 'amount', width: 22 },
    ],
    rows,
    names: { [ITEMS]: `D${ROWS.firstItem}:D${last}` },
  }
}
