import type { Messages } from './text.ts'

export const chart = {
  chart_columns: [
    'No se reconocen las columnas: hace falta una de código (cuenta, código) o de prefijo de rubro, y una de nombre.',
    'The columns are not recognised: one of codes (account, code) or of prefixes of headings is needed, and one of names.',
  ],
  chart_rows: ['Un plan tiene a lo sumo {max} filas.', 'A chart has at most {max} rows.'],
  chart_empty: ['Bajo los encabezados no hay ninguna fila.', 'There is no row below the headings of the columns.'],
  chart_business: ['Diga de qué negocio son las cuentas.', 'Say whose business the accounts are of.'],
  chart_unseen: ['Revise antes qué haría el archivo.', 'Look first at what the file would do.'],
  chart_moved: [
    'Las cuentas o los rubros cambiaron desde que los revisó: esto es lo que haría ahora.',
    'The accounts or headings have changed since you looked: this is what it would do now.',
  ],
  chart_no_code: ['No tiene código.', 'It has no code.'],
  chart_long_code: ['El código tiene más de {max} caracteres.', 'The code is longer than {max} characters.'],
  chart_no_name: ['No tiene nombre de dos letras o más.', 'It has no name of two letters or more.'],
  chart_long_name: ['El nombre tiene más de {max} caracteres.', 'The name is longer than {max} characters.'],
  chart_currency: ['«{value}» no es una moneda (tres letras).', '“{value}” is no currency (three letters).'],
  chart_repeated: ['El código está más de una vez en el archivo.', 'The code is in the file more than once.'],
  chart_other_business: ['La fila es de otro negocio, {business}.', 'The row is of another business, {business}.'],
  chart_heading: ['No hay un rubro «{heading}», o hay varios.', 'There is no heading “{heading}”, or there are several.'],
} satisfies Messages
