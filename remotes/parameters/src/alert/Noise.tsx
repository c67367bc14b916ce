import { type Alert, alertNoise } from '@cuadre/api/alert'
import { query, useTranslation } from '@cuadre/shell'
import { formatCount, formatDate, TextLink, useLocale } from '@cuadre/ui'
import { useQuery } from '@tanstack/react-query'

/** How much the rule has said in 30 days, and what became of it. */
export function Noise({ alert }: { alert: Alert }) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const found = useQuery(query(alertNoise, { params: { id: alert.id } })).data
  if (!found) return null
  const n = (count: number) => ({ count, n: formatCount(count, locale) })
  const most = Math.max(1, ...found.dias.map(({ avisos }) => avisos))
  return (
    <section aria-label={t('alert.noise.title')}>
      <h2 className="medium">{t('alert.noise.title')}</h2>
      <p className="small muted">
        {t('alert.noise.said', n(found.avisos))} {found.avisos > 0 && t('alert.noise.people', n(found.personas))}{' '}
        {found.enAplicacion > 0 &&
          t('alert.noise.read', { read: formatCount(found.leidosMismoDia, locale), of: formatCount(found.enAplicacion, locale) })}
      </p>
      <div className="noise" role="img" aria-label={t('alert.noise.chart', { most: formatCount(most, locale) })}>
        {found.dias.map(({ dia, avisos }) => (
          <i
            key={dia}
            style={{ blockSize: `${Math.max(avisos > 0 ? 6 : 1, (avisos / most) * 100)}%` }}
            title={`${formatDate(dia, locale)}: ${formatCount(avisos, locale)}`}
          />
        ))}
      </div>
      <div className="row xsmall muted">
        <span className="grow">{formatDate(found.dias[0]?.dia, locale)}</span>
        <span>{t('alert.noise.today')}</span>
      </div>
      {found.correosFallidos > 0 && (
        <p className="small">
          {t('alert.noise.failed', n(found.correosFallidos))}{' '}
          <TextLink className="link" href={`?alerta=${alert.id}&ver=registro&correo=fallido`}>
            {t('alert.noise.see')}
          </TextLink>
        </p>
      )}
    </section>
  )
}
