import { sql } from 'kysely'

const CAUSES = [
  'operaciones liquidadas en el mes',
  'la reclasificación al rubro',
  'intereses devengados',
  'la factura mayor del trimestre',
  'vencimientos renovados',
  'pagos a proveedores de la última semana',
  'la provisión mensual según nómina',
  'cobros aplicados después del corte',
  'la actualización de la tasa de cambio al cierre',
  'compras recibidas y aún sin factura',
  'la amortización de la cuota del mes',
]
const SUPPORTS = [
  'el auxiliar adjunto',
  'el extracto del banco al último día hábil',
  'el listado de partidas abiertas por antigüedad',
  'la conciliación firmada por tesorería',
  'el detalle de facturas adjunto',
  'el reporte de activos y su depreciación',
  'la declaración presentada en el mes',
]

/** Most explain the movement; one in eight repeats a sentence, as happens in reality. */
export const commentOf = (id: number, movement: string): string =>
  id % 8 === 0
    ? 'Saldo conciliado con el auxiliar del mes. El movimiento corresponde a las operaciones registradas y verificadas contra su soporte.'
    : `El movimiento de ${movement} frente al mes anterior corresponde a ${CAUSES[id % CAUSES.length]}, según ${SUPPORTS[id % SUPPORTS.length]}.`

/** The same in SQL, for many: of an analysis `a`. */
export const commentInSql = sql<string>`case when (a.account_id + a.period_id * 5) % 8 = 0
    then 'Saldo conciliado con el auxiliar del mes. El movimiento corresponde a las operaciones registradas y verificadas contra su soporte.'
    when a.previous is null or a.previous = a.balance
    then format('Sin movimiento frente al mes anterior: saldo de %s respaldado con %s.', ${inSpanish('a.balance')}, ${picked(SUPPORTS)})
    else format('El movimiento de %s frente al mes anterior corresponde a %s, según %s.', ${inSpanish('a.balance - a.previous')}, ${picked(CAUSES)}, ${picked(SUPPORTS)}) end`

function inSpanish(amount: string) {
  return sql`translate(trim(to_char(${sql.raw(amount)}, '999,999,999,999,999,990.00')), ',.', '.,')`
}
function picked(texts: readonly string[]) {
  return sql`(${texts}::text[])[1 + (a.account_id * 7 + a.period_id * 3) % ${sql.lit(texts.length)}]`
}
