/** The calls whose time is taken at size, and who asks them. */
type Query = Record<string, string | number>
export type Asked = { path: string; query?: Query; what?: string; as?: string }

export const LISTS: Asked[] = [
  ...['administrador', 'control'].flatMap((as): Asked[] => [
    { as, path: '/analysis', query: { limit: 100 }, what: 'first page' },
    { as, path: '/analysis', query: { limit: 100, page: 2000 }, what: 'page 2,000' },
    { as, path: '/analysis', query: { limit: 100, estadoPrincipalId: '3,1', periodId: 23 }, what: 'states of a period' },
    { as, path: '/analysis', query: { limit: 100, materialidad: 'critica' }, what: 'critical ones' },
    { as, path: '/analysis', query: { limit: 100, search: 'deposito' }, what: 'search' },
    { as, path: '/analysis', query: { limit: 100, sort: '-VARIACION', periodId: 24 }, what: 'by difference, a period' },
    { as, path: '/account', query: { limit: 100 } },
    { as, path: '/account', query: { limit: 100, page: 400 }, what: 'page 400' },
    { as, path: '/account', query: { limit: 100, search: 'deposito' }, what: 'search' },
    { as, path: '/balances', query: { limit: 100 } },
    { as, path: '/dashboard/items', query: { limit: 100 } },
    { as, path: '/dashboard/items', query: { limit: 100, search: 'deposito', etapa: 'en_control' }, what: 'search' },
    { as, path: '/account-summary/accounts', query: { limit: 100 } },
    { as, path: '/account-summary/periods', query: { limit: 24 } },
    { as, path: '/period', query: { limit: 24 } },
    { as, path: '/dashboard/accounts-assigned/details', query: { limit: 100 } },
  ]),
  { as: 'control', path: '/analysis/control', query: { limit: 100, bandeja: 'por_decidir' } },
  { as: 'control', path: '/analysis/control', query: { limit: 100, bandeja: 'decididos' }, what: 'decided' },
  { as: 'control', path: '/analysis/history', query: { limit: 100, page: 100 }, what: 'page 100' },
  { as: 'control', path: '/analysis-metadata/control' },
  { as: 'jefatura1', path: '/analysis/jefatura', query: { limit: 100 } },
  { as: 'jefatura1', path: '/analysis-metadata/jefatura' },
  { as: 'jefatura1', path: '/account-summary/periods', query: { limit: 24 } },
  { as: 'analista1', path: '/analysis/analista', query: { limit: 100 } },
  { as: 'analista1', path: '/analysis-metadata/analista' },
]
/** What the palette asks for with every few letters: a common word, a code, a word that nothing has, a business. */
export const SEARCHES: Asked[] = ['control', 'administrador', 'jefatura1', 'analista1'].flatMap((as) =>
  ['deposito', 'de', '1.1.0', 'zzz', 'banco 3'].map((texto) => ({ as, path: '/search', query: { texto }, what: texto })),
)
export const DASHBOARDS: Asked[] = [
  '/dashboard/analysis-gerencia',
  '/dashboard/analysis-jefatura-by-department',
  '/dashboard/control',
  '/dashboard/transfer-suggestions',
  '/dashboard/bussines',
  '/dashboard/get-subgerencias-data',
  '/dashboard/get-departamentos-data',
  '/dashboard/analysis-matrix',
  '/dashboard/accounts-assigned',
  '/dashboard/analysis-range?tipo=plazo',
  '/dashboard/analysis-range?tipo=monto',
  '/dashboard/analysis-range?tipo=antiguedad',
  '/dashboard/analysis-range?tipo=porcentaje',
  '/dashboard/analysis-approved',
  '/dashboard/accounts-materiality',
  '/statistics/completion',
  '/statistics/departments',
  '/statistics/on-time',
  '/statistics/cycle',
  '/statistics/differences',
  '/statistics/rejections',
  '/statistics/burndown',
  '/statistics/aging',
  '/statistics/movements',
  '/statistics/indicators',
  '/statistics/competitiveness?nivel=negocio',
  '/statistics/competitiveness?nivel=departamento',
  '/statistics/competitiveness/1',
  '/dashboard/analysis-matrix?nivel=cuenta&negocioId=1',
].map((path) => ({ path, as: 'control' }))
/** What nothing can be done about any more is not suggested. */
export const OF_NOW = ['/dashboard/transfer-suggestions']
