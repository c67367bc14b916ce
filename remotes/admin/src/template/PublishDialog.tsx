import { type TemplateDetail, type TemplateVersion, templateReach } from '@cuadre/api/template'
import { query, useTranslation } from '@cuadre/shell'
import { dayAt, formatCount, formatDate, useLocale } from '@cuadre/ui'
import { ConfirmDialog } from '@cuadre/ui/overlay'
import { useQuery } from '@tanstack/react-query'
import type { TemplateChange } from './useTemplateChange.ts'

interface Props {
  template: TemplateDetail
  version: TemplateVersion
  change: TemplateChange
  onClose: () => void
}

/** Who gets the version, and what keeps the one before it. */
export function PublishDialog({ template, version, change, onClose }: Props) {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const reach = useQuery(query(templateReach, { params: { id: template.id } })).data
  const before = template.versiones.find(({ estado }) => estado === 'PUBLICADA')
  const later = version.vigenteDesde !== null && version.vigenteDesde > dayAt() && version.vigenteDesde
  const n = (count: number) => ({ count, n: formatCount(count, locale) })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('template.askPublish', { n: version.version })}
      confirm={t('template.publish')}
      onConfirm={async () => {
        if (!(await change.change({ estado: 'PUBLICADA' }, t('template.published', { name: template.nombre })))) throw new Error('refused')
      }}
    >
      {reach && template.tipo === 'ANALISIS' && <>{t('template.reaches', n(reach.cuentas))} </>}
      {reach && reach.abiertos > 0 && <>{t('template.keeps', n(reach.abiertos))} </>}
      {before && t('template.replaces', { n: before.version })} {version.formato === 'xlsx' && t('template.tried')}
      {later && (
        <b className="strong">
          {' '}
          {t(before ? 'template.laterReplaces' : 'template.later', { day: formatDate(later, locale), n: before?.version })}
        </b>
      )}
    </ConfirmDialog>
  )
}
