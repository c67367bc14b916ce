import type { TemplateVersion } from '@cuadre/api/template'
import { useTranslation } from '@cuadre/shell'

const LOOK = { BORRADOR: 'state-pendiente', PUBLICADA: 'state-aprobado', RETIRADA: 'state-por-preparar' }

export function TemplateState({ state, version }: { state: TemplateVersion['estado']; version?: number }) {
  const { t } = useTranslation('admin')
  return (
    <span className={`badge badge-pill ${LOOK[state]}`}>
      {t(`template.states.${state}`)}
      {version !== undefined && `, ${t('template.versionN', { n: version })}`}
    </span>
  )
}
