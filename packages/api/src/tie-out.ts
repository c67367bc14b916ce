import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Amount, activity, ById, Id, Moment, Money, NameText, PeriodName, pageOf, paging, Revision } from './shapes.ts'

/**
 * Rules by which balances must tie out, as the corporation writes them: a sum against another (of one account each, or of ranges), debit
 * against credit, or a sum against a control figure that is typed in for each period.
 */
export const TIE_OUT_KINDS = ['igual', 'debe_haber', 'control'] as const
export const SEVERITIES = ['aviso', 'bloquea'] as const
/** A code, a range (1000..1999, whose end takes in what begins with it) or a beginning (11*). */
const Term = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .regex(/^(?!\.\.)[^*,;\s]+?(\*|\.\.[^*,;\s.][^*,;\s]*)?$/, 'cuentas')
  .meta({ examples: ['11*'] })
const Terms = z.array(Term).max(50)

const Rule = z.object({
  NOMBRE: NameText.min(3).max(120),
  /** null: of every business. */
  ID_NEGOCIO: Id.nullable().default(null),
  TIPO: z.enum(TIE_OUT_KINDS),
  /** None: every account; of `igual` both are needed. */
  IZQUIERDA: Terms.default([]),
  DERECHA: Terms.default([]),
  /** The right side counts with its sign turned round. */
  OPUESTO: z.boolean().default(false),
  TOLERANCIA: Amount.refine((text) => !text.startsWith('-'), 'importe')
    .default('0.00')
    .meta({ examples: ['0.00'] }),
  SEVERIDAD: z.enum(SEVERITIES),
})

export const TieOutRule = z
  .object({
    ID: z.int(),
    NOMBRE: z.string(),
    ID_NEGOCIO: z.int().nullable(),
    NEGOCIO: z.string().nullable(),
    TIPO: z.enum(TIE_OUT_KINDS),
    IZQUIERDA: z.array(z.string()),
    DERECHA: z.array(z.string()),
    OPUESTO: z.boolean(),
    TOLERANCIA: Money,
    SEVERIDAD: z.enum(SEVERITIES),
    ACTIVA: z.boolean(),
    REVISION: z.int(),
    POR: z.string(),
    FECHA: Moment,
  })
  .meta({ id: 'TieOutRule' })
export type TieOutRule = z.output<typeof TieOutRule>

export const TieOutResult = z
  .object({
    ID_REGLA: z.int(),
    NOMBRE: z.string(),
    TIPO: z.enum(TIE_OUT_KINDS),
    SEVERIDAD: z.enum(SEVERITIES),
    ID_NEGOCIO: z.int(),
    NEGOCIO: z.string(),
    MONEDA: z.string(),
    IZQUIERDA: Money,
    /** null: the control figure has not been typed in. */
    DERECHA: Money.nullable(),
    DIFERENCIA: Money.nullable(),
    TOLERANCIA: Money,
    /** Accounts with a balance on either side. */
    CUENTAS_IZQUIERDA: z.int(),
    CUENTAS_DERECHA: z.int(),
    CUADRA: z.boolean(),
  })
  .meta({ id: 'TieOutResult' })
export type TieOutResult = z.output<typeof TieOutResult>

export const listTieOutRules = endpoint('GET', '/tie-out', {
  summary: 'Rules by which balances must tie out',
  allow: 'admin.period.close',
  query: z.object({ ...paging(50, { sort: ['NOMBRE', 'NEGOCIO', 'FECHA'] }), activo: activity }),
  response: pageOf(TieOutRule),
})
export const createTieOutRule = endpoint('POST', '/tie-out', {
  summary: 'A rule by which balances must tie out',
  allow: 'admin.period.write',
  body: Rule,
  response: TieOutRule,
})
/** 409 with the rule of now where somebody saved since `REVISION` was read. */
export const updateTieOutRule = endpoint('PATCH', '/tie-out/:id', {
  summary: 'Change, switch off or on a rule',
  allow: 'admin.period.write',
  params: ById,
  body: Rule.extend({ ACTIVA: z.boolean(), REVISION: Revision }),
  response: TieOutRule,
})
/** Of the balances of a period, before it is saved. Of a control figure what is typed is compared, if it is. */
export const tryTieOutRule = endpoint('POST', '/tie-out/try', {
  summary: 'What a rule says of a period, without saving it',
  allow: 'admin.period.write',
  body: Rule.extend({ ID_PERIODO: Id }),
  response: z.array(TieOutResult),
})
export const tieOutResults = endpoint('GET', '/tie-out/results', {
  summary: 'What the rules say of the balances of a period, in scope; what does not tie out first',
  allow: 'admin.period.close',
  query: z.object({ PERIODO: PeriodName }),
  response: z.array(TieOutResult),
})
/** null takes it away. In the currency of the business. */
export const setTieOutFigure = endpoint('POST', '/tie-out/figure', {
  summary: 'Type in the control figure of a business in a period',
  allow: 'admin.period.write',
  body: z.object({ ID_REGLA: Id, PERIODO: PeriodName, ID_NEGOCIO: Id, MONTO: Amount.nullable() }),
  response: z.array(TieOutResult),
})
/** Of a load that waits to be confirmed: its balances go before those of the period. Rules that block keep it from being confirmed. */
export const tieOutOfLoad = endpoint('GET', '/tie-out/load/:id', {
  summary: 'What the rules would say once a load is confirmed; what does not tie out first',
  allow: 'accounts.balance.load',
  params: ById,
  response: z.array(TieOutResult),
})
