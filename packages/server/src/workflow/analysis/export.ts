import type { AnalysisHistory } from '@cuadre/api/analysis'
import type { Bytes } from '@cuadre/api/endpoint'
import type { Group } from '@cuadre/api/group'
import { redactRowForAuditor } from '../../platform/access/auditor.ts'
import type { Db } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { allPages, type ExportColumn, exportRows, pagesByIds, yesNo } from '../../platform/http/export.ts'
import * as groups from '../group/group.repository.ts'
import type { Filters } from './analysis.counts.ts'
import * as repository from './analysis.repository.ts'
import { isSent, MARK, MATERIALITY, RISK, STEP, shownState, state } from './code-labels.ts'
import type { ListRole } from './measures.ts'

/** The columns that a group shares with a single analysis. */
type Common = Pick<
  repository.Exported & Group,
  | 'ATRASADO'
  | 'COMENTARIO_VARIACION'
  | 'ESTADO_CONTROL_ID'
  | 'ESTADO_JEFATURA_ID'
  | 'ESTADO_PRINCIPAL_ID'
  | 'FECHA_ENVIO'
  | 'LIMITE_ESTADO'
  | 'MATERIALIDAD'
  | 'MOTIVO_CODIGO'
  | 'MOTIVO_RECHAZO'
  | 'RIESGO'
  | 'SUBESTADO'
  | 'VERSION'
>
const COMMON: ExportColumn<Common>[] = [
  { es: 'Materialidad', en: 'Materiality', type: 'text', width: 14, of: (a, l) => MATERIALITY[a.MATERIALIDAD][l] },
  { es: 'Riesgo', en: 'Risk', type: 'text', width: 10, of: (a, l) => RISK[a.RIESGO][l] },
  { es: 'Estado', en: 'Status', type: 'text', width: 22, of: shownState },
  { es: 'Estado jefatura', en: 'Status at head', type: 'text', width: 14, of: (a, l) => state(a.ESTADO_JEFATURA_ID, l) },
  { es: 'Estado control', en: 'Status at control', type: 'text', width: 14, of: (a, l) => state(a.ESTADO_CONTROL_ID, l) },
  {
    es: 'Subestado',
    en: 'Sub-status',
    type: 'text',
    width: 26,
    of: (a, l) => a.SUBESTADO && (l === 'en' ? a.SUBESTADO.nombreEn : a.SUBESTADO.nombreEs),
  },
  { es: 'Vence en su estado', en: 'Due in its status', type: 'datetime', of: (a) => a.LIMITE_ESTADO?.vence ?? null },
  { es: 'Enviado', en: 'Submitted', type: 'datetime', of: (a) => a.FECHA_ENVIO },
  { es: 'Versión', en: 'Version', type: 'integer', width: 9, of: (a) => a.VERSION },
  { es: 'Vencido', en: 'Overdue', type: 'text', width: 10, of: (a, l) => (a.ATRASADO ? yesNo(true, l) : null) },
  { es: 'Comentario', en: 'Comment', type: 'text', width: 60, of: (a) => a.COMENTARIO_VARIACION },
  { es: 'Motivo del rechazo', en: 'Reason of the rejection', type: 'text', width: 60, of: (a) => a.MOTIVO_RECHAZO },
  { es: 'Código del motivo', en: 'Reason code', type: 'code', width: 24, of: (a) => a.MOTIVO_CODIGO },
]
/** Of which analysis a row is. */
const ABOUT: ExportColumn<repository.Exported>[] = [
  { es: 'Período', en: 'Period', type: 'code', width: 10, of: (a) => a.PERIODO },
  { es: 'Negocio', en: 'Business', type: 'text', of: (a) => a.NEGOCIO },
  { es: 'Departamento', en: 'Department', type: 'text', of: (a) => a.DEPARTAMENTO },
  { es: 'Cuenta', en: 'Account', type: 'code', of: (a) => a.CUENTA },
  { es: 'Nombre', en: 'Name', type: 'text', of: (a) => a.NOMBRE_CUENTA },
  { es: 'Rubro', en: 'Heading', type: 'text', of: (a) => a.RUBRO },
  { es: 'Grupo', en: 'Group', type: 'text', width: 24, of: (a) => a.GRUPO },
  { es: 'Moneda', en: 'Currency', type: 'code', width: 8, of: (a) => a.MONEDA },
  { es: 'Analista', en: 'Analyst', type: 'text', of: (a) => a.ANALISTA },
  { es: 'Jefatura', en: 'Head', type: 'text', of: (a) => a.JEFE },
  { es: 'Saldo', en: 'Balance', type: 'amount', of: (a) => a.VALOR_BALANCE },
  { es: 'Saldo sustentado', en: 'Supported balance', type: 'amount', of: (a) => (isSent(a) ? a.VALOR_ANALISIS : null) },
  { es: 'Diferencia', en: 'Difference', type: 'amount', of: (a) => (isSent(a) ? a.VARIACION : null) },
]
const MOVEMENT: ExportColumn<repository.Exported>[] = [
  { es: 'Saldo anterior', en: 'Previous balance', type: 'amount', of: (a) => a.SALDO_ANTERIOR },
  { es: 'Movimiento', en: 'Movement', type: 'amount', of: (a) => a.VARIACION_PERIODO },
  { es: 'Movimiento %', en: 'Movement %', type: 'amount', width: 14, of: (a) => a.VARIACION_PERIODO_PCT },
  { es: 'Movimiento inusual', en: 'Unusual movement', type: 'text', width: 20, of: (a, l) => a.INUSUAL && MARK[a.INUSUAL.VEREDICTO][l] },
]
const COLUMNS = [...ABOUT, ...MOVEMENT, ...COMMON]
type ExportedHistory = repository.Exported & Pick<AnalysisHistory, 'EVENTOS'>
const lastStep = ({ EVENTOS }: ExportedHistory) => EVENTOS.findLast(({ TIPO }) => !LOOKS.includes(TIPO))
/** Who looked at something took no step. */
const LOOKS = ['visto', 'plantilla', 'aviso']
const HISTORY_COLUMNS: ExportColumn<ExportedHistory>[] = [
  ...COLUMNS,
  {
    es: 'Certificado automáticamente',
    en: 'Certified automatically',
    type: 'text',
    width: 14,
    of: (a, l) => (a.AUTO ? yesNo(true, l) : null),
  },
  {
    es: 'Último paso',
    en: 'Last step',
    type: 'text',
    width: 28,
    of: (a, l) => {
      const last = lastStep(a)
      return last ? STEP[last.TIPO][l] : null
    },
  },
  { es: 'Fecha del último paso', en: 'Date of the last step', type: 'datetime', of: (a) => lastStep(a)?.FECHA ?? null },
  { es: 'Eventos', en: 'Events', type: 'integer', width: 9, of: (a) => a.EVENTOS.length },
]
const GROUP_COLUMNS: ExportColumn<Group>[] = [
  { es: 'Período', en: 'Period', type: 'code', width: 10, of: (g) => g.PERIODO },
  { es: 'Grupo', en: 'Group', type: 'text', width: 34, of: (g) => g.NOMBRE },
  { es: 'Negocio', en: 'Business', type: 'text', of: (g) => g.NEGOCIO },
  { es: 'Departamento', en: 'Department', type: 'text', of: (g) => g.DEPARTAMENTO },
  { es: 'Cuentas', en: 'Accounts', type: 'integer', width: 10, of: (g) => g.CUENTAS },
  { es: 'Moneda', en: 'Currency', type: 'code', width: 8, of: (g) => g.MONEDA },
  { es: 'Analista', en: 'Analyst', type: 'text', of: (g) => g.ANALISTA },
  { es: 'Jefatura', en: 'Head', type: 'text', of: (g) => g.JEFE },
  { es: 'Saldo', en: 'Balance', type: 'amount', of: (g) => g.VALOR_BALANCE },
  { es: 'Saldo sustentado', en: 'Supported balance', type: 'amount', of: (g) => (isSent(g) ? g.VALOR_ANALISIS : null) },
  { es: 'Diferencia', en: 'Difference', type: 'amount', of: (g) => (isSent(g) ? g.VARIACION : null) },
  {
    es: 'Movimientos inusuales',
    en: 'Unusual movements',
    type: 'text',
    width: 34,
    of: (g, l) => g.INUSUALES.map(({ VEREDICTO, CUENTAS }) => `${MARK[VEREDICTO][l]}: ${CUENTAS}`).join('; ') || null,
  },
  ...COMMON,
]

/** All rows of a list in its order, loaded by id in pages while they are written. */
export async function exportList(db: Db, caller: Caller, asking: ListRole, zone: string, query: Filters): Promise<Bytes> {
  const { locale } = caller
  const wanted = await repository.ids(db, caller, asking, zone, query)
  const pages = pagesByIds(wanted, async (ids) =>
    (await repository.exportedByIds(db, zone, ids)).map((row) => redactRowForAuditor(caller, row)),
  )
  return exportRows(locale, { es: 'Análisis', en: 'Analyses' }, COLUMNS, pages)
}

/** The historical records as the screen has them, each with its last step. */
export async function exportHistory(db: Db, caller: Caller, zone: string, query: Filters): Promise<Bytes> {
  const wanted = await repository.ids(db, caller, null, zone, query, repository.wasSubmitted)
  const pages = pagesByIds(wanted, async (ids) =>
    (await repository.withSteps(db, caller.locale, await repository.exportedByIds(db, zone, ids))).map((row) =>
      redactRowForAuditor(caller, row),
    ),
  )
  return exportRows(caller.locale, { es: 'Históricos', en: 'Historical records' }, HISTORY_COLUMNS, pages)
}

/** All groups of a list in its order. */
export const exportGroups = async (db: Db, caller: Caller, asking: ListRole, zone: string, query: groups.Query): Promise<Bytes> =>
  exportRows(
    caller.locale,
    { es: 'Grupos', en: 'Groups' },
    GROUP_COLUMNS,
    allPages(async (page, limit) => (await groups.list(db, caller, asking, zone, { ...query, page, limit })).data),
  )
