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
  workbook_group_moved: [
    'Las cuentas del grupo o sus saldos cambiaron después de descargar el libro. Descargue la plantilla de nuevo.',
    'The accounts of the group or their balances changed after the workbook was downloaded. Download the template again.',
  ],
  workbook_member: [
    'Al libro le falta la fila de la cuenta {account}. Descargue la plantilla de nuevo, o saque la cuenta del grupo.',
    'The workbook lacks the row of account {account}. Download the template again, or take the account out of the group.',
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
  workbook_unreadable: [
    'La celda {cell} dice «{found}», que puede leerse de más de un modo o no es un importe: escriba un número.',
    'Cell {cell} says “{found}”, which can be read in more than one way or is no amount: enter a number.',
  ],
  workbook_outside: [
    'La celda {cell} tiene {found} debajo del total, y ninguna suma lo cuenta: inserte la fila encima del total.',
    'Cell {cell} holds {found} below the total, and no sum counts it: insert the row above the total.',
  ],
  workbook_recalculated: [
    'La celda {cell} guarda {found} y su fórmula da {expected}: abra el libro, deje que calcule y guárdelo.',
    'Cell {cell} stores {found} and its formula gives {expected}: open the workbook, let it calculate and save it.',
  ],
  workbook_uncalculated: [
    'La celda {cell} no guarda el resultado de su fórmula. Sin comprobar: abra el libro y guárdelo en su programa.',
    'Cell {cell} does not store the result of its formula. Not checked: open the workbook and save it in your program.',
  ],
  workbook_unchecked: [
    'Sin comprobar la celda {cell}: abra el libro y guárdelo en su programa.',
    'Cell {cell} is not checked: open the workbook and save it in your program.',
  ],
  workbook_unchecked_function: [
    'Sin comprobar la celda {cell}: su fórmula usa «{why}», que Cuadre no calcula.',
    'Cell {cell} is not checked: its formula uses “{why}”, which Cuadre does not compute.',
  ],
  workbook_unchecked_large: [
    'Sin comprobar la celda {cell}: el libro tiene demasiadas fórmulas para calcularlas aquí.',
    'Cell {cell} is not checked: the workbook has too many formulas to compute them here.',
  ],
  workbook_alone: [
    'Sin comprobar: la celda {cell} es un importe escrito a mano y la composición está vacía.',
    'Not checked: cell {cell} is an amount typed by hand and the composition is empty.',
  ],
  workbook_nobodys: [
    'El libro no es de ninguna cuenta suya que espere un envío.',
    'The workbook belongs to none of your accounts that wait for a submission.',
  ],
  workbook_cells: ['El libro tiene {n} {n:celda|celdas} que corregir.', 'The workbook has {n} {n:cell|cells} to correct.'],
} satisfies Messages
