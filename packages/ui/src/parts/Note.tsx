import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

const LOOK = {
  info: { Icon: Info, state: 'state-info' },
  success: { Icon: CircleCheck, state: 'state-aprobado' },
  warning: { Icon: TriangleAlert, state: 'state-tarde' },
  danger: { Icon: CircleAlert, state: 'state-rechazado' },
}

/** A message that stays on the page. */
export const Note = ({ kind = 'info', children, icon }: { kind?: keyof typeof LOOK; children: ReactNode; icon?: ReactNode }) => {
  const { Icon, state } = LOOK[kind]
  return (
    <div className={`note ${state}`} role={kind === 'danger' ? 'alert' : undefined}>
      {icon ?? <Icon aria-hidden />}
      <div className="grow">{children}</div>
    </div>
  )
}
