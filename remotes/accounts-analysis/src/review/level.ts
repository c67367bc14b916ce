import {
  type Analysis,
  approveAtControl,
  approveAtJefatura,
  listForControl,
  listForJefatura,
  metadataForControl,
  metadataForJefatura,
  rejectAtControl,
  rejectAtJefatura,
  STATE,
} from '@cuadre/api/analysis'
import { ROLE } from '@cuadre/api/roles'

export type LevelName = 'jefatura' | 'control'

/** The two levels decide on one screen; this is all in which they differ. */
const LEVELS = {
  jefatura: {
    name: 'jefatura',
    list: listForJefatura,
    metadata: metadataForJefatura,
    approve: approveAtJefatura,
    reject: rejectAtJefatura,
    may: 'decidirJefatura',
    due: 'VENCE_JEFATURA',
  },
  control: {
    name: 'control',
    list: listForControl,
    metadata: metadataForControl,
    approve: approveAtControl,
    reject: rejectAtControl,
    may: 'decidirControl',
    due: 'VENCE_CONTROL',
  },
} as const
export type Level = (typeof LEVELS)[LevelName]

export const levelOf = (role: number): Level => LEVELS[role === ROLE.control ? 'control' : 'jefatura']

/** Whether the row waits for this level, as far as its own states tell. */
export const waitsFor = ({ name }: Level, { ESTADO_PRINCIPAL_ID: state, FECHA_ENVIO }: Analysis) =>
  name === 'control' ? state === STATE.revision : state === STATE.pendiente && FECHA_ENVIO !== null
