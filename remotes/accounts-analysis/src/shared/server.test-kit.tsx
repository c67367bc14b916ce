import { addMessages, createBrowserRouter, RouterProvider, startLanguage, switchRole } from '@cuadre/shell'
import { UiProvider } from '@cuadre/ui'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { configure, render } from '@testing-library/react'
import type { ComponentType } from 'react'
// Only the network is replaced: the shell's own instance gets an adapter.
import { connect, http } from '../../../../packages/shell/src/http.ts'

// A busy machine takes longer than a second to show what was asked for.
configure({ asyncUtilTimeout: 5000 })

export interface Asked {
  method: string
  url: string
  query: Record<string, unknown>
  body: unknown
}
export interface Refused {
  status: number
  data: { code: string; message: string; issues?: { path: string; message: string }[]; current?: unknown }
}
/** The network is away: no answer. */
export const unreachable = () => refuse(0, { code: 'offline', message: '' })
export const refuse = (status: number, data: Refused['data']) => Object.assign(new Error(data.message), { refused: { status, data } })

/** A page as the host shows it, to a person of a role, over answers by call ("GET /analysis/7"). */
export async function show(Page: ComponentType, path: string, role: number, answers: (asked: Asked) => unknown) {
  const calls: Asked[] = []
  const { AxiosError } = await import(new URL('../../../../packages/shell/node_modules/axios/index.js', import.meta.url).href)
  http.defaults.adapter = async (config) => {
    const body = typeof config.data === 'string' ? JSON.parse(config.data) : config.data
    const asked = { method: (config.method ?? 'get').toUpperCase(), url: config.url ?? '', query: config.params ?? {}, body }
    calls.push(asked)
    const rest = { statusText: '', headers: {}, config }
    try {
      const data = asked.url === '/user/set-rol-activo' ? person(role) : await answers(asked)
      return { data: data ?? {}, status: 200, ...rest }
    } catch (error) {
      const { refused } = error as { refused?: Refused }
      if (!refused) throw error
      if (refused.status === 0) throw new AxiosError('Network Error', 'ERR_NETWORK', config, null)
      throw new AxiosError('', '', config, null, { ...refused, ...rest })
    }
  }
  if (!connected) {
    connect({ token: async () => undefined, locale: () => 'es', onUnauthorized: () => {} })
    await startLanguage(async () => ({ default: {} }))
    await addMessages('accounts-analysis', () => import('../locales/es.json', { with: { type: 'json' } }))
    connected = true
  }
  await switchRole(role)
  history.replaceState(null, '', path)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const router = createBrowserRouter([{ path: '*', element: <Page /> }])
  const view = render(
    <QueryClientProvider client={client}>
      <UiProvider locale="es">
        <RouterProvider router={router} />
      </UiProvider>
    </QueryClientProvider>,
  )
  return { calls, client, ...view }
}
let connected = false

const person = (role: number) => ({
  id: 1,
  NOMBRE: 'Marcela Duarte',
  SPC_TIPO_USUARIOS: { COD_TIPO_USUARIO: role, TIPO_USUARIO: '' },
  roles: [],
  permissions: ['accounts.balance.load', 'admin.period.write'],
  locale: 'es',
})

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
  UMBRAL: { monto: '1000.00', porcentaje: '10.00' },
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
