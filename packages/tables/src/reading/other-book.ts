/// <reference path="../format/xlsx-module.d.ts" />
import { read } from 'xlsx/xlsx.mjs'
import { LIMITS } from '../format/limits.ts'
import { FileRefused } from '../format/refused.ts'
import { type DenseSheet, gridRows } from '../format/xls-book.ts'
import type { SheetInfo } from '../format/xlsx-book.ts'
import type { SheetRow } from '../format/xlsx-sheet.ts'

// XLSB, ODS and the XML of Excel 2003: SheetJS reads them whole, so this runs only inside the server's limited worker.

export function openOther(bytes: Uint8Array): { sheets: SheetInfo[]; rows: (sheet: string) => Iterable<SheetRow[]> } {
  try {
    const { SheetNames, Sheets, Workbook } = read(bytes, {
      type: 'buffer',
      dense: true,
      cellNF: true,
      cellText: false,
      cellHTML: false,
      cellFormula: false,
      sheetRows: LIMITS.rows + 1,
    })
    const isGrid = (name: string) => Sheets[name]?.['!type'] === undefined || Sheets[name]['!type'] === 'sheet'
    const sheets = SheetNames.map((name, at) => ({ name, visible: !Workbook?.Sheets?.[at]?.Hidden })).filter(({ name }) => isGrid(name))
    const rows = (name: string) => gridRows((Sheets[name] as DenseSheet)['!data'] ?? [], Workbook?.WBProps?.date1904 ?? false, false)
    return { sheets, rows }
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    if (/password|encrypt/i.test(message)) throw new FileRefused('cifrado')
    throw new FileRefused('danado', { motivo: message.slice(0, 100) })
  }
}
