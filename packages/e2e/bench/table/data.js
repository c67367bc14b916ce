// An analyst's own list of `count` accounts, the same at every run: amounts of all sizes, names with accents, every state and materiality.
const NAMES = [
  'Caja y efectivo',
  'Banco Ñuble cuenta corriente',
  'Créditos vinculados',
  'Depósitos a plazo',
  'Impuestos por recuperar',
  'Ánticipos a proveedores',
  'Provisión de vacaciones',
  'Útiles de oficina',
  'Existencias en tránsito',
  'Obligaciones con el público',
  'Ingresos por intereses',
  'Derechos de aduana',
]
const PLACES = ['Santiago', 'Concepción', 'Ñuñoa', 'Valparaíso', 'Iquique', 'Osorno', 'Chillán']
const MATERIALITY = ['no_material', 'menor', 'material', 'critica']
const day = (n) => `2026-11-${String(1 + (n % 28)).padStart(2, '0')}T21:00:00Z`

export function makeRows(count) {
  let seed = 20261122
  const next = (below) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
  const amount = () => `${next(4) === 0 ? '-' : ''}${next(10 ** (3 + next(7)))}.${String(next(100)).padStart(2, '0')}`
  return Array.from({ length: count }, (_, at) => {
    const state = next(5)
    const balance = amount()
    const settled = next(3) > 0
    return {
      COD_ANALISIS: at + 1,
      CUENTA: `${1 + next(5)}.${next(10)}.${String(at).padStart(6, '0')}-${next(10)}`,
      NOMBRE_CUENTA: `${NAMES[next(NAMES.length)]} ${PLACES[next(PLACES.length)]} ${next(9999)}`,
      ID_NEGOCIO: 1,
      NEGOCIO: 'Matriz',
      MONEDA: 'CLP',
      VALOR_BALANCE: balance,
      VALOR_ANALISIS: settled ? balance : amount(),
      VARIACION: settled ? '0.00' : amount(),
      VARIACION_PERIODO: amount(),
      VARIACION_PERIODO_PCT: next(8) === 0 ? null : `${next(2) ? '-' : ''}${next(400)}.${next(10)}`,
      MATERIALIDAD: MATERIALITY[next(4)],
      ESTADO_PRINCIPAL_ID: Math.max(1, state),
      FECHA_ENVIO: state === 0 ? null : day(at),
      VENCE_ANALISTA: day(at),
      VENCE_JEFATURA: day(at + 3),
      VENCE_CONTROL: day(at + 5),
      ATRASADO: next(6) === 0,
      AGRUPADO_ID: next(20) === 0 ? 1 : null,
    }
  })
}

/** A trial balance as text, of at least so many bytes. */
export function makeBalance(bytes) {
  const rows = makeRows(1000).map(
    ({ CUENTA, NOMBRE_CUENTA, VALOR_BALANCE }) => `${CUENTA};${NOMBRE_CUENTA};Matriz;2026-11;${VALOR_BALANCE.replace('.', ',')}\r\n`,
  )
  const text = rows.join('')
  return `Cuenta;Nombre de la cuenta;Empresa;Periodo;Saldo\r\n${text.repeat(Math.ceil(bytes / text.length))}`
}
