import type { Output } from '@cuadre/api/endpoint'
import type { analysisMatrix } from '@cuadre/api/matrix'
import type { Locale } from '../../platform/http/context.ts'
import { type ExportColumn, exportRows } from '../../platform/http/export.ts'
import type { MetricSetting } from './matrix.settings.service.ts'

type Matrix = Extract<Output<typeof analysisMatrix>, { data: unknown }>

export function workbook(answer: Matrix, metric: MetricSetting, locale: Locale) {
  type Row = Matrix['data'][number]
  const shown = ({ valor }: { valor: number | null }) =>
    valor === null
      ? null
      : metric.unidad === 'porcentaje'
        ? (valor * 100).toFixed(2)
        : metric.unidad === 'monto'
          ? valor.toFixed(2)
          : String(valor)
  /** With the colour of the screen; hatched where the month is not over. */
  const lit = (cell: Row['total'] & { enCurso?: boolean }) => {
    const value = shown(cell)
    return value === null || !cell.semaforo ? value : { value, look: `${cell.semaforo}${cell.enCurso ? '-en-curso' : ''}` as const }
  }
  const title = {
    es: `${metric.etiquetaEs}${metric.unidad === 'porcentaje' ? ' %' : ''}`,
    en: `${metric.etiquetaEn}${metric.unidad === 'porcentaje' ? ' %' : ''}`,
  }
  const columns: ExportColumn<Row>[] = [
    { es: title.es, en: title.en, type: 'text', width: 40, of: ({ nombre }) => nombre },
    ...answer.meses.map(
      ({ PERIODO }, at): ExportColumn<Row> => ({ es: PERIODO, en: PERIODO, type: 'amount', of: ({ celdas }) => lit(celdas[at]!) }),
    ),
    { es: 'Acumulado', en: 'Year to date', type: 'amount', of: (row) => lit(row.total) },
  ]
  const whole: Row = { id: null, nombre: 'Total', padre: null, celdas: answer.totales, total: answer.total }
  return exportRows(locale, { es: `Matriz ${answer.anio ?? ''}`, en: `Matrix ${answer.anio ?? ''}` }, columns, [...answer.data, whole])
}
