import type { LoadRow } from '@cuadre/api/balance'
import type { ExportColumn } from '../../platform/http/export.ts'
import { sentence } from '../../platform/messages/index.ts'
import { cents, fromCents } from '../../platform/money.ts'

/** The rows of a load as a workbook. */
export const ROW_COLUMNS: ExportColumn<LoadRow>[] = [
  { es: 'Fila', en: 'Row', type: 'integer', of: ({ fila }) => fila },
  { es: 'Clase', en: 'Class', type: 'text', of: ({ clase }, locale) => sentence(`load_class_${clase}`, locale) },
  { es: 'Negocio', en: 'Business', type: 'text', of: ({ NEGOCIO }) => NEGOCIO },
  { es: 'Cuenta', en: 'Account', type: 'code', of: ({ CUENTA }) => CUENTA },
  { es: 'Nombre', en: 'Name', type: 'text', of: ({ NOMBRE }) => NOMBRE },
  { es: 'Saldo vigente', en: 'Current balance', type: 'amount', of: ({ saldoVigente }) => saldoVigente },
  { es: 'Saldo después', en: 'Balance after', type: 'amount', of: ({ saldoDespues }) => saldoDespues },
  {
    es: 'Cambio',
    en: 'Change',
    type: 'amount',
    of: ({ saldoVigente, saldoDespues }) => (saldoDespues === null ? null : fromCents(cents(saldoDespues) - cents(saldoVigente ?? '0'))),
  },
  { es: 'Cambio %', en: 'Change %', type: 'amount', of: ({ cambioPct }) => cambioPct },
  { es: 'Filas que suma', en: 'Rows added up', type: 'integer', of: ({ filas }) => filas },
  { es: 'Columna', en: 'Column', type: 'text', of: ({ columna }) => columna },
  { es: 'Valor leído', en: 'Value read', type: 'text', of: ({ valor }) => valor },
  { es: 'Motivo', en: 'Reason', type: 'text', of: ({ motivo }) => motivo },
]
