import {
  approveAtControl,
  approveAtJefatura,
  listForControl,
  listForJefatura,
  metadataForControl,
  metadataForJefatura,
  recallAnalysis,
  rejectAtControl,
  rejectAtJefatura,
  STATE,
} from '@cuadre/api/analysis'
import {
  approveGroupAtControl,
  approveGroupAtJefatura,
  groupMetadataForControl,
  groupMetadataForJefatura,
  listGroupsForControl,
  listGroupsForJefatura,
  recallGroup,
  rejectGroupAtControl,
  rejectGroupAtJefatura,
} from '@cuadre/api/group'
import { ROLE } from '@cuadre/api/roles'
import { call, download, query } from '@cuadre/shell'
import { detailOf } from '../shared/detail.ts'
import { groupDetailOf } from '../shared/groupDetail.ts'
import type { Remindable } from '../shared/remind/RemindDialog.tsx'
import type { Page } from './queue.ts'
import { accountUnit, groupUnit, groupUnitDetail, type ReviewUnit, type UnitDetail } from './unit.ts'
import type { queryOf, UrlFilters } from './urlFilters.ts'

type Query = ReturnType<typeof queryOf>
type Paged = Query & { page: number; limit: number }
type Body = { comentario?: string; REVISION?: number }
type Reason = { comentario: string; motivo?: string; REVISION?: number }
const params = (id: number) => ({ params: { id } })
/** Accounts that are decided alone: a member of a group is decided with it. */
const alone = { type: 'individual' } as const

/** What differs between two levels that decide on accounts and on groups. */
const LEVELS = {
  jefatura: {
    name: 'jefatura',
    may: 'decidirJefatura',
    due: 'VENCE_JEFATURA',
    individual: {
      list: (query: Paged, signal: AbortSignal) =>
        call(listForJefatura, { query: { ...query, ...alone } }, { signal }).then(pageOf(accountUnit)),
      excel: (query: Query) => download(listForJefatura, { query: { ...query, ...alone } }),
      metadata: (periodId?: number) => query(metadataForJefatura, { query: { periodId, ...alone } }),
      approve: (id: number, body: Body) => call(approveAtJefatura, { ...params(id), body }).then(accountUnit),
      reject: (id: number, body: Reason) => call(rejectAtJefatura, { ...params(id), body }).then(accountUnit),
    },
    agrupado: {
      list: (query: Paged, signal: AbortSignal) => call(listGroupsForJefatura, { query }, { signal }).then(pageOf(groupUnit)),
      excel: (query: Query) => download(listGroupsForJefatura, { query }),
      metadata: (periodId?: number) => query(groupMetadataForJefatura, { query: { periodId } }),
      approve: (id: number, body: Body) => call(approveGroupAtJefatura, { ...params(id), body }).then(groupUnit),
      reject: (id: number, body: Reason) => call(rejectGroupAtJefatura, { ...params(id), body }).then(groupUnit),
    },
  },
  control: {
    name: 'control',
    may: 'decidirControl',
    due: 'VENCE_CONTROL',
    individual: {
      list: (query: Paged, signal: AbortSignal) =>
        call(listForControl, { query: { ...query, ...alone } }, { signal }).then(pageOf(accountUnit)),
      excel: (query: Query) => download(listForControl, { query: { ...query, ...alone } }),
      metadata: (periodId?: number) => query(metadataForControl, { query: { periodId, ...alone } }),
      approve: (id: number, body: Body) => call(approveAtControl, { ...params(id), body }).then(accountUnit),
      reject: (id: number, body: Reason) => call(rejectAtControl, { ...params(id), body }).then(accountUnit),
    },
    agrupado: {
      list: (query: Paged, signal: AbortSignal) => call(listGroupsForControl, { query }, { signal }).then(pageOf(groupUnit)),
      excel: (query: Query) => download(listGroupsForControl, { query }),
      metadata: (periodId?: number) => query(groupMetadataForControl, { query: { periodId } }),
      approve: (id: number, body: Body) => call(approveGroupAtControl, { ...params(id), body }).then(groupUnit),
      reject: (id: number, body: Reason) => call(rejectGroupAtControl, { ...params(id), body }).then(groupUnit),
    },
  },
} as const

/** The pages of a list with its rows as units. */
function pageOf<Of>(unit: (of: Of) => ReviewUnit) {
  return ({ data, ...page }: { data: Of[] } & Omit<Page, 'data'>): Page => ({ ...page, data: data.map(unit) })
}

/** A query whose answer is kept as the server gave it, and read as a unit. */
type Found = {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<unknown>
  select: (answer: unknown) => UnitDetail
  staleTime: number
  gcTime: number
}
type Asked<Of> = Omit<Found, 'queryFn' | 'select'> & { queryFn: (context: { signal: AbortSignal }) => Promise<Of> }
const readAs = <Of>(asked: Asked<Of>, unit: (of: Of) => UnitDetail): Found => ({ ...asked, select: unit as Found['select'] })

/** The same at both levels. */
const KINDS = {
  individual: {
    detail: (id: number) => readAs(detailOf(id), accountUnit),
    recall: (id: number) => call(recallAnalysis, { ...params(id), body: {} }),
    bulk: (ids: number[], REVISIONES: Record<string, number>) => ({ ids, REVISIONES }),
    reminded: (ids: number[]): Remindable => ({ ids }),
  },
  agrupado: {
    detail: (id: number) => readAs(groupDetailOf(id), groupUnitDetail),
    recall: (id: number) => call(recallGroup, { ...params(id), body: {} }),
    bulk: (groupIds: number[], REVISIONES_GRUPOS: Record<string, number>) => ({ groupIds, REVISIONES_GRUPOS }),
    reminded: (groupIds: number[]): Remindable => ({ groupIds }),
  },
}

/** How one level decides on one kind. */
export function levelOf(role: number, kind: UrlFilters['kind']) {
  const { individual, agrupado, ...level } = LEVELS[role === ROLE.control ? 'control' : 'jefatura']
  return { ...level, kind, ...KINDS[kind], ...(kind === 'agrupado' ? agrupado : individual) }
}
export type Level = ReturnType<typeof levelOf>

/** Whether the row waits for this level, as far as its own states tell. */
export const waitsFor = (
  { name }: Pick<Level, 'name'>,
  { ESTADO_PRINCIPAL_ID: state, FECHA_ENVIO }: Pick<ReviewUnit, 'ESTADO_PRINCIPAL_ID' | 'FECHA_ENVIO'>,
) => (name === 'control' ? state === STATE.revision : state === STATE.pendiente && FECHA_ENVIO !== null)

/** Whether the row is as that decision of this level leaves it. */
export const isDecided = (
  { name }: Pick<Level, 'name'>,
  { ESTADO_PRINCIPAL_ID: state }: Pick<ReviewUnit, 'ESTADO_PRINCIPAL_ID'>,
  outcome: 'approve' | 'reject',
) => (outcome === 'reject' ? state === STATE.rechazado : state === STATE.aprobado || (name === 'jefatura' && state === STATE.revision))
