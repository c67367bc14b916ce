import type { CheckedWorkbook } from '@cuadre/api/analysis'
import { useTranslation } from '@cuadre/shell'
import { StateGlyph } from '@cuadre/ui'
import { FaultList } from '../shared/FaultList.tsx'

/** What a workbook of ours says of itself: its wrong cells, else whether it is as it was given out. */
export function BookCheck({ firma, faults }: { firma: CheckedWorkbook['firma']; faults: CheckedWorkbook['CELDAS'] }) {
  const { t } = useTranslation('accounts-analysis')
  if (faults.length > 0) return <FaultList faults={faults} />
  return (
    <p className="xsmall muted row">
      <StateGlyph state="aprobado" size={12} />
      {firma === 'valida' ? t('analyst.bookSigned') : t('analyst.bookUnsigned')}
    </p>
  )
}
