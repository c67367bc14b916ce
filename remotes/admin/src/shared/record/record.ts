import type { MasterChange } from '@cuadre/api/change'
import type { useTranslation } from '@cuadre/shell'
import type { ComponentType } from 'react'

export type T = ReturnType<typeof useTranslation>['t']

/** A noun of the organisation: what its list, its form and its history need to know of it. */
export interface RecordKind<Row extends { REVISION: number }, Values extends object> {
  /** Where its texts are: `business.title`, `business.create`, … */
  texts: 'country' | 'business' | 'subManagement' | 'department' | 'heading'
  /** What its changes are recorded under. */
  entity: MasterChange['entidad']
  /** First part of the addresses of its calls, which is the key of its cached answers. */
  noun: string
  list: { link: () => string }
  nameOf: (row: Row) => string
  valuesOf: (row?: Row) => Values
  /** What a field of the row says, in words. */
  said: (field: keyof Values & string, row: Row, t: T) => string
  Fields: ComponentType<{ row?: Row | undefined }>
  /** Code of the refusal that the user may accept by confirming it. */
  confirmable?: string
}

export const yesNo = (value: boolean, t: T) => t(value ? 'status.active' : 'status.inactive')

/** Whatever shows names or counts of the organisation is read again after one of them changed. */
export const ORGANISATION = ['country', 'country-manager', 'business', 'sub-management', 'department', 'organisation', 'me', 'audit']
