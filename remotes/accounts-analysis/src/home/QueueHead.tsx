import { metadataForControl, metadataForJefatura } from '@cuadre/api/analysis'
import { query, useTranslation } from '@cuadre/shell'
import { DateText, formatCount, StateBadge, TextLink, useLocale } from '@cuadre/ui'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { review } from '../area.ts'
import { Deadlines, type PeriodRef } from '../shared/Deadlines.tsx'
import { LoadedBalances } from '../shared/LoadedBalances.tsx'
import { Shares } from '../shared/Shares.tsx'

interface Props {
  period: PeriodRef
  counts: { saldos?: ComponentProps<typeof LoadedBalances>['of'] } & {
    porAprobar: number
    vencidos: number
    aprobados: number
    rechazados: number
    total: number
  }
  level: 'jefatura' | 'control'
}

/** How many wait for me, how the month stands, until when. */
export function QueueHead({ period, counts, level }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const { porAprobar, vencidos, aprobados, rechazados, total } = counts
  const { data } = useQuery(
    query(level === 'control' ? metadataForControl : metadataForJefatura, { query: { periodId: period.COD_PERIODO } }),
  )
  const at = (box: string) => review.link({ periodo: period.COD_PERIODO, bandeja: box })
  return (
    <section className="home-progress" aria-label={t('home.progress')}>
      <div>
        <div className="home-count">
          <TextLink href={at('por_decidir')} className="headline">
            {formatCount(porAprobar, locale)}
          </TextLink>
          <span className="muted">{t('home.toApprove', { total: formatCount(total, locale), count: total })}</span>
          {vencidos > 0 ? (
            <TextLink href={at('atrasados')} className="badge state-tarde">
              <StateBadge state="tarde">{t('home.late', { count: vencidos, n: formatCount(vencidos, locale) })}</StateBadge>
            </TextLink>
          ) : (
            <span className="badge small muted">
              <DateText value={level === 'control' ? period.VENCE_CONTROL : period.VENCE_JEFATURA} as="remaining" />
            </span>
          )}
        </div>
        <Shares
          shares={[
            { state: 'aprobado', label: t('home.approved', { count: aprobados }), count: aprobados, to: at('aprobados') },
            ...(level === 'control'
              ? [
                  { state: 'revision' as const, label: t('home.waiting'), count: porAprobar, to: at('por_decidir') },
                  { state: 'pendiente' as const, label: t('home.atJefatura'), count: data?.enviados ?? 0 },
                ]
              : [
                  { state: 'revision' as const, label: t('home.atControl'), count: data?.revision ?? 0 },
                  { state: 'pendiente' as const, label: t('home.waiting'), count: porAprobar, to: at('por_decidir') },
                ]),
            { state: 'rechazado', label: t('home.rejected', { count: rechazados }), count: rechazados, to: at('rechazados') },
            { state: 'por-preparar', label: t('home.unsent'), count: data?.sinEnviar ?? 0, to: at('sin_enviar') },
          ]}
        />
        <LoadedBalances of={counts.saldos} />
      </div>
      <Deadlines period={period} />
    </section>
  )
}
