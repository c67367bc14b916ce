import { type AnalysisDetail, explanationMarks } from '@cuadre/api/analysis'
import { call, useTranslation } from '@cuadre/shell'
import { isAmount } from '@cuadre/tables/format/cents'
import { useWatch } from '@cuadre/ui/forms'
import { useEffect, useState } from 'react'
import { Findings } from '../shared/Findings.tsx'

/** Milliseconds of rest after which what was typed is looked at. */
const DELAY_MS = 500

/** What the machine would hold against the explanation as it is being written: it warns, and the approver sees what is left. */
export function Explanation({ id }: { id: number }) {
  const { t } = useTranslation('accounts-analysis')
  const [value, comment] = useWatch<{ VALOR_ANALISIS: string; COMENTARIO_VARIACION: string }, ['VALOR_ANALISIS', 'COMENTARIO_VARIACION']>({
    name: ['VALOR_ANALISIS', 'COMENTARIO_VARIACION'],
  })
  const [marks, setMarks] = useState<AnalysisDetail['COMPROBACIONES']>([])
  const said = comment?.trim() ?? ''
  useEffect(() => {
    if (!said) return setMarks([])
    const leaving = new AbortController()
    const timer = setTimeout(() => {
      const body = { COMENTARIO_VARIACION: said, VALOR_ANALISIS: isAmount(value) ? value : undefined }
      call(explanationMarks, { params: { id }, body }, { signal: leaving.signal }).then(
        ({ MARCAS }) => setMarks(MARCAS),
        // It only advises: whoever sends is told what is wrong then.
        () => undefined,
      )
    }, DELAY_MS)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [id, said, value])
  return (
    <div role="status">
      {marks.length > 0 && (
        <section className="wide" aria-label={t('analyst.marks')}>
          <Findings findings={marks} />
          <p className="xsmall muted">{t('analyst.marksHint')}</p>
        </section>
      )}
    </div>
  )
}
