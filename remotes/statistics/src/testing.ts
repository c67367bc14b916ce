import { visitsTo } from '@cuadre/shell/testing'
import en from './locales/en.json' with { type: 'json' }
import es from './locales/es.json' with { type: 'json' }

/* jsdom has neither a window to measure nor anything to draw with. */
const media = { matches: true, addEventListener() {}, removeEventListener() {} }
globalThis.matchMedia ??= () => media as unknown as MediaQueryList
HTMLCanvasElement.prototype.getContext = () => null

export const visit = visitsTo('statistics', { es, en }, (role) => [
  'statistics.dashboard.read',
  'analysis.item.read',
  ...(role === 2 ? ['analysis.jefatura.decide'] : role === 3 ? ['analysis.control.decide'] : []),
  ...(role === 4 ? [] : ['accounts.balance.load', 'admin.period.write']),
])

export const period = {
  COD_PERIODO: 10,
  PERIODO: '2026-10',
  ESTADO_ID: 1,
  VENCE_ANALISTA: '2026-11-06T21:00:00Z',
  VENCE_JEFATURA: '2026-11-09T21:00:00Z',
  VENCE_CONTROL: '2026-11-10T21:00:00Z',
  VENCE_CIERRE: '2026-11-12T21:00:00Z',
}
const business = (ID_NEGOCIO: number, NEGOCIO: string, ID_PAIS: number, PAIS: string, items: number, firmas: number, amount: string) => ({
  ID_PAIS,
  PAIS,
  ID_NEGOCIO,
  NEGOCIO,
  items,
  firmas,
  firmasRequeridas: items * 3,
  avance: firmas / (items * 3),
  completado: 0.5,
  aTiempo: (items * 3 - 1) / (items * 3),
  vencidos: 1,
  fueraDePlazo: 1,
  sinExplicar: [{ MONEDA: 'USD', monto: amount }],
  sinSustentar: [{ MONEDA: 'USD', monto: '5000.00' }],
  deltaAvance: 1.25,
  semaforoAvance: 'verde',
})

/** 100 analyses of three businesses in two countries; what a test does not say is so. */
export const management = (more: Record<string, unknown> = {}) => ({
  period,
  umbrales: { avance: { verde: 95, ambar: 85 }, completado: { verde: 95, ambar: 85 }, cumplimiento: { verde: 95, ambar: 85 } },
  plan: null,
  porPais: [
    { ID_PAIS: 1, semaforoAvance: 'ambar', deltaAvance: 2.2 },
    { ID_PAIS: 2, semaforoAvance: 'rojo', deltaAvance: null },
  ],
  total: {
    semaforoAvance: 'ambar',
    items: 100,
    firmas: 267,
    firmasRequeridas: 300,
    avance: 267 / 300,
    completado: 0.5,
    aTiempo: 297 / 300,
    vencidos: 3,
    fueraDePlazo: 3,
    sinExplicar: [{ MONEDA: 'USD', monto: '300.30' }],
    sinSustentar: [{ MONEDA: 'USD', monto: '15000.00' }],
    sustentado: [{ MONEDA: 'USD', sustentado: '75.00', requerido: '60060.00', parte: 0.75 }],
    completitud: { completado: 48, completadoTarde: 2, vencido: 3, pendiente: 47 },
    anterior: { avance: 0.88, aTiempo: 0.98, sinExplicar: [{ MONEDA: 'USD', monto: '500.40' }] },
  },
  porNegocio: [
    business(1, 'Bradesco', 1, 'Brasil', 40, 114, '100.10'),
    business(2, 'Itaú', 1, 'Brasil', 50, 135, '200.20'),
    business(3, 'BBM', 2, 'Chile', 10, 18, '0.00'),
  ],
  mayoresDiferencias: [],
  grupo: null,
  saldos: { esperados: 104, cargados: 100, parte: 100 / 104, negociosSinCargar: 1 },
  cierre: { PERIODO: '2026-09', dias: 8 },
  listaRoja: [],
  porDia: [],
  pronostico: [],
  serie: [
    { COD_PERIODO: 9, PERIODO: '2026-09', avance: 0.88, aTiempo: 0.98, completado: 0.9, sinExplicar: [{ MONEDA: 'USD', monto: '500.40' }] },
    {
      COD_PERIODO: 10,
      PERIODO: '2026-10',
      avance: 0.89,
      aTiempo: 0.99,
      completado: 0.5,
      sinExplicar: [{ MONEDA: 'USD', monto: '300.30' }],
    },
  ],
  ...more,
})
export const nothing = {
  ...management({ porNegocio: [], serie: [] }),
  total: {
    ...management().total,
    items: 0,
    firmas: 0,
    firmasRequeridas: 0,
    avance: null,
    completado: null,
    aTiempo: null,
    anterior: null,
    sinExplicar: [],
    sinSustentar: [],
    completitud: { completado: 0, completadoTarde: 0, vencido: 0, pendiente: 0 },
  },
}
export const months = {
  years: [2026],
  months: [
    { year: 2026, month: 9, COD_PERIODO: 9 },
    { year: 2026, month: 10, COD_PERIODO: 10 },
  ],
}
