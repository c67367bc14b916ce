import { z } from 'zod'
import {
  Allowed,
  Analysis,
  AnalysisEvent,
  AnalysisFile,
  Annex,
  ApprovalMail,
  Approve,
  Finding,
  filters,
  MATERIALITY,
  metadata,
  Recall,
  Reject,
  Reopen,
  standing,
  TakenTemplate,
  Told,
} from './analysis.ts'
import { binary, endpoint, file } from './endpoint.ts'
import { MARKS } from './movement.ts'
import { Amount, ById, Done, Flag, format, Id, NameText, PeriodName, pageOf, paging } from './shapes.ts'

/** Accounts of one analyst, with one file and one decision (decisions §4). Its members carry the states and are never out of step. */

/** Accounts that one group may have. */
export const MAX_MEMBERS = 100
/** A sum of as many amounts has up to two digits more than one. */
const Sum = z.string().regex(/^-?\d{1,20}(\.\d{1,2})?$/)

export const Group = z
  .object({
    AGRUPADO_ID: z.int(),
    NOMBRE: z.string(),
    COD_PERIODO: z.int(),
    PERIODO: PeriodName,
    ID_NEGOCIO: z.int(),
    NEGOCIO: z.string(),
    COD_DEPARTAMENTO: z.int().nullable(),
    DEPARTAMENTO: z.string().nullable(),
    MONEDA: z.string(),
    ID_ANALISTA: z.int(),
    ANALISTA: z.string(),
    JEFE: z.string().nullable(),
    CUENTAS: z.int(),
    /** Sums of the members. */
    VALOR_BALANCE: Sum.default('0'),
    VALOR_ANALISIS: Sum.default('0'),
    VARIACION: Sum.default('0'),
    /** Null where the members' comments differ. */
    COMENTARIO_VARIACION: z.string().nullable(),
    /** The gravest of the members. */
    MATERIALIDAD: z.enum(MATERIALITY),
    /** Of the members whose movement is marked, how many of each kind. */
    INUSUALES: z.array(z.object({ VEREDICTO: z.enum(MARKS), CUENTAS: z.int() })).default([]),
    RIESGO: z.enum(['A', 'M', 'B']),
    ...standing,
    ARCHIVO: AnalysisFile.nullable(),
  })
  .meta({ id: 'Group' })
export type Group = z.output<typeof Group>

export const GroupDetail = Group.extend({
  MIEMBROS: z.array(Analysis),
  /** What the machine holds against the explanations of members. */
  MARCAS: z.array(Finding.extend({ COD_ANALISIS: z.int() })),
  PLANTILLA: TakenTemplate.nullable(),
  /** Every file of the group, newest first. */
  ARCHIVOS: z.array(AnalysisFile),
  /** As those of an analysis; VERSION_DESDE is of the member that had it first. */
  ANEXOS: z.array(Annex),
  /** Each step once, though every member keeps it. */
  EVENTOS: z.array(AnalysisEvent),
  /** Its own events are what was written, each after the one before it; `verifyEvents` proves the whole period. */
  CADENA_INTEGRA: z.boolean(),
  PUEDE: Allowed,
}).meta({ id: 'GroupDetail' })

const { type: _, ...ofGroups } = filters
const GROUP_SORT = [
  'AGRUPADO_ID',
  'NOMBRE',
  'PERIODO',
  'NEGOCIO',
  'DEPARTAMENTO',
  'ANALISTA',
  'CUENTAS',
  'VALOR_BALANCE',
  'VALOR_ANALISIS',
  'VARIACION',
  'MATERIALIDAD',
  'RIESGO',
  'ESTADO_PRINCIPAL_ID',
  'ESTADO_JEFATURA_ID',
  'ESTADO_CONTROL_ID',
  'FECHA_ENVIO',
  'VENCE_ANALISTA',
  'VENCE_JEFATURA',
  'VENCE_CONTROL',
  'ATRASADO',
] as const
const Query = (limit: number) => z.object({ ...paging(limit, { sort: GROUP_SORT, most: 999_999 }), ...ofGroups, format })
const list = <const K extends 'analysis.jefatura.decide' | 'analysis.control.decide'>(path: `/${string}`, summary: string, allow: K) =>
  endpoint('GET', path, { summary, allow, query: Query(10), response: pageOf(Group), exportable: true })

export const listGroupsForAnalyst = endpoint('GET', '/analysis/group/analista', {
  summary: 'My groups',
  allow: 'analysis.item.submit',
  query: Query(999_999).extend({ paginated: Flag.default(true) }),
  response: pageOf(Group),
  exportable: true,
})
export const listGroupsForJefatura = list('/analysis/group/jefatura', 'Groups of my departments', 'analysis.jefatura.decide')
export const listGroupsForControl = list('/analysis/group/control', 'Groups of my businesses', 'analysis.control.decide')

export const groupMetadataForAnalyst = metadata('/analysis-metadata/analista/grouped', 'analysis.item.submit')
export const groupMetadataForJefatura = metadata('/analysis-metadata/jefatura/grouped', 'analysis.jefatura.decide')
export const groupMetadataForControl = metadata('/analysis-metadata/control/grouped', 'analysis.control.decide')

export const getGroup = endpoint('GET', '/analysis/group/:id', {
  summary: 'One group, with its members and everything a decision needs',
  allow: 'analysis.item.read',
  params: ById,
  response: GroupDetail,
})
/** Also of a group that was dissolved. */
export const groupHistory = endpoint('GET', '/analysis/history/group/:id', {
  summary: 'All steps of a group, newest first',
  allow: 'analysis.item.read',
  params: ById,
  query: z.object(paging(5, { sort: ['FECHA'] })),
  response: pageOf(AnalysisEvent),
})

const Members = z.array(Id).min(1).max(MAX_MEMBERS)
/**
 * Own analyses of one period, business, department and currency, none of them sent, decided or in another group (422 names the first that is not).
 * 404: one of them is not in scope.
 */
export const createGroup = endpoint('POST', '/analysis/group', {
  summary: 'Group analyses of mine',
  allow: 'analysis.item.submit',
  body: z.object({ NOMBRE: NameText.min(3).max(120), COD_ANALISIS: Members.min(2) }),
  response: Group,
})
/** 409: the group was sent or decided. */
export const addToGroup = endpoint('POST', '/analysis/group/:id/members', {
  summary: 'Add analyses to a group',
  allow: 'analysis.item.submit',
  params: ById,
  body: z.object({ COD_ANALISIS: Members }),
  response: Group,
})
/** 409: the group was sent or approved; 422: fewer than two would be left. */
export const removeFromGroup = endpoint('DELETE', '/analysis/group/:id/members/:analysisId', {
  summary: 'Take an analysis out of a group; it goes on alone in the state it has',
  allow: 'analysis.item.submit',
  params: ById.extend({ analysisId: Id }),
  response: Group,
})
export const dissolveGroup = endpoint('DELETE', '/analysis/group/:id', {
  summary: 'Dissolve a group; its analyses go on alone in the state they have',
  allow: 'analysis.item.submit',
  params: ById,
  response: Done,
})

/** A row per member; its named cells VALOR_<id> and COMENTARIO_<id> are read again at the upload. */
export const groupWorkbook = endpoint('GET', '/analysis/group/:id/workbook', {
  summary: 'The pre-filled workbook of a group',
  allow: 'analysis.item.submit',
  params: ById,
  response: binary(),
  bytes: true,
})
/** What VALORES holds, as JSON. */
export const GroupValues = z
  .array(
    z.object({
      COD_ANALISIS: z.int(),
      VALOR_ANALISIS: Amount,
      /** The difference that its analyst saw: it says of which balance. */
      VARIACION: Amount.optional(),
      COMENTARIO_VARIACION: z.string().trim().max(4000).optional(),
    }),
  )
  .max(MAX_MEMBERS)
/**
 * One file for all members. The value of each comes from VALORES (a JSON array of COD_ANALISIS, VALOR_ANALISIS, COMENTARIO_VARIACION), else from
 * our workbook, else from its draft; VALORES must agree with our workbook. With a VARIACION it must be that of the present balance (as for one analysis), and no
 * member's value is taken from a draft: who says it has seen the accounts. COMENTARIO_VARIACION counts for members without a comment of their own.
 * 422 names the member whose value or comment is missing.
 */
export const uploadGroupFile = endpoint('POST', '/analysis/group/:id/file', {
  summary: 'Submit a group: one file, a value for each member',
  allow: 'analysis.item.submit',
  params: ById,
  multipart: true,
  body: z.object({
    file: file(),
    VALORES: z.string().max(100_000).optional(),
    COMENTARIO_VARIACION: z.string().trim().max(4000).optional(),
  }),
  response: Group,
})

const decision = <B extends z.ZodType, const K extends 'analysis.jefatura.decide' | 'analysis.control.decide'>(
  path: `/${string}`,
  summary: string,
  allow: K,
  body: B,
) => endpoint('PATCH', path, { summary, allow, params: ById, body, response: Group })
export const approveGroupAtJefatura = decision(
  '/department/aprobar-grupo-analisis-jefatura/:id',
  'Jefatura approves all members',
  'analysis.jefatura.decide',
  Approve,
)
export const rejectGroupAtJefatura = decision(
  '/department/reprobar-grupo-analisis-jefatura/:id',
  'Jefatura rejects all members, with a reason',
  'analysis.jefatura.decide',
  Reject,
)
export const approveGroupAtControl = decision(
  '/sub-management/aprobar-grupo-analisis-control/:id',
  'Control approves all members: final',
  'analysis.control.decide',
  Approve,
)
export const rejectGroupAtControl = decision(
  '/sub-management/reprobar-grupo-analisis-control/:id',
  'Control rejects all members, with a reason',
  'analysis.control.decide',
  Reject,
)
export const recallGroup = endpoint('POST', '/analysis/group/:id/recall', {
  summary: 'As the recall of an analysis, for all members',
  allow: ['analysis.item.submit', 'analysis.jefatura.decide', 'analysis.control.decide'],
  params: ById,
  body: Recall,
  response: Group,
})
export const reopenGroup = endpoint('POST', '/analysis/group/:id/reopen', {
  summary: 'As the reopening of an analysis, for all members',
  allow: 'analysis.item.reopen',
  params: ById,
  body: Reopen,
  response: Group,
})
export const sendGroupApprovalEmail = endpoint('POST', '/analysis/group/send-approval-email/:id', {
  summary: 'Announce the present step of a group again',
  allow: 'analysis.item.remind',
  rate: 60,
  params: ById,
  body: ApprovalMail,
  response: Told,
})
