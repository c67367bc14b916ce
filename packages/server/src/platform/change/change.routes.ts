import type { changeApi } from '@cuadre/api'
import type { MasterChange } from '@cuadre/api/change'
import type { AppOptions } from '../../options.ts'
import { type ExportColumn, listOrExport } from '../http/export.ts'
import type { Handlers } from '../http/implement.ts'
import * as changes from './change.repository.ts'
import { ACTIONS, ENTITIES, sideOf } from './change.words.ts'

const COLUMNS: ExportColumn<MasterChange>[] = [
  { es: 'Fecha', en: 'Date', type: 'datetime', of: (c) => c.fecha },
  { es: 'Usuario', en: 'User', type: 'text', of: (c) => c.usuario.NOMBRE },
  { es: 'Rol', en: 'Role', type: 'text', of: (c) => c.rol },
  { es: 'Entidad', en: 'Entity', type: 'text', of: (c, locale) => ENTITIES[c.entidad][locale] },
  { es: 'Código', en: 'Number', type: 'integer', of: (c) => c.entidadId },
  { es: 'Nombre', en: 'Name', type: 'text', of: (c) => c.nombre },
  { es: 'Acción', en: 'Action', type: 'text', of: (c, locale) => ACTIONS[c.accion][locale] },
  { es: 'Antes', en: 'Before', type: 'text', width: 60, of: (c, locale) => sideOf(c, 'antes', locale) },
  { es: 'Después', en: 'After', type: 'text', width: 60, of: (c, locale) => sideOf(c, 'despues', locale) },
]

// No service in between: the call only reads and has no rules.
export const changeRoutes = ({ db, zone }: AppOptions): Handlers<typeof changeApi> => ({
  listMasterChanges: async ({ caller, query, locale }) =>
    listOrExport(locale, query, { es: 'Cambios', en: 'Changes' }, COLUMNS, (query) => changes.list(db, caller, zone, query)),
})
