import { stateName } from '@cuadre/api/analysis'
import { TICKET_CATEGORIES, TICKET_TYPES } from '@cuadre/api/ticket'
import { MAIL_STATE } from '../../desk/alert/alert.log.service.ts'
import { STATE_WORDS } from '../../desk/ticket/ticket.export.ts'
import { STATES as DELIVERY_STATE } from '../../ledger/delivery/delivery.view.ts'
import { ACCESS_KIND, AUDITOR_ACCESS } from '../../organisation/auditor/auditor.service.ts'
import { ENTITIES, TEMPLATE_STATES, TEMPLATE_TYPES } from '../../platform/change/change.words.ts'
import type { Locale } from '../../platform/http/context.ts'
import { MARK, MATERIALITY, RISK, STATES } from '../../workflow/analysis/code-labels.ts'
import { OBSERVATION_STATE } from '../../workflow/observation/observation.service.ts'
import { SAMPLE_STATE } from '../../workflow/sample/sample.service.ts'
import { ITEM_FILTERS } from '../dashboard/list.filters.ts'
import { COMPLETION_TEXT } from '../dashboard/list.workbook.ts'
import type { Named } from './filter.names.ts'

type Words = Record<Locale, string>
/** A filter of a list: its name, and what its values are called: by words of their own, as the name of an id, as a day. */
export interface Filter {
  name: Words
  values?: Record<string, Words>
  of?: Named | 'day'
}

const words = (es: string, en: string): Words => ({ es, en })
const filter = (es: string, en: string, values?: Record<string, Words> | Filter['of']): Filter => ({
  name: words(es, en),
  ...(typeof values === 'string' ? { of: values } : values && { values }),
})
const YES_NO = { true: words('Sí', 'Yes'), false: words('No', 'No') }
const yesNo = (es: string, en: string) => filter(es, en, YES_NO)
const ACTIVE = { ...YES_NO, todos: words('Todos', 'All') }
const STATUS = { activo: words('Activo', 'Active'), inactivo: words('Inactivo', 'Inactive') }
const stateWords = Object.fromEntries([1, 2, 3, 4].map((id) => [id, STATES[stateName(id)]]))
const KIND = { individual: words('Individual', 'Individual'), agrupado: words('Agrupado', 'Grouped') }
const NOBODY = { ninguno: words('Ninguno', 'None') }

/** What narrows a list, by the name of the parameter, in the words of the pages. */
const FILTERS: Record<string, Filter> = {
  search: filter('Búsqueda', 'Search'),
  paisId: filter('País', 'Country', 'country'),
  countryId: filter('País', 'Country', 'country'),
  negocioId: filter('Negocio', 'Business', 'business'),
  businessId: filter('Negocio', 'Business', 'business'),
  subgerenciaId: { ...filter('Subgerencia', 'Sub-management', 'subManagement'), values: NOBODY },
  subManagementId: filter('Subgerencia', 'Sub-management', 'subManagement'),
  departamentoId: { ...filter('Departamento', 'Department', 'department'), values: NOBODY },
  departmentId: filter('Departamento', 'Department', 'department'),
  departamentName: filter('Departamento', 'Department'),
  headingId: filter('Rubro', 'Heading', 'heading'),
  rubroId: { ...filter('Rubro', 'Heading', 'heading'), values: NOBODY },
  rubroDe: { ...filter('Rubro', 'Heading', 'heading'), values: NOBODY },
  parentId: { ...filter('Bajo el rubro', 'Under the heading', 'heading'), values: { raiz: words('Los más altos', 'The highest') } },
  periodId: filter('Período', 'Period', 'period'),
  periodIds: filter('Períodos', 'Periods', 'period'),
  desdePeriodId: filter('Desde', 'From', 'period'),
  abiertoEn: filter('Abierto también en', 'Open in this period too', 'period'),
  noAbiertoEn: filter('No abierto en', 'Not open in', 'period'),
  todos: yesNo('Todos los períodos', 'All periods'),
  filterByPeriod: filter('Período', 'Period', 'period'),
  periodo: filter('Período', 'Period'),
  mes: filter('Mes', 'Month'),
  anio: filter('Año', 'Year'),
  accountId: filter('Cuenta', 'Account', 'account'),
  cuentaId: filter('Cuenta', 'Account', 'account'),
  analysisId: filter('Análisis', 'Analysis', 'analysis'),
  groupId: filter('Grupo', 'Group', 'group'),
  analystId: filter('Analista', 'Analyst', 'person'),
  analistaId: filter('Analista', 'Analyst', 'person'),
  backupId: filter('Respaldo', 'Backup', 'person'),
  chiefId: filter('Jefatura', 'Head', 'person'),
  managerId: filter('Responsable', 'Manager', 'person'),
  auditorId: filter('Auditor', 'Auditor', 'person'),
  asignadoId: filter('Asignado a', 'Assigned to', 'person'),
  userId: filter('Usuario', 'User', 'person'),
  roleId: filter('Rol', 'Role', 'role'),
  folderId: filter('Carpeta', 'Folder', 'folder'),
  subestadoId: filter('Subestado', 'Substate', 'substate'),
  dateStart: filter('Desde', 'From', 'day'),
  dateEnd: filter('Hasta', 'Until', 'day'),
  asOf: filter('Como estaba el', 'As it stood on'),
  moneda: filter('Moneda', 'Currency'),
  tipo: filter('Tipo', 'Kind', KIND),
  type: filter('Tipo', 'Kind', KIND),
  bandeja: filter('Lista', 'List', {
    por_decidir: words('Por decidir', 'To decide'),
    decididos: words('Decididos', 'Decided'),
    sin_enviar: words('Por preparar', 'To prepare'),
    rechazados: words('Rechazados', 'Rejected'),
    atrasados: words('Vencidos', 'Overdue'),
    aprobados: words('Aprobados', 'Approved'),
    por_preparar: words('Por preparar o rechazados', 'To prepare or rejected'),
  }),
  completitud: filter('Completitud', 'Completion', COMPLETION_TEXT),
  materialidad: filter('Materialidad', 'Materiality', MATERIALITY),
  movimiento: filter('Movimiento', 'Movement', MARK),
  riesgo: filter('Riesgo', 'Risk', RISK),
  estadoPrincipalId: filter('Estado', 'Status', stateWords),
  estadoJefaturaId: filter('Estado de jefatura', 'Status at the head', stateWords),
  estadoControlId: filter('Estado de control', 'Status at control', stateWords),
  limiteVencido: yesNo('Límite de subestado vencido', 'Substate past its limit'),
  activa: yesNo('Activa', 'Active'),
  activo: filter('Activo', 'Active', ACTIVE),
  status: filter('Estado', 'Status', STATUS),
  statusId: filter('Estado', 'Status', { 1: words('Activa', 'Active'), 2: words('Inactiva', 'Inactive') }),
  asignada: filter('Asignada', 'Assigned', YES_NO),
  respaldo: filter('Con respaldo', 'With a backup', YES_NO),
  conSaldo: yesNo('Con saldo', 'With a balance'),
  conDiferencia: yesNo('Con diferencia', 'With a difference'),
  enviado: yesNo('Enviado', 'Submitted'),
  riesgoPorRevisar: yesNo('Riesgo por revisar', 'Risk to be rated again'),
  acceso: filter('Acceso', 'Access', AUDITOR_ACCESS),
  aviso: filter('Avisos', 'Notices', {
    correo: words('Correo por confirmar', 'E-mail to confirm'),
    segundo_factor: words('Segundo factor por decidir', 'Second factor to decide'),
    detenida: words('Cuenta detenida', 'Account stopped'),
  }),
  entidad: filter('Entidad', 'Entity', ENTITIES),
  entidadId: filter('Código', 'Number'),
  correo: filter('Correo', 'E-mail', MAIL_STATE),
  leida: yesNo('Leído', 'Read'),
  clase: filter('Clase', 'Class', {
    nueva: words('Nuevas', 'New'),
    cambia: words('Cambian', 'Changed'),
    igual: words('Iguales', 'The same'),
    falta: words('Faltan', 'Missing'),
    rechazada: words('Rechazadas', 'Rejected'),
    grupo: words('Grupos', 'Groups'),
    cero: words('Sin saldo', 'Without a balance'),
  }),
  grupo: yesNo('En un grupo', 'In a group'),
  reabre: yesNo('Reabre lo firmado', 'Reopens what was signed'),
  sinAsignar: yesNo('Sin asignar', 'Not assigned'),
  minCambio: filter('Cambio desde', 'Change from'),
  minPorcentaje: filter('Cambio desde, en %', 'Change from, in %'),
  formato: filter('Formato', 'Format'),
  estadoId: filter('Estado', 'Status', STATE_WORDS),
  categoriaId: filter('Categoría', 'Category', Object.fromEntries(TICKET_CATEGORIES.map((one) => [one.id, one]))),
  tipoId: filter('Tipo', 'Kind', Object.fromEntries(TICKET_TYPES.map((one) => [one.id, one]))),
  abiertas: yesNo('Sin cerrar', 'Not closed'),
  vencidas: yesNo('Vencidas', 'Overdue'),
  vencida: yesNo('Vencida', 'Overdue'),
  visto: yesNo('Visto', 'Opened'),
  vista: filter('Solicitudes', 'Requests', {
    mias: words('Las propias', 'One’s own'),
    recibidas: words('Las recibidas', 'Received ones'),
    todas: words('Todas', 'All'),
  }),
}
/** What one name means in one list and not in another. */
const OF_CALL: Record<string, Record<string, Filter>> = {
  listDeliveries: { estado: filter('Estado', 'Status', DELIVERY_STATE) },
  listObservations: { estado: filter('Estado', 'Status', OBSERVATION_STATE) },
  listSamples: { estado: filter('Estado', 'Status', SAMPLE_STATE) },
  listTemplates: { estado: filter('Estado', 'Status', TEMPLATE_STATES), tipo: filter('Tipo', 'Kind', TEMPLATE_TYPES) },
  listAuditors: { tipo: filter('Tipo', 'Kind', { interno: words('Interno', 'Internal'), externo: words('Externo', 'External') }) },
  auditorAccesses: { tipo: filter('Tipo', 'Kind', ACCESS_KIND) },
}
/** Undefined of what narrows nothing: pages, order, format. */
export const filterOf = (call: string, name: string): Filter | undefined => OF_CALL[call]?.[name] ?? FILTERS[name] ?? ITEM_FILTERS[name]
