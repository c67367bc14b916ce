import { FIGURE_LIST } from '@cuadre/api/item'
import { useTranslation } from '@cuadre/shell'
import { DateText, formatCount, StateBadge, TextLink, useLocale } from '@cuadre/ui'
import type { ComponentProps, ReactNode } from 'react'
import { Deadlines, type PeriodRef } from '../shared/Deadlines.tsx'
import { useFigureLink } from '../shared/figureLink.ts'
import { LoadedBalances } from '../shared/LoadedBalances.tsx'
import { Shares } from '../shared/Shares.tsx'
import { type Level, type Turns, turnsOf } from './turns.ts'

interface Props {
  period: PeriodRef
  counts: Turns & { saldos?: ComponentProps<typeof LoadedBalances>['of']; porAprobar: number }
  level: Level
}

/** How many wait for me, how the month stands, until when. */
export function QueueHead({ period, counts, level }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const link = useFigureLink(period.COD_PERIODO)
  const { porAprobar, vencidos, total } = counts
  return (
    <section className="home-progress" aria-label={t('home.progress')}>
      <div>
        <div className="home-count">
          <Linked to={link(FIGURE_LIST[level === 'control' ? 'enControl' : 'enJefatura'])} className="headline">
            {formatCount(porAprobar, locale)}
          </Linked>
          <span className="muted">{t('home.toApprove', { total: formatCount(total, locale), count: total })}</span>
          {vencidos > 0 ? (
            <Linked to={link(FIGURE_LIST.vencidos)} className="badge state-tarde">
              <StateBadge state="tarde">{t('home.late', { count: vencidos, n: formatCount(vencidos, locale) })}</StateBadge>
            </Linked>
          ) : (
            <span className="badge small muted">
              <DateText value={level === 'control' ? period.VENCE_CONTROL : period.VENCE_JEFATURA} as="remaining" />
            </span>
          )}
        </div>
        <Shares
          shares={turnsOf(level)
            .toReversed()
            .map(({ id, list, label, state }) => ({ state, label: t(label), count: counts[id], to: link(FIGURE_LIST[list]) }))}
        />
        <LoadedBalances of={counts.saldos} />
      </div>
      <Deadlines period={period} />
    </section>
  )
}

const Linked = ({ to, className, children }: { to: string | undefined; className: string; children: ReactNode }) =>
  to ? (
    <TextLink href={to} className={className}>
      {children}
    </TextLink>
  ) : (
    <span className={className}>{children}</span>
  )
