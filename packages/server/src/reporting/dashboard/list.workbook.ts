import type { Item } from '@cuadre/api/item'
import type { Locale } from '../../platform/http/context.ts'
import type { ExportColumn } from '../../platform/http/export.ts'
import { MATERIALITY, RISK } from '../../workflow/analysis/code-labels.ts'

type ForReader = Record<string, Record<Locale, string>>
export const STAGE_TEXT: ForReader = {
  sin_enviar: { es: 'Por preparar', en: 'To prepare' },
  rechazado: { es: 'Rechazado', en: 'Rejected' },
  en_jefatura: { es: 'En jefatura', en: 'With the department head' },
  en_control: { es: 'En control', en: 'At control' },
  aprobado: { es: 'Aprobado', en: 'Approved' },
}
export const COMPLETION_TEXT: ForReader = {
  completado: { es: 'Completado', en: 'Completed' },
  completado_tarde: { es: 'Completado tarde', en: 'Completed late' },
  vencido: { es: 'Vencido', en: 'Overdue' },
  pendiente: { es: 'Pendiente', en: 'Pending' },
}
export const TITLE = { es: 'Análisis', en: 'Analyses' }
export const COLUMNS: ExportColumn<Item>[] = [
  { es: 'Período', en: 'Period', type: 'code', width: 10, of: (a) => a.PERIODO },
  { es: 'Negocio', en: 'Business', type: 'text', of: (a) => a.NEGOCIO },
  { es: 'Subgerencia', en: 'Sub-management', type: 'text', of: (a) => a.SUB_GERENCIA },
  { es: 'Departamento', en: 'Department', type: 'text', of: (a) => a.DEPARTAMENTO },
  { es: 'Cuenta', en: 'Account', type: 'code', of: (a) => a.CUENTA },
  { es: 'Nombre', en: 'Name', type: 'text', of: (a) => a.NOMBRE_CUENTA },
  { es: 'Rubro', en: 'Heading', type: 'text', of: (a) => a.RUBRO },
  { es: 'Grupo', en: 'Group', type: 'text', width: 24, of: (a) => a.GRUPO },
  { es: 'Cuentas', en: 'Accounts', type: 'integer', width: 9, of: (a) => a.PESO },
  { es: 'Moneda', en: 'Currency', type: 'code', width: 8, of: (a) => a.MONEDA },
  { es: 'Saldo', en: 'Balance', type: 'amount', of: (a) => a.VALOR_BALANCE },
  { es: 'Saldo sustentado', en: 'Supported balance', type: 'amount', of: (a) => (a.FECHA_ENVIO === null ? null : a.VALOR_ANALISIS) },
  { es: 'Diferencia', en: 'Difference', type: 'amount', of: (a) => (a.FECHA_ENVIO === null ? null : a.VARIACION) },
  { es: 'Movimiento', en: 'Movement', type: 'amount', of: (a) => a.VARIACION_PERIODO },
  { es: 'Sin explicar', en: 'Unexplained', type: 'amount', of: (a) => a.SIN_EXPLICAR },
  { es: 'Materialidad', en: 'Materiality', type: 'text', width: 14, of: (a, l) => MATERIALITY[a.MATERIALIDAD][l] },
  { es: 'Riesgo', en: 'Risk', type: 'text', width: 10, of: (a, l) => RISK[a.RIESGO][l] },
  { es: 'Etapa', en: 'Stage', type: 'text', width: 14, of: (a, l) => STAGE_TEXT[a.ETAPA]![l] },
  {
    es: 'Subestado',
    en: 'Sub-status',
    type: 'text',
    width: 20,
    of: (a, l) => a.SUBESTADO && (l === 'en' ? a.SUBESTADO.nombreEn : a.SUBESTADO.nombreEs),
  },
  { es: 'Completitud', en: 'Completion', type: 'text', width: 16, of: (a, l) => COMPLETION_TEXT[a.COMPLETITUD]![l] },
  { es: 'Analista', en: 'Analyst', type: 'text', of: (a) => a.ANALISTA },
  { es: 'Jefatura', en: 'Head', type: 'text', of: (a) => a.JEFE },
  { es: 'Vence analista', en: 'Analyst due', type: 'datetime', of: (a) => a.VENCE_ANALISTA },
  { es: 'Enviado', en: 'Submitted', type: 'datetime', of: (a) => a.FECHA_ENVIO },
  { es: 'Vence jefatura', en: 'Head due', type: 'datetime', of: (a) => a.VENCE_JEFATURA },
  { es: 'Jefatura', en: 'Head', type: 'datetime', of: (a) => a.FECHA_JEFATURA },
  { es: 'Vence control', en: 'Control due', type: 'datetime', of: (a) => a.VENCE_CONTROL },
  { es: 'Control', en: 'Control', type: 'datetime', of: (a) => a.FECHA_CONTROL },
  { es: 'Días de preparación', en: 'Days of preparation', type: 'integer', width: 10, of: (a) => a.DIAS_PREPARACION },
  { es: 'Días en jefatura', en: 'Days at head', type: 'integer', width: 10, of: (a) => a.DIAS_JEFATURA },
  { es: 'Días en control', en: 'Days at control', type: 'integer', width: 10, of: (a) => a.DIAS_CONTROL },
  { es: 'Rechazos', en: 'Rejections', type: 'integer', width: 9, of: (a) => a.RECHAZOS },
  { es: 'Reaperturas', en: 'Reopenings', type: 'integer', width: 9, of: (a) => a.REAPERTURAS },
  { es: 'Comentario', en: 'Comment', type: 'text', width: 60, of: (a) => a.COMENTARIO_VARIACION },
  { es: 'Motivo del rechazo', en: 'Reason of the rejection', type: 'text', width: 60, of: (a) => a.MOTIVO_RECHAZO },
]
