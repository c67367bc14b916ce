import type { Bytes } from '@cuadre/api/endpoint'
import type { SheetCell, SheetRowValues, WrittenSheet } from '@cuadre/tables'
import { type Db, transaction } from '../../platform/database/index.ts'
import { Forbidden } from '../../platform/errors.ts'
import type { Caller, Locale } from '../../platform/http/context.ts'
import { workbookFile, XLSX } from '../../platform/http/export.ts'
import { cents, fromCents } from '../../platform/money.ts'
import type { Storage } from '../../platform/storage/index.ts'
import { asWritten } from '../analysis/analysis.steps.repository.ts'
import { groupTarget as groupOf, idsOf, lockUnit, nameOf, type ReviewUnit, recordSteps } from '../analysis/review-unit.ts'
import { fill, groupFields, namesOf } from '../template/filling.ts'
import { forGroup, saveDownloadedVersion } from '../template/template.repository.ts'
import { issuedForGroup, SIGNATURE, sign, signingKey } from '../workbook/signature.ts'
import { fileName } from '../workbook/workbook.service.ts'

/**
 * The workbook of a group with a row per member, pre-filled with the drafts: from the published template that applies, else our own. The
 * download is recorded, and the members keep the template's version.
 * @throws 403, 404
 */
export async function groupWorkbook(db: Db, storage: Storage, caller: Caller, zone: string, id: number): Promise<Bytes> {
  const { unit, chosen, signature } = await transaction(db, async (tx) => {
    const found = await lockUnit(tx, caller, groupOf(id))
    if (found.head.analyst_id !== caller.userId) throw Forbidden('duty_not_yours')
    const chosen = await forGroup(tx, zone, id)
    await saveDownloadedVersion(tx, idsOf(found), chosen?.versionId ?? null)
    const which = chosen && { plantilla: chosen.template, version: chosen.version }
    await recordSteps(tx, caller, [found], {
      kind: 'plantilla',
      to: found.head.state_main,
      detail: ({ balance }) => ({ balance, ...which }),
    })
    return {
      unit: { ...found, members: found.members.map(asWritten) },
      chosen,
      signature: sign(await signingKey(tx), issuedForGroup(id, found.members)),
    }
  })
  const name = `${fileName(nameOf(unit))} ${unit.head.period}.xlsx`
  const constants = { [SIGNATURE]: signature }
  if (!chosen) return workbookFile(name, [{ ...template(unit, caller.locale), constants }])
  return {
    name,
    type: XLSX,
    body: await fill(storage, chosen.sha256, groupFields(chosen.cells, { ...unit.group!, members: unit.members }), constants),
  }
}

const LABELS = {
  es: {
    sheet: 'Grupo',
    title: 'Análisis de saldos agrupados',
    group: 'Grupo',
    id: 'Código del grupo',
    business: 'Negocio',
    period: 'Período',
    currency: 'Moneda',
    columns: [
      'Cuenta',
      'Nombre',
      'Saldo anterior',
      'Movimiento',
      'Saldo según balance',
      'Saldo sustentado',
      'Diferencia',
      'Comentario de la variación',
    ],
    total: 'Total',
  },
  en: {
    sheet: 'Group',
    title: 'Grouped balance analysis',
    group: 'Group',
    id: 'Group number',
    business: 'Business',
    period: 'Period',
    currency: 'Currency',
    columns: [
      'Account',
      'Name',
      'Previous balance',
      'Movement',
      'Balance loaded',
      'Supported balance',
      'Difference',
      'Comment on the variation',
    ],
    total: 'Total',
  },
} as const
/** First row of the members, counted from 1 as in formulas. */
const FIRST_ROW = 9

function template({ group, head, members }: ReviewUnit, locale: Locale): WrittenSheet {
  const say = LABELS[locale]
  const label = (value: string): SheetCell => ({ value, look: 'label', type: 'text' })
  const amount = (value: string | null, more: Partial<SheetCell> = {}): SheetCell => ({ value, type: 'amount', ...more })
  const sum = (values: readonly string[]) => fromCents(values.reduce((total, value) => total + cents(value), 0n))
  const last = FIRST_ROW + members.length - 1
  const totals = (column: string, values: readonly string[]) =>
    amount(sum(values), { formula: `SUM(${column}${FIRST_ROW}:${column}${last})` })
  const orZero = (value: string | null) => value ?? '0'
  const rows: SheetRowValues[] = [
    [{ value: say.title, look: 'title', type: 'text' }],
    [label(say.group), { value: group!.name, type: 'text' }],
    [label(say.id), { value: group!.id, type: 'integer', name: 'AGRUPADO_ID' }],
    [label(say.business), { value: head.business, type: 'text' }],
    [label(say.period), { value: head.period, type: 'code', name: 'PERIODO' }],
    [label(say.currency), { value: head.currency, type: 'code' }],
    [],
    say.columns.map((value): SheetCell => ({ value, look: 'header', type: 'text' })),
    ...members.map(({ id, account, account_name, previous, balance, value, comment }, i): SheetRowValues => {
      const at = FIRST_ROW + i
      const names = namesOf(id)
      return [
        { value: account, type: 'code', name: names.account },
        account_name,
        amount(previous),
        amount(fromCents(cents(balance) - cents(previous ?? '0'))),
        amount(balance, { name: names.balance }),
        amount(value, { look: 'input', name: names.value }),
        amount(fromCents(cents(balance) - cents(orZero(value))), { name: names.variation, formula: `E${at}-F${at}` }),
        { value: comment ?? ' ', type: 'text', look: 'input', name: names.comment, wrap: true },
      ]
    }),
    [
      label(say.total),
      null,
      null,
      null,
      totals(
        'E',
        members.map(({ balance }) => balance),
      ),
      totals(
        'F',
        members.map(({ value }) => orZero(value)),
      ),
      totals(
        'G',
        members.map(({ balance, value }) => fromCents(cents(balance) - cents(orZero(value)))),
      ),
    ],
  ]
  return {
    name: say.sheet,
    columns: [
      { type: 'code', width: 24 },
      { type: 'text', width: 34 },
      { type: 'amount', width: 20 },
      { type: 'amount', width: 20 },
      { type: 'amount', width: 20 },
      { type: 'amount', width: 20 },
      { type: 'amount', width: 20 },
      { type: 'text', width: 60 },
    ],
    rows,
  }
}
