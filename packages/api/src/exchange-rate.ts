import { z } from 'zod'
import { endpoint, file } from './endpoint.ts'
import { ById, CurrencyCode, Day, Done, format, Id, Moment, many, PeriodName, pageOf, paging, Revision } from './shapes.ts'

/**
 * The group's currency, and what one unit of another currency is worth in it at the close of a month (decisions §13). Nothing is ever converted unless
 * it is asked for.
 */

/** Decimal text, more than zero: at most ten digits before and ten after the point. */
export const Rate = z
  .string()
  .regex(/^\d{1,10}(\.\d{1,10})?$/, 'tasa')
  .refine((text) => /[1-9]/.test(text), 'tasa')
  .meta({ examples: ['0.1837'] })
/** Asked for where a period is closed. */
const Reason = z.string().trim().min(10).max(500)

export const GroupCurrency = z
  .object({
    /** null: none was chosen yet, and nothing can be converted. */
    MONEDA: z.string().nullable(),
    /** Rates that are kept in it. */
    TASAS: z.int(),
    MOTIVO: z.string().nullable(),
    POR: z.string().nullable(),
    FECHA: Moment.nullable(),
    REVISION: z.int(),
  })
  .meta({ id: 'GroupCurrency' })
export type GroupCurrency = z.output<typeof GroupCurrency>

export const ExchangeRate = z
  .object({
    ID: z.int(),
    COD_PERIODO: z.int(),
    PERIODO: PeriodName,
    /** A change needs `parameters.rate.govern` and a reason. */
    CERRADO: z.boolean(),
    MONEDA: z.string(),
    /** One unit of MONEDA is TASA units of this. */
    MONEDA_GRUPO: z.string(),
    TASA: z.string(),
    FECHA_TASA: z.iso.date(),
    POR: z.string(),
    FECHA: Moment,
    REVISION: z.int(),
  })
  .meta({ id: 'ExchangeRate' })
export type ExchangeRate = z.output<typeof ExchangeRate>

export const getGroupCurrency = endpoint('GET', '/exchange-rate/group-currency', {
  summary: "The group's currency",
  allow: 'signed-in',
  response: GroupCurrency,
})
/** Rates into another currency stay as they were, unused, and hold again when their currency is chosen again. 409 with the row where another changed it. */
export const setGroupCurrency = endpoint('PATCH', '/exchange-rate/group-currency', {
  summary: "Choose the group's currency",
  allow: 'parameters.rate.govern',
  body: z.object({ MONEDA: CurrencyCode, motivo: Reason, REVISION: Revision.optional() }),
  response: GroupCurrency,
})
/** Rates into the group's currency of now. */
export const listExchangeRates = endpoint('GET', '/exchange-rate', {
  summary: "Closing rates into the group's currency",
  allow: 'parameters.rate.read',
  query: z.object({
    ...paging(100, { sort: ['PERIODO', 'MONEDA', 'TASA', 'FECHA_TASA', 'FECHA'] }),
    periodo: many(PeriodName).optional(),
    moneda: many(CurrencyCode).optional(),
    format,
  }),
  response: pageOf(ExchangeRate),
  exportable: true,
})
/** Months by currencies. A currency is in use in a month that has analyses in it. */
export const exchangeRateYear = endpoint('GET', '/exchange-rate/year', {
  summary: 'The rates of a year by month and currency, with those that are missing',
  allow: 'parameters.rate.read',
  query: z.object({ anio: z.coerce.number().int().min(1990).max(2200).optional() }),
  response: z.object({
    /** Newest first; without periods there are none, and no year. */
    anios: z.array(z.int()),
    anio: z.int().nullable(),
    grupo: z.string().nullable(),
    /** In use in a month of the year, or with a rate in it; not the group's own. */
    monedas: z.array(z.string()),
    /** Newest first. */
    meses: z.array(
      z.object({
        COD_PERIODO: z.int(),
        PERIODO: PeriodName,
        CERRADO: z.boolean(),
        enUso: z.array(z.string()),
        tasas: z.array(ExchangeRate),
        /** In use, without a rate. */
        faltan: z.array(z.string()),
      }),
    ),
  }),
})
/** So many times more or less than the rate of the month beside it, a rate is more likely the wrong way round than right. */
export const MAX_RATE_CHANGE = 5
/** Of a rate that is so far from the one beside it: it was looked at, and is right. */
const Confirmed = z.boolean().optional()
/** 409 where the period has a rate of the currency already; 422 `rate_far` where it is far from the one beside it and not confirmed. */
export const createExchangeRate = endpoint('POST', '/exchange-rate', {
  summary: 'A closing rate of a currency in a period',
  allow: 'parameters.rate.write',
  body: z.object({ COD_PERIODO: Id, MONEDA: CurrencyCode, TASA: Rate, FECHA_TASA: Day, motivo: Reason.optional(), CONFIRMADA: Confirmed }),
  response: ExchangeRate,
})
export const updateExchangeRate = endpoint('PATCH', '/exchange-rate/:id', {
  summary: 'Change a rate or its date',
  allow: 'parameters.rate.write',
  params: ById,
  body: z.object({
    TASA: Rate.optional(),
    FECHA_TASA: Day.optional(),
    motivo: Reason.optional(),
    CONFIRMADA: Confirmed,
    REVISION: Revision.optional(),
  }),
  response: ExchangeRate,
})
export const deleteExchangeRate = endpoint('DELETE', '/exchange-rate/:id', {
  summary: 'Remove a rate',
  allow: 'parameters.rate.write',
  params: ById,
  query: z.object({ motivo: Reason.optional(), REVISION: z.coerce.number().int().positive().optional() }),
  response: Done,
})

export const MAX_IMPORTED_RATES = 2000
export const RATE_CLASSES = ['nueva', 'distinta', 'igual', 'rechazada'] as const
export const RateImportRow = z
  .object({
    /** Its number in the file, from 1. */
    FILA: z.int(),
    /** As they stand in the file, where they could not be read. */
    PERIODO: z.string(),
    MONEDA: z.string(),
    TASA: z.string(),
    FECHA_TASA: z.string(),
    CLASE: z.enum(RATE_CLASSES),
    /** What a changed rate was. */
    ANTES: z.object({ TASA: z.string(), FECHA_TASA: z.iso.date() }).nullable(),
    /** Why it is refused. */
    MOTIVO: z.string().nullable(),
  })
  .meta({ id: 'RateImportRow' })
export type RateImportRow = z.output<typeof RateImportRow>
const Heading = z.string()
export const RateImport = z
  .object({
    simulado: z.boolean(),
    /** Of exactly this: the import sends it back. */
    huella: z.string(),
    /** The file's headings of the columns that were used. */
    columnas: z.object({ PERIODO: Heading, MONEDA: Heading, TASA: Heading, FECHA_TASA: Heading }),
    total: z.object({ nueva: z.int(), distinta: z.int(), igual: z.int(), rechazada: z.int() }),
    data: z.array(RateImportRow),
  })
  .meta({ id: 'RateImport' })
export type RateImport = z.output<typeof RateImport>
/** Refused rows are left out. 409 with the preview of now where it is no longer the one that was looked at; 422 where no columns are recognised. */
export const importExchangeRates = endpoint('POST', '/exchange-rate/import', {
  summary: 'Rates from a file: look at it first, then make exactly that',
  allow: 'parameters.rate.write',
  multipart: true,
  body: z.object({
    file: file(),
    simular: z.stringbool().default(false),
    huella: z.string().max(100).optional(),
    motivo: Reason.optional(),
  }),
  response: RateImport,
})
