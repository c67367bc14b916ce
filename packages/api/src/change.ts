import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Day, format, Id, Moment, Person, pageOf, paging } from './shapes.ts'

/** Master data whose changes are kept. */
export const MASTERS = [
  'pais',
  'negocio',
  'subgerencia',
  'departamento',
  'rubro',
  'plantilla',
  'carpeta',
  'archivo',
  'tipo_de_cambio',
  'moneda_grupo',
] as const

/** Ids and the fields that name what they are of, which stand beside them in a change. */
const NAMED_BY: Record<string, readonly string[]> = {
  ID_PAIS: ['PAIS'],
  ID_NEGOCIO: ['NEGOCIO'],
  COD_SUB_GERENCIA: ['SUB_GERENCIA', 'NOMBRE_SUB_GERENCIA'],
  ID_USUARIO_ENCARGADO: ['ENCARGADO'],
  ID_USUARIO_JEFE: ['JEFE'],
  USUARIO_JEFE: ['JEFE'],
}
/** The fields of a change that say something of their own: an id whose name stands beside it says it twice. */
export function toldFields({ antes, despues }: Pick<MasterChange, 'antes' | 'despues'>): string[] {
  const fields = Object.keys(despues ?? antes ?? {})
  return fields.filter((field) => !NAMED_BY[field]?.some((name) => fields.includes(name)))
}

export const MasterChange = z
  .object({
    id: z.int(),
    entidad: z.enum(MASTERS),
    entidadId: z.int(),
    nombre: z.string(),
    accion: z.enum(['creado', 'cambiado', 'eliminado']),
    /** The fields that changed, by their wire names; null before a creation. */
    antes: z.record(z.string(), z.unknown()).nullable(),
    /** null after a removal. */
    despues: z.record(z.string(), z.unknown()).nullable(),
    usuario: Person,
    /** Name of the role that was active. */
    rol: z.string(),
    fecha: Moment,
  })
  .meta({ id: 'MasterChange' })
export type MasterChange = z.output<typeof MasterChange>

export const listMasterChanges = endpoint('GET', '/audit/changes', {
  summary: 'Who changed which master data, when, before and after; the newest first',
  allow: 'admin.change.read',
  query: z.object({
    ...paging(100, { sort: ['ENTIDAD', 'NOMBRE', 'USUARIO', 'FECHA'] }),
    entidad: z.enum(MASTERS).optional(),
    entidadId: Id.optional(),
    userId: Id.optional(),
    /** Days, both included, in the zone in which the caller is shown moments. */
    dateStart: Day.optional(),
    dateEnd: Day.optional(),
    format,
  }),
  exportable: true,
  response: pageOf(MasterChange),
})
