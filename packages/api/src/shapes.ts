import { z } from 'zod'

/** Shapes that many nouns use. */

/** A whole number from a path or a query. */
export const Id = z.coerce.number().int().positive().max(2_147_483_647)
export const ById = z.object({ id: Id })

/** Money is a decimal string, never a float (decisions §2). An answer may be the sum of many: it has room for more than anyone enters. */
export const Money = z.string().regex(/^-?\d{1,30}(\.\d{1,2})?$/, 'importe')
/** Money as it is entered: at most 18 integer and 2 fraction digits. */
export const Amount = z.string().regex(/^-?\d{1,18}(\.\d{1,2})?$/, 'importe')
/** A ratio in percent with two decimals, as text. */
export const Percent = z.string()
/** A moment, ISO 8601, as answered in UTC; as given with an offset of less than 16 hours, from 1900 on. */
export const Moment = z.iso
  .datetime({ offset: true, abort: true })
  .refine((moment) => /^(19|[2-9]\d).*(Z|[+-](0\d|1[0-5]):\d\d)$/.test(moment), 'momento')
/** A day, YYYY-MM-DD, that every calendar here has. */
export const Day = z.iso.date().refine((day) => day >= '1900-01-01', 'dia')
export const Email = z.email().max(200).toLowerCase()
/** A text of one line, without control characters and marks of direction. */
export const Line = z
  .string()
  .trim()
  .refine((text) => !/[\p{Cc}\p{Bidi_Control}]/u.test(text), 'linea')
  .meta({ examples: ['Texto de ejemplo'] })
/** Marks that nobody sees, but for what joins the parts of one emoji. */
const UNSEEN = /(?![\t\n\v\f\r\u200d])[\p{Cc}\p{Cf}]|(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d/gu
/**
 * A name or a code, kept as it is read: one line, one space between words, each accent on its letter, nothing invisible. Two that look
 * the same are the same.
 */
export const NameText = z.string().overwrite((text) => text.normalize('NFC').replace(UNSEEN, '').replace(/\s+/g, ' ').trim())
/** What is looked for, read as names are kept: what was pasted with two spaces or with one that does not break finds the same. */
export const SearchText = NameText.max(200)
/** How often an account is analysed: every month, or in the months that end a quarter, a half-year or a year. */
export const FREQUENCIES = ['MENSUAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'] as const
export const PeriodName = z.string().regex(/^(19|[2-9]\d)\d\d-(0[1-9]|1[0-2])$/, 'periodo')

const flag = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0'])])
  .transform((value) => value === true || value === 'true' || value === '1')
export const Flag = flag

/** In the addresses of images, which browsers keep: another image has another one. */
export const ImageVersion = z.object({ v: z.string().max(64).optional() })

/** One value or many, from `?x=1&x=2` or `?x=1,2`. */
export const many = <T extends z.ZodType>(item: T) =>
  z.preprocess(
    (value) =>
      value === undefined || Array.isArray(value)
        ? value
        : String(value)
            .split(',')
            .filter((part) => part !== ''),
    z.array(item),
    // A caller may pass one value, several, or the text of a query string.
  ) as unknown as z.ZodType<z.output<T>[], string | number | readonly (string | number)[]>

/** As `many`, but not none: an empty value would ask for nothing at all. */
export const some = <T extends z.ZodType>(item: T) => many(item).refine((list) => list.length > 0)

/** A key by which a list is ordered, with '-' in front for descending. */
export type Sort<Key extends string> = Key | `-${Key}`
/** A text that is no key goes through: the list refuses it with a sentence that names it. */
const sortBy = <Key extends string>(keys: readonly Key[]) =>
  z
    .string()
    .regex(/^-?[A-Z_]{1,40}$/)
    .meta({ enum: keys.flatMap((key) => [key, `-${key}`]) }) as unknown as z.ZodType<Sort<Key>, Sort<Key>>

/** Page and limit of a list, and the keys that it is ordered by; without keys it takes no order. */
export const paging = <const Key extends string = never>(
  limit: number,
  { sort = [], most = 1000 }: { sort?: readonly Key[]; most?: number } = {},
) => ({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(most).default(limit),
  search: SearchText.optional(),
  sort: sortBy(sort).optional(),
})

/** Of a list that hides what is inactive: `todos` shows both. */
export const activity = z.enum(['true', 'false', 'todos']).default('true')
/** A row's version as it was read, sent back with a change of it: 409 with the row as it is now when somebody changed it meanwhile. */
export const Revision = z.int().positive()
/** Units of account of ISO 4217 (UF, UVR, UDI, UI …) and the digital bolívar, which `Intl` does not list among currencies. */
const UNITS_OF_ACCOUNT = ['BOV', 'CHE', 'CHW', 'CLF', 'COU', 'MXV', 'USN', 'UYI', 'UYW', 'VED']
let known: ReadonlySet<string> | undefined
/** The codes of ISO 4217. */
export const currencies = () => {
  known ??= new Set([...Intl.supportedValuesOf('currency'), ...UNITS_OF_ACCOUNT])
  return known
}
/** Three letters; where it is used the server says what is no currency. */
export const CurrencyCode = z
  .string()
  .trim()
  .regex(/^[A-Z]{3}$/, { error: 'moneda', abort: true })
  .meta({ examples: ['CLP'] })
/** ISO 4217. */
export const Currency = CurrencyCode.refine((code) => currencies().has(code), 'moneda').meta({ examples: ['CLP'] })
/** The id and name of a person. */
export const Person = z.object({ id: z.int(), NOMBRE: z.string() }).meta({ id: 'Person' })

/** Of an `exportable` list: the page as JSON, or everything that the filters let through as a workbook. */
export const format = z.enum(['json', 'excel']).default('json')

/** A page of a list: total counts what the filters let through. */
export const pageOf = <T extends z.ZodType>(item: T) => z.object({ data: z.array(item), total: z.int(), page: z.int(), limit: z.int() })

/** The one shape of every error. */
export const ApiError = z
  .object({
    code: z.string(),
    message: z.string(),
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    /** What moved, for a 409: the current state of the row. */
    current: z.unknown().optional(),
  })
  .meta({ id: 'Error' })
export type ApiError = z.infer<typeof ApiError>

/** A name for a select list. */
export const Option = z.object({ id: z.int(), nombre: z.string() })
export const Done = z.object({ ok: z.literal(true) })

type Undefaulted<T> = T extends z.ZodDefault<infer U> ? U : T
/** What a PATCH may send: any of the fields, and a field that is left out stays as it is (a plain `partial()` would fill in its default). */
export const changesOf = <S extends z.ZodRawShape>(object: z.ZodObject<S>) =>
  z.object(
    Object.fromEntries(
      Object.entries(object.shape).map(([name, field]) => [
        name,
        (field instanceof z.ZodDefault ? (field.unwrap() as z.ZodType) : (field as z.ZodType)).optional(),
      ]),
    ),
  ) as unknown as z.ZodObject<{ [K in keyof S]: z.ZodOptional<Undefaulted<S[K]> extends z.ZodType ? Undefaulted<S[K]> : never> }>
