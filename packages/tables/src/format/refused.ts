/** Why a file was refused as a whole. One code, one sentence in each language. */
export const REFUSALS = {
  vacio: { es: 'El archivo está vacío.', en: 'The file is empty.' },
  truncado: {
    es: 'El archivo está incompleto: le falta el final. Vuelva a descargarlo o a exportarlo.',
    en: 'The file is incomplete: its end is missing. Download or export it again.',
  },
  danado: { es: 'El archivo está dañado y no se puede leer.', en: 'The file is damaged and cannot be read.' },
  tipo: {
    es: 'El archivo no es un libro (XLSX, XLS, XLSB, ODS), un texto CSV ni un ZIP de ellos.',
    en: 'The file is neither a workbook (XLSX, XLS, XLSB, ODS), nor CSV text, nor a ZIP of them.',
  },
  html: {
    es: 'El archivo es una página web o XML con otro nombre, no un libro de Excel. Ábralo en Excel y guárdelo como XLSX.',
    en: 'The file is a web page or XML under another name, not an Excel workbook. Open it in Excel and save it as XLSX.',
  },
  extension: {
    es: 'El contenido del archivo no corresponde a su extensión. Guárdelo de nuevo con el formato correcto.',
    en: 'The content of the file does not match its extension. Save it again in the right format.',
  },
  tamano: { es: 'El archivo supera los 50 MB.', en: 'The file is larger than 50 MB.' },
  bomba: {
    es: 'El archivo se expande más de lo permitido al descomprimirlo y no se abrió.',
    en: 'The file expands beyond what is allowed when decompressed and was not opened.',
  },
  compresion: {
    es: 'El archivo usa una compresión que no se admite. Ábralo en Excel y guárdelo de nuevo como XLSX.',
    en: 'The file uses a compression that is not supported. Open it in Excel and save it again as XLSX.',
  },
  cifrado: {
    es: 'El archivo está protegido con contraseña. Quítele la contraseña y vuelva a cargarlo.',
    en: 'The file is protected with a password. Remove the password and load it again.',
  },
  macros: {
    es: 'El archivo contiene macros. Guárdelo como libro sin macros (XLSX).',
    en: 'The file contains macros. Save it as a workbook without macros (XLSX).',
  },
  enlaces: {
    es: 'El archivo tiene vínculos a otros libros. Rómpalos (Datos > Editar vínculos) y vuelva a cargarlo.',
    en: 'The file links to other workbooks. Break the links (Data > Edit Links) and load it again.',
  },
  filas: { es: 'El archivo tiene más de 1.000.000 de filas.', en: 'The file has more than 1,000,000 rows.' },
  columnas: { es: 'El archivo tiene más de 1.000 columnas.', en: 'The file has more than 1,000 columns.' },
  celda: { es: 'El archivo tiene una celda demasiado larga.', en: 'The file has a cell that is too long.' },
  comillas: {
    es: 'El archivo tiene comillas sin cerrar desde la fila {fila}, y no se sabe dónde terminan sus filas. Corrija las comillas y cárguelo de nuevo.',
    en: 'The file has quotes that are never closed from row {fila} on, so its rows cannot be told apart. Correct the quotes and load it again.',
  },
  miles: {
    es: 'El archivo dice «{texto}»: sus cifras están en miles de millones. Expórtelo en unidades, en miles o en millones.',
    en: 'The file says “{texto}”: its figures are in billions. Export it in units, in thousands or in millions.',
  },
  centavos: {
    es: 'El archivo dice «{texto}»: sus cifras están en centavos. Expórtelo en unidades, con sus decimales.',
    en: 'The file says “{texto}”: its figures are in cents. Export it in units, with their decimals.',
  },
  centavos_aparte: {
    es: 'Los centavos están en una columna aparte, «{texto}», y se perderían. Exporte cada saldo con sus decimales en una sola columna.',
    en: 'The cents are in a column of their own, “{texto}”, and would be lost. Export each balance with its decimals in a single column.',
  },
  negocios: {
    es: 'El archivo tiene los saldos de varios negocios uno debajo del otro: «{primero}» y, desde la fila {fila}, «{segundo}». Cárguelos en archivos u hojas aparte, o añada una columna con el negocio de cada fila.',
    en: 'The file has the balances of several businesses one below the other: “{primero}” and, from row {fila}, “{segundo}”. Load them as files or sheets of their own, or add a column with the business of each row.',
  },
  columna: {
    es: 'El archivo tiene una sola columna: no se ve con qué signo se separan las columnas. Expórtelo como XLSX, o como CSV separado por punto y coma.',
    en: 'The file has a single column: there is no telling how its columns are separated. Export it as XLSX, or as CSV separated by semicolons.',
  },
  hoja: {
    es: 'El archivo no tiene la hoja pedida o no tiene ninguna hoja con celdas.',
    en: 'The file has no such sheet, or no sheet with cells.',
  },
  tiempo: { es: 'El archivo tardó demasiado en leerse y se abandonó.', en: 'The file took too long to read and was given up.' },
  memoria: { es: 'El archivo necesita demasiada memoria para leerse.', en: 'The file needs too much memory to be read.' },
} as const satisfies Record<string, { es: string; en: string }>

export type RefusalCode = keyof typeof REFUSALS

/** The file cannot be used at all. `details` are plain values for the log and for the message, never content of the file beyond names. */
export class FileRefused extends Error {
  code: RefusalCode
  details: Record<string, string | number>

  constructor(code: RefusalCode, details: Record<string, string | number> = {}) {
    super(REFUSALS[code].es)
    this.name = 'FileRefused'
    this.code = code
    this.details = details
  }
}
