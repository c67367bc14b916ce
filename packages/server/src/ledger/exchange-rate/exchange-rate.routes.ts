import type { exchangeRateApi } from '@cuadre/api'
import type { ExchangeRate } from '@cuadre/api/exchange-rate'
import type { AppOptions } from '../../options.ts'
import { type ExportColumn, listOrExport } from '../../platform/http/export.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import { groupCurrency } from './exchange-rate.repository.ts'
import * as rates from './exchange-rate.service.ts'
import { importRates } from './import.service.ts'

const COLUMNS: ExportColumn<ExchangeRate>[] = [
  { es: 'Período', en: 'Period', type: 'code', width: 10, of: (r) => r.PERIODO },
  { es: 'Moneda', en: 'Currency', type: 'code', width: 8, of: (r) => r.MONEDA },
  // As text: a cell of a workbook keeps fewer digits than a rate may have.
  { es: 'Tipo de cambio', en: 'Rate', type: 'code', width: 18, of: (r) => r.TASA },
  { es: 'Fecha', en: 'Date', type: 'date', of: (r) => r.FECHA_TASA },
  { es: 'Moneda del grupo', en: "Group's currency", type: 'code', width: 8, of: (r) => r.MONEDA_GRUPO },
  { es: 'Guardado por', en: 'Saved by', type: 'text', of: (r) => r.POR },
  { es: 'Guardado', en: 'Saved', type: 'datetime', of: (r) => r.FECHA },
]

export const exchangeRateRoutes = ({ db }: AppOptions): Handlers<typeof exchangeRateApi> => ({
  getGroupCurrency: () => groupCurrency(db),
  setGroupCurrency: ({ caller, body }) => rates.setGroup(db, caller, body),
  listExchangeRates: ({ query, locale }) =>
    listOrExport(locale, query, { es: 'Tipos de cambio', en: 'Exchange rates' }, COLUMNS, (query) => rates.list(db, query)),
  exchangeRateYear: ({ query }) => rates.year(db, query.anio),
  createExchangeRate: ({ caller, body }) => rates.create(db, caller, body),
  updateExchangeRate: ({ caller, params, body }) => rates.update(db, caller, params.id, body),
  deleteExchangeRate: ({ caller, params, query }) => rates.remove(db, caller, params.id, query),
  importExchangeRates: ({ caller, body }) => importRates(db, caller, body),
})
