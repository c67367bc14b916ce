import type { Messages } from './text.ts'

export const workbook = {
  workbook_other: [
    'El libro es de otra cuenta o de otro período: {cell} dice {found} y debía decir {expected}.',
    'The workbook belongs to another account or period: {cell} says {found} and should say {expected}.',
  ],
  workbook_value: ['La celda {cell} dice {found} y usted escribió {expected}.', 'Cell {cell} says {found} and you entered {expected}.'],
  workbook_stale: [
    'El saldo de la celda {cell} ({found}) ya no es el del balance ({expected}). Descargue la plantilla de nuevo.',
    'The balance in cell {cell} ({found}) is no longer the one loaded ({expected}). Download the template again.',
  ],
  workbook_altered: [
    'La celda {cell} dice {found}, pero el libro se entregó con {expected}. Descargue la plantilla de nuevo.',
    'Cell {cell} says {found}, but the workbook was given out with {expected}. Download the template again.',
  ],
  workbook_signature: [
    'La firma del libro no corresponde a esta cuenta y período. Descargue la plantilla de nuevo.',
    'The signature of the workbook is not that of this account and period. Download the template again.',
  ],
  workbook_arithmetic: [
    'La celda {cell} dice {found}, y el saldo menos lo sustentado es {expected}.',
    'Cell {cell} says {found}, and the balance less the supported value is {expected}.',
  ],
  workbook_total: [
    'La celda {cell} dice {found}, y la composición suma {expected}.',
    'Cell {cell} says {found}, and the composition adds up to {expected}.',
  ],
  workbook_text_amount: [
    'La celda {cell} tiene texto, «{found}»: no suma. Escriba un número.',
    'Cell {cell} holds text, “{found}”: it does not add up. Enter a number.',
  ],
  workbook_error: ['La celda {cell} tiene un error de cálculo: {found}.', 'Cell {cell} has a calculation error: {found}.'],
  workbook_empty: ['La celda {cell} está vacía: escriba el saldo sustentado.', 'Cell {cell} is empty: enter the supported balance.'],
  workbook_nobodys: [
    'El libro no es de ninguna cuenta suya que espere un envío.',
    'The workbook belongs to none of your accounts that wait for a submission.',
  ],
  workbook_cells: ['El libro tiene {n} celdas que corregir.', 'The workbook has {n} cells to correct.'],
} satisfies Messages
