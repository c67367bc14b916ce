import { TextLink } from '@cuadre/ui'
import { useListLink } from '../shared/items/listQuery.ts'
import { CellValue, cellClass, type Unit } from './CellValue.tsx'
import { COUNTS, type Metric, type Place, type Row } from './levels.ts'

type Props = {
  of: Pick<Row, 'celdas' | 'total'>
  place: Place | undefined
  shared: { metrica: Metric; unit: Unit; filters: Record<string, string | number | undefined>; enCurso: boolean }
}
/** The figure of the year, which opens the list of the months that it counts. */
export function YearCell({ of: { celdas, total }, place, shared: { metrica, unit, filters, enCurso } }: Props) {
  const link = useListLink()
  const closed = celdas.filter((cell) => enCurso || !cell.enCurso)
  // As the server counts: a year without a closed month counts what there is.
  const months = (closed.length > 0 ? closed : celdas).map(({ COD_PERIODO }) => COD_PERIODO).join(',')
  const value = <CellValue cell={total} unit={unit} metric={metrica} />
  return (
    <td className={cellClass(total, unit, metrica)}>
      {place && total.valor !== null ? (
        <TextLink href={link({ ...filters, ...place, periodIds: months, ...COUNTS[metrica] })}>{value}</TextLink>
      ) : (
        value
      )}
    </td>
  )
}
