import { visitsTo } from '@cuadre/shell/testing'
import en from '../locales/en.json' with { type: 'json' }
import es from '../locales/es.json' with { type: 'json' }

const visits = visitsTo('accounts-analysis', { es, en }, () => [
  'accounts.balance.load',
  'admin.period.write',
  'analysis.item.read',
  'analysis.item.submit',
  'analysis.jefatura.decide',
  'analysis.control.decide',
  'statistics.dashboard.read',
])
/** Lists that a screen offers beside what it is about: empty unless a test has some. */
const BESIDE = ['/reject-reason', '/period/extension', '/analysis-status']
export const visit: typeof visits = (pages, address, who, answers) =>
  visits(pages, address, who, (asked) => {
    const answer = answers(asked)
    const listed = typeof answer === 'object' && answer !== null && 'total' in answer
    if (asked.path === '/me/subgerencias') return []
    return asked.method === 'GET' && BESIDE.includes(asked.path) && !listed ? list([]) : answer
  })

export const list = (data: unknown[], total = data.length) => ({ data, total, page: 1, limit: 5 })
/** An analysis of the contract; what a test does not say is unremarkable. */
export const analysis = (id: number, more: Record<string, unknown> = {}) => ({
  COD_ANALISIS: id,
  COD_PERIODO: 10,
  PERIODO: '2026-10',
  COD_CUENTA: id,
  CUENTA: `1.9.9.00.00-${id}`,
  NOMBRE_CUENTA: `Cuenta ${id}`,
  RUBRO: 'Otros valores',
  ID_NEGOCIO: 1,
  NEGOCIO: 'Votorantim',
  COD_DEPARTAMENTO: 1,
  DEPARTAMENTO: 'Contabilidad',
  MONEDA: 'BRL',
  ID_ANALISTA: 7,
  ANALISTA: 'Rodrigo Peña',
  JEFE: 'Marcela Duarte',
  VALOR_BALANCE: '416332431.03',
  VALOR_ANALISIS: '416147985.65',
  VARIACION: '184445.38',
  COMENTARIO_VARIACION: 'Amortización del mes.',
  SALDO_ANTERIOR: '460365876.76',
  VARIACION_PERIODO: '-44033445.73',
  VARIACION_PERIODO_PCT: '-9.56',
  MATERIALIDAD: 'material',
  INUSUAL: null,
  RIESGO: 'M',
  ESTADO_PRINCIPAL_ID: 1,
  ESTADO_JEFATURA_ID: 1,
  ESTADO_CONTROL_ID: null,
  FECHA_ENVIO: '2026-11-06T16:42:00Z',
  VERSION: 2,
  REVISION: 3,
  VENCE_ANALISTA: '2026-11-06T21:00:00Z',
  VENCE_JEFATURA: '2026-11-09T21:00:00Z',
  VENCE_CONTROL: '2026-11-10T21:00:00Z',
  ATRASADO: false,
  MOTIVO_RECHAZO: null,
  AGRUPADO_ID: null,
  ARCHIVO: null,
  ...more,
})
export const detail = (id: number, more: Record<string, unknown> = {}) => ({
  ...analysis(id),
  ANTERIOR: { PERIODO: '2026-09', COMENTARIO: 'Baja por amortización.', ESTADO_PRINCIPAL_ID: 4 },
  SERIE: [
    { PERIODO: '2026-09', SALDO: '460365876.76' },
    { PERIODO: '2026-10', SALDO: '416332431.03' },
  ],
  UMBRAL: { monto: '1000.00', porcentaje: '10.00', base: 'AMBOS_O' },
  ARCHIVOS: [],
  ANEXOS: [],
  EVENTOS: [],
  CADENA_INTEGRA: true,
  COMPROBACIONES: [],
  PUEDE: {
    enviar: false,
    decidirJefatura: true,
    decidirControl: true,
    recuperar: false,
    reabrir: false,
    anexarPosterior: false,
    motivo: null,
  },
  ...more,
})
export const annex = (ID: number, NOMBRE: string, more: Record<string, unknown> = {}) => ({
  ID,
  NOMBRE,
  TAMANO: 1,
  SHA256: 'b'.repeat(64),
  DESCRIPCION: null,
  CARGADO_POR: 'Rodrigo Peña',
  CARGADO_EN: '2026-11-05T15:00:00Z',
  VERSION_DESDE: null,
  VERSION_HASTA: null,
  POSTERIOR: false,
  ...more,
})
/** What the server finds in a workbook: of account 1, all in order. */
export const checked = (more: Record<string, unknown> = {}, value: Record<string, unknown> = {}) => ({
  tipo: 'analisis',
  firma: 'valida',
  COD_ANALISIS: 1,
  AGRUPADO_ID: null,
  NOMBRE: 'Cuenta 1',
  PERIODO: '2026-10',
  VALORES: [
    {
      COD_ANALISIS: 1,
      CUENTA: '1.9.9.00.00-1',
      NOMBRE_CUENTA: 'Cuenta 1',
      MONEDA: 'BRL',
      VALOR_BALANCE: '416332431.03',
      VALOR_ANALISIS: '416147985.65',
      VARIACION: '184445.38',
      COMENTARIO_VARIACION: 'Factura en tránsito.',
      MARCAS: [],
      ...value,
    },
  ],
  CELDAS: [],
  AVISOS: [],
  ...more,
})
export const NOT_OURS = {
  tipo: 'otro',
  firma: 'ausente',
  COD_ANALISIS: null,
  AGRUPADO_ID: null,
  NOMBRE: null,
  PERIODO: null,
  VALORES: [],
  CELDAS: [],
  AVISOS: [],
}
export const counts = (more: Record<string, unknown> = {}) => ({
  porPreparar: 0,
  enviados: 3,
  porDecidir: 3,
  decididos: 5,
  sinEnviar: 2,
  rechazados: 0,
  revision: 0,
  aprobados: 5,
  atrasados: 0,
  total: 10,
  periodos: [{ id: 10, nombre: '2026-10' }],
  departamentos: [],
  negocios: [],
  ...more,
})
