/** Why a row of a balance was refused. `{name}` is filled from the refusal's params. */
export const ROW_REFUSALS = {
  'cuenta-falta': { es: 'Falta la cuenta.', en: 'The account is missing.' },
  'cuenta-larga': {
    es: 'El código de cuenta tiene más de {maximo} caracteres.',
    en: 'The account code is longer than {maximo} characters.',
  },
  'texto-largo': { es: 'El texto tiene más de {maximo} caracteres.', en: 'The text is longer than {maximo} characters.' },
  'cuenta-cambiada': {
    es: 'Una hoja de cálculo cambió el código de la cuenta por una fecha o lo abrevió: déle formato de texto en el origen.',
    en: 'A spreadsheet has turned the account code into a date or shortened it: format it as text where it comes from.',
  },
  'cuenta-texto': {
    es: 'No es un código de cuenta como los demás, que llevan cifras. Si es un total o un título, puede quedar fuera.',
    en: 'It is no account code like the others, which have figures. A total or a title may be left out.',
  },
  'celdas-de-mas': {
    es: 'La fila tiene {celdas} celdas bajo {titulos} títulos: un importe o un texto lleva el signo que separa las columnas. Expórtelo entre comillas o con otro separador.',
    en: 'The row has {celdas} cells under {titulos} headings: an amount or a text holds the sign that separates the columns. Export it with quotes or another separator.',
  },
  'moneda-distinta': {
    es: 'La fila nombra varias monedas: {monedas}. Deje la de la cuenta.',
    en: 'The row names several currencies: {monedas}. Keep that of the account.',
  },
  'signo-falta': { es: 'Falta el signo del saldo (D o C).', en: 'The sign of the balance is missing (D or C).' },
  'signo-doble': {
    es: 'El saldo es negativo y además trae signo aparte: no se sabe cuál vale.',
    en: 'The balance is negative and has a sign beside it too: there is no telling which one holds.',
  },
  'unidad-distinta': {
    es: 'El formato de la celda muestra otra unidad (miles o millones) que la del archivo: deje las cifras completas, sin ese formato.',
    en: 'The format of the cell shows another unit (thousands or millions) than that of the file: leave whole figures without that format.',
  },
  'haber-positivo': {
    es: 'El haber es positivo, y los demás del archivo son negativos: no se sabe si este suma o resta.',
    en: 'The credit is positive while the others of the file are negative: there is no telling whether it adds or subtracts.',
  },
  'saldo-falta': { es: 'La cuenta no tiene saldo.', en: 'The account has no balance.' },
  'saldo-numero': { es: 'El saldo no es un número.', en: 'The balance is not a number.' },
  'saldo-separadores': {
    es: 'El número no es válido: revise los separadores de miles y decimales.',
    en: 'The number is not valid: check the thousands and decimal separators.',
  },
  'saldo-ambiguo': {
    es: 'No se sabe si el separador es de miles o de decimales: elija el separador decimal del archivo.',
    en: 'The separator may mark thousands or decimals: choose the decimal separator of the file.',
  },
  'saldo-largo': { es: 'El número tiene más de 18 cifras enteras.', en: 'The number has more than 18 integer digits.' },
  'saldo-notacion': {
    es: 'El número está abreviado en notación científica y perdió cifras: exporte el archivo con todas las cifras.',
    en: 'The number is shortened to scientific notation and has lost digits: export the file with all of them.',
  },
  'saldo-decimales': { es: 'El saldo tiene más de dos decimales.', en: 'The balance has more than two decimals.' },
  'celda-error': { es: 'La celda tiene un error de fórmula ({error}).', en: 'The cell holds a formula error ({error}).' },
  'formula-sin-valor': {
    es: 'La celda tiene una fórmula sin valor guardado: abra el archivo en Excel, guárdelo y cárguelo de nuevo.',
    en: 'The cell has a formula without a saved value: open the file in Excel, save it and load it again.',
  },
  periodo: { es: 'El período no es válido.', en: 'The period is not valid.' },
} as const satisfies Record<string, { es: string; en: string }>

export type RowRefusal = keyof typeof ROW_REFUSALS
