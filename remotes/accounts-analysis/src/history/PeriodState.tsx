import { stateOf } from '@cuadre/api/analysis'
import { useTranslation } from '@cuadre/shell'
import { Marks, StateBadge } from '@cuadre/ui'

interface Analysed {
  ESTADO_PRINCIPAL_ID: number | null
  FECHA_ENVIO: string | null
  MATERIALIDAD: string | null
  AUTO: boolean
}

/** Where the work of an account and period stands; a balance without work says so. */
export function PeriodState({ ESTADO_PRINCIPAL_ID, FECHA_ENVIO }: Analysed) {
  const { t } = useTranslation('accounts-analysis')
  if (ESTADO_PRINCIPAL_ID === null) return <span className="faint">{t('history.noAnalysis')}</span>
  return <StateBadge state={stateOf({ ESTADO_PRINCIPAL_ID, FECHA_ENVIO })} />
}

export const PeriodMarks = ({ MATERIALIDAD, AUTO }: Analysed) => (
  <Marks critica={MATERIALIDAD === 'critica'} material={MATERIALIDAD === 'material'} automatico={AUTO} />
)
