import type { WrittenSheet } from '@cuadre/tables'
import type { Locale } from '../../platform/http/context.ts'
import { type ExportColumn, exportRows } from '../../platform/http/export.ts'
import type { OutlinedRow } from './matrix.outline.ts'
import type { Level, Matrix } from './matrix.rows.ts'
import type { MetricSetting } from './matrix.settings.service.ts'
import { namedBy, type Structure } from './structure.ts'

const WITHOUT: Record<Level, Record<Locale, string>> = {
  pais: { es: 'Sin país', en: 'Without a country' },
  negocio: { es: 'Sin negocio', en: 'Without a business' },
  subgerencia: { es: 'Sin subgerencia', en: 'Without a sub-management' },
  departamento: { es: 'Sin departamento', en: 'Without a department' },
  rubro: { es: 'Sin rubro', en: 'Without a heading' },
  cuenta: { es: 'Sin cuenta', en: 'Without an account' },
}

/** The matrix as it stands on the screen: what a row holds below it, folded by its outline and set in by its depth. */
export function workbook(
  answer: Matrix,
  rows: AsyncIterable<OutlinedRow>,
  {
    metric,
    locale,
    estructura,
    filters,
  }: { metric: MetricSetting; locale: Locale; estructura: Structure | undefined; filters: WrittenSheet },
) {
  const shown = ({ valor }: { valor: number | null }) =>
    valor === null
      ? null
      : metric.unidad === 'porcentaje'
        ? (valor * 100).toFixed(2)
        : metric.unidad === 'monto'
          ? valor.toFixed(2)
          : String(valor)
  /** With the colour of the screen; hatched where the month is not over. */
  const lit = (cell: Matrix['total'] & { enCurso?: boolean }) => {
    const value = shown(cell)
    return value === null || !cell.semaforo ? value : { value, look: `${cell.semaforo}${cell.enCurso ? '-en-curso' : ''}` as const }
  }
  const heading = {
    es: `${metric.etiquetaEs}${metric.unidad === 'porcentaje' ? ' %' : ''}`,
    en: `${metric.etiquetaEn}${metric.unidad === 'porcentaje' ? ' %' : ''}`,
  }
  const currency: ExportColumn<OutlinedRow> = {
    es: 'Moneda',
    en: 'Currency',
    type: 'code',
    width: 10,
    of: ({ celdas, total }) => [...new Set([...celdas, total].flatMap(({ MONEDA }) => MONEDA ?? []))].join(', ') || null,
  }
  const columns: ExportColumn<OutlinedRow>[] = [
    {
      ...namedBy(heading, estructura),
      type: 'text',
      width: 40,
      of: ({ nombre, nivel, depth }, l) => ({ value: nombre ?? WITHOUT[nivel][l], indent: depth }),
    },
    ...(metric.unidad === 'monto' ? [currency] : []),
    ...answer.meses.map(
      ({ PERIODO }, at): ExportColumn<OutlinedRow> => ({ es: PERIODO, en: PERIODO, type: 'amount', of: ({ celdas }) => lit(celdas[at]!) }),
    ),
    { es: 'Acumulado', en: 'Year to date', type: 'amount', of: (row) => lit(row.total) },
  ]
  const whole = { id: null, nombre: 'Total', padre: null, celdas: answer.totales, total: answer.total, nivel: answer.nivel, depth: 0 }
  async function* withTotal() {
    for await (const row of rows) yield [row]
    yield [whole]
  }
  const title = { es: `Matriz ${answer.anio ?? ''}`, en: `Matrix ${answer.anio ?? ''}` }
  return exportRows(locale, title, columns, withTotal(), ({ depth }) => depth, filters)
}
