import { useTranslation } from '@cuadre/shell'
import { CircleDashed, Lock, LockOpen } from 'lucide-react'

const LOOK = {
  1: { Icon: LockOpen, state: 'aprobado' },
  2: { Icon: CircleDashed, state: 'tarde' },
  3: { Icon: Lock, state: 'pendiente' },
} as const

export function PeriodStatusMark({ id }: { id: number }) {
  const { t } = useTranslation('admin')
  const { Icon, state } = LOOK[id as keyof typeof LOOK] ?? LOOK[3]
  return (
    <span className={`badge state-${state}`}>
      <Icon aria-hidden size={14} />
      {t(`periodStatus.${id}`)}
    </span>
  )
}
