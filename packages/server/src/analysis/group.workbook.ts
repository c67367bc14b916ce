import type { Bytes } from '@cuadre/api/endpoint'
import { type Db, transaction } from '../database/index.ts'
import { Forbidden } from '../errors.ts'
import type { SheetCell, SheetRowValues, WrittenSheet } from '../files/index.ts'
import type { Caller, Locale } from '../http/context.ts'
import { streamed } from '../http/export.ts'
import { cents, fromCents } from './money.ts'
import { group as groupOf, lockUnit, nameOf, tell, type Unit } from './unit.ts'

/** The named cells of a member. */
export const namesOf = (id: number) => ({ balance: `SALDO_${id}`, value: `VALOR_${id}`, comment: `COMENTARIO_${id}` })

/** The workbook of a group with a row per member, pre-filled with the drafts; that it was taken is recorded. @throws 403, 404 */
export async function groupWorkbook(db: Db, caller: Caller, id: number): Promise<Bytes> {
  const unit = await transaction(db, async (tx) => {
    const found = await lockUnit(tx, caller, groupOf(id))
    if (found.head.analyst_id !== caller.userId) throw Forbidden('duty_not_yours')
    await tell(tx, caller, [found], { kind: 'plantilla', to: found.head.state_main, detail: ({ balance }) => ({ balance }) })
    return found
  })
  return streamed(`${fileName(nameOf(unit))} ${unit.head.period}.xlsx`, [template(unit, caller.locale)])
}
const fileName = (name: string) => name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim()

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
/** Rows of the sheet, counted from 1: the formulas name them. */
const FIRST = 9

function template({ group, head, members }: Unit, locale: Locale): WrittenSheet {
  const say = LABELS[locale]
  const label = (value: string): SheetCell => ({ value, look: 'label', type: 'text' })
  const amount = (value: string | null, more: Partial<SheetCell> = {}): SheetCell => ({ value, type: 'amount', ...more })
  const sum = (values: readonly string[]) => fromCents(values.reduce((total, value) => total + cents(value), 0n))
  const last = FIRST + members.length - 1
  const totals = (column: string, values: readonly string[]) => amount(sum(values), { formula: `SUM(${column}${FIRST}:${column}${last})` })
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
      const at = FIRST + i
      const names = namesOf(id)
      return [
        { value: account, type: 'code' },
        account_name,
        amount(previous),
        amount(fromCents(cents(balance) - cents(previous ?? '0'))),
        amount(balance, { name: names.balance }),
        amount(value, { look: 'input', name: names.value }),
        amount(fromCents(cents(balance) - cents(orZero(value))), { formula: `E${at}-F${at}` }),
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
