import type { CheckedWorkbook } from '@cuadre/api/analysis'
import { StateGlyph } from '@cuadre/ui'
import './record.css'

/** What is wrong with a workbook: a sentence for each cell, which it names. */
export function FaultList({ faults }: { faults: CheckedWorkbook['CELDAS'] }) {
  return (
    <ul className="findings" role="alert">
      {faults.map(({ celda, codigo, mensaje }) => (
        <li key={`${celda} ${codigo}`}>
          <StateGlyph state="rechazado" />
          <div>{mensaje}</div>
        </li>
      ))}
    </ul>
  )
}
