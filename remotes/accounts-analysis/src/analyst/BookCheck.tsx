import type { CheckedWorkbook } from '@cuadre/api/analysis'
import { useTranslation } from '@cuadre/shell'
import { LightGlyph, StateGlyph } from '@cuadre/ui'
import { FaultList } from '../shared/FaultList.tsx'

interface Props {
  firma: CheckedWorkbook['firma']
  faults: CheckedWorkbook['CELDAS']
  /** What was not checked: then nothing is said to be right. */
  doubts: CheckedWorkbook['AVISOS']
}

/** What a workbook of ours says of itself: its wrong cells, else what was not checked, else that its cells are right. */
export function BookCheck({ firma, faults, doubts }: Props) {
  const { t } = useTranslation('accounts-analysis')
  if (faults.length > 0) return <FaultList faults={faults} />
  if (doubts.length > 0) return <Doubts doubts={doubts} />
  return (
    <p className="xsmall muted row">
      <StateGlyph state="aprobado" size={12} />
      {firma === 'valida' ? t('analyst.bookSigned') : t('analyst.bookUnsigned')}
    </p>
  )
}

/** Each with its cell and why. */
export function Doubts({ doubts }: Pick<Props, 'doubts'>) {
  return (
    <ul className="findings" role="status">
      {doubts.map(({ celda, codigo, mensaje }) => (
        <li key={`${celda} ${codigo}`}>
          <LightGlyph light="atencion" size={14} />
          <div>{mensaje}</div>
        </li>
      ))}
    </ul>
  )
}
