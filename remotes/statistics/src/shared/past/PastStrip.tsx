import { useTranslation } from '@cuadre/shell'
import { Button, Note, useLocale } from '@cuadre/ui'
import { History } from 'lucide-react'
import { formatPast } from './formatPast.ts'
import { usePast, useZone } from './usePast.ts'
import './past.css'

/** Names the past moment that a page shows, says what it is told from, and leads back to now. */
export function PastStrip() {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const zone = useZone()
  const { asOf, told, problem, show } = usePast()
  if (asOf === undefined) return null
  const back = (
    <Button size="sm" onClick={() => show(undefined)}>
      {t('past.now')}
    </Button>
  )
  if (problem)
    return (
      <div className="past-strip">
        <Note kind="danger">
          <span className="past-said">
            {t('past.wrong', { asOf })} {problem}
          </span>
          {back}
        </Note>
      </div>
    )
  if (!told || !zone) return null
  return (
    <div className="past-strip" role="status">
      <Note icon={<History aria-hidden />}>
        <span className="past-said">
          <b>{t('past.was', formatPast(told.asOf, zone, locale))}</b>{' '}
          <span className="small">
            {told.exacto ? t('past.exact') : t('past.signatures', { since: formatPast(told.desde, zone, locale).moment })} {t('past.today')}
          </span>
        </span>
        {back}
      </Note>
    </div>
  )
}
