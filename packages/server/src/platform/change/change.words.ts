import { type MasterChange, toldFields } from '@cuadre/api/change'
import type { Template } from '@cuadre/api/template'
import type { Locale } from '../http/context.ts'

type Words = Record<Locale, string>
const words = (es: string, en: string): Words => ({ es, en })

export const ENTITIES: Record<MasterChange['entidad'], Words> = {
  pais: words('País', 'Country'),
  negocio: words('Negocio', 'Business'),
  subgerencia: words('Subgerencia', 'Sub-management'),
  departamento: words('Departamento', 'Department'),
  rubro: words('Rubro', 'Heading'),
  plantilla: words('Plantilla', 'Template'),
  carpeta: words('Carpeta', 'Folder'),
  archivo: words('Archivo', 'File'),
  tipo_de_cambio: words('Tipo de cambio', 'Exchange rate'),
  moneda_grupo: words('Moneda del grupo', 'Group currency'),
}
export const ACTIONS: Record<MasterChange['accion'], Words> = {
  creado: words('Creado', 'Created'),
  cambiado: words('Cambiado', 'Changed'),
  eliminado: words('Eliminado', 'Removed'),
}

/** As the screens call them; a field without a name here is told by its own. */
const FIELDS: Record<string, Words> = {
  PAIS: words('País', 'Country'),
  ID_PAIS: words('País', 'Country'),
  CODIGO_ISO: words('Código ISO', 'ISO code'),
  MONEDA: words('Moneda', 'Currency'),
  ENCARGADO: words('Encargado', 'In charge'),
  ID_USUARIO_ENCARGADO: words('Encargado', 'In charge'),
  RUTA_IMAGEN: words('Imagen', 'Image'),
  IMAGEN: words('Imagen', 'Image'),
  ACTIVO: words('Activo', 'Active'),
  ESTADO: words('Estado', 'Status'),
  NEGOCIO: words('Negocio', 'Business'),
  ID_NEGOCIO: words('Negocio', 'Business'),
  CODIGO: words('Código', 'Code'),
  NOMBRE_SUB_GERENCIA: words('Subgerencia', 'Sub-management'),
  SUB_GERENCIA: words('Subgerencia', 'Sub-management'),
  COD_SUB_GERENCIA: words('Subgerencia', 'Sub-management'),
  DEPARTAMENTO: words('Departamento', 'Department'),
  JEFE: words('Jefe', 'Head'),
  ID_USUARIO_JEFE: words('Jefe', 'Head'),
  CUENTAS: words('Cuentas', 'Accounts'),
  NOMBRE: words('Nombre', 'Name'),
  RUTA: words('Lugar', 'Place'),
  FUSIONADO: words('Rubro fusionado', 'Heading merged'),
  nombre: words('Nombre', 'Name'),
  tipo: words('Tipo', 'Kind'),
  estado: words('Estado', 'Status'),
  name: words('Nombre', 'Name'),
  description: words('Descripción', 'Description'),
  externalLink: words('Enlace', 'Link'),
  file: words('Archivo', 'File'),
  image: words('Imagen', 'Image'),
  version: words('Versión', 'Version'),
  roles: words('Roles', 'Roles'),
  negocios: words('Negocios', 'Businesses'),
  PERIODO: words('Período', 'Period'),
  TASA: words('Tipo de cambio', 'Exchange rate'),
  FECHA_TASA: words('Fecha', 'Date'),
  MONEDA_GRUPO: words('Moneda del grupo', 'Group currency'),
  motivo: words('Motivo', 'Reason'),
}
/** As the screens say them. */
export const TEMPLATE_TYPES: Record<Template['tipo'], Words> = {
  ANALISIS: words('Análisis', 'Analysis'),
  ANALISIS_GRUPO: words('Análisis de un grupo', 'Analysis of a group'),
  CARGA_BALANCE: words('Carga de balance', 'Balance load'),
  TRASPASO: words('Traspaso', 'Transfer'),
  CUENTAS: words('Cuentas', 'Accounts'),
  CORREO: words('Correo', 'Mail'),
  EXPEDIENTE: words('Expediente', 'Binder'),
}
export const TEMPLATE_STATES: Record<Template['estado'], Words> = {
  BORRADOR: words('Borrador', 'Draft'),
  PUBLICADA: words('Publicada', 'Published'),
  RETIRADA: words('Retirada', 'Retired'),
}
/** Recorded by a code. */
const CODES: Record<string, Record<string, Words>> = { tipo: TEMPLATE_TYPES, estado: TEMPLATE_STATES }
/** A version of a template, which is recorded as a field of it. */
const VERSION = /^version (\d+)$/
const fieldName = (field: string, locale: Locale) => {
  const [, version] = VERSION.exec(field) ?? []
  return version ? `${FIELDS.version![locale]} ${version}` : (FIELDS[field]?.[locale] ?? field)
}

/** The number of the row itself stands in a column of its own; how often a file was fetched is no change of it. */
const UNTOLD = new Set([
  'id',
  'COD_DEPARTAMENTO',
  'COD_RUBRO',
  'parentId',
  'parentFolderId',
  'CARPETA_ID',
  'descargas',
  'fallaDesde',
  'comprobadoEn',
])

const NOTHING = '—'

/** One side of a change, a line for each field; null where there is none. */
export function sideOf(change: MasterChange, side: 'antes' | 'despues', locale: Locale): string | null {
  const values = change[side]
  if (!values) return null
  const fields = toldFields(change).filter((field) => field in values)
  const told = fields.filter((field) => !UNTOLD.has(field))
  return (told.length > 0 ? told : fields)
    .map((field) => `${fieldName(field, locale)}: ${inWords(values[field], locale, field)}`)
    .join('\n')
}

/** A value in words; of a row within the row, its state or its texts. */
function inWords(value: unknown, locale: Locale, field = ''): string {
  if (value === null || value === undefined || value === '') return NOTHING
  if (typeof value === 'boolean') return locale === 'es' ? (value ? 'Sí' : 'No') : value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map((each) => inWords(each, locale)).join(', ') || NOTHING
  // A rate is as many digits as it has.
  if (field === 'TASA' && locale === 'es') return String(value).replace('.', ',')
  if (typeof value !== 'object') return CODES[field]?.[String(value)]?.[locale] ?? String(value)
  if ('estado' in value) return inWords(value.estado, locale, 'estado')
  const texts = Object.values(value).filter((part) => typeof part === 'string')
  return texts.join(' ') || NOTHING
}
