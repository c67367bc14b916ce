import type { ROW_CLASSES } from '@cuadre/api/balance'
import { useTranslation } from '@cuadre/shell'
import { Ban, CircleMinus, CircleSlash, Equal, type LucideIcon, Pencil, Plus, Sigma } from 'lucide-react'

export type RowClass = (typeof ROW_CLASSES)[number]

const LOOK: Record<RowClass, { Icon: LucideIcon; state?: string }> = {
  nueva: { Icon: Plus },
  cambia: { Icon: Pencil },
  igual: { Icon: Equal },
  falta: { Icon: CircleMinus, state: 'state-tarde' },
  rechazada: { Icon: Ban, state: 'state-rechazado' },
  grupo: { Icon: Sigma },
  cero: { Icon: CircleSlash },
}

/** Glyph and word. */
export function ClassName({ of }: { of: RowClass }) {
  const { t } = useTranslation('accounts-analysis')
  const { Icon, state = '' } = LOOK[of]
  return (
    <span className={`class-name ${state}`}>
      <Icon aria-hidden />
      {t(`balance.class.${of}`)}
    </span>
  )
}
