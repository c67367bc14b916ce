import type { KeyHolder } from '@cuadre/api/role'
import { useTranslation } from '@cuadre/shell'
import { StateBadge } from '@cuadre/ui'

const STATE = { puede: 'aprobado', con_otro_rol: 'revision', no_puede: 'por-preparar' } as const

/** Three outcomes: can, could in another role, cannot. */
export function Outcome({ of }: { of: KeyHolder['RESULTADO'] }) {
  const { t } = useTranslation('admin')
  return (
    <StateBadge state={STATE[of]} small>
      {t(`access.outcome.${of}`)}
    </StateBadge>
  )
}
