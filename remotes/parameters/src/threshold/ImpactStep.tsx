import type { ThresholdImpact } from '@cuadre/api/threshold'
import { Failure, useTranslation } from '@cuadre/shell'
import { Button, type Crumb, formatCount, Note, notify, Page, Section, useLocale, useUnsavedWarning } from '@cuadre/ui'
import { KpiLine } from '@cuadre/ui/data'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Crossings } from './Crossings.tsx'
import { effectsOf, movedBetween } from './impact.ts'
import { Moves } from './Moves.tsx'
import type { ThresholdValues } from './rule.ts'
import { Simulation } from './Simulation.tsx'

interface Props {
  /** What it applies to, and since when, in words. */
  scope: string
  since: string
  crumbs: readonly Crumb[]
  values: ThresholdValues
  seen: ThresholdImpact
  onBack: () => void
  onConfirm: (huella: string) => Promise<unknown>
}

/** What the threshold would do. Exactly what is shown is applied, or nothing: where something moved since, it is shown again. */
export function ImpactStep({ scope, since, crumbs, values, seen, onBack, onConfirm }: Props) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const [impact, setImpact] = useState(seen)
  const [moved, setMoved] = useState<{ why: string; before: ThresholdImpact }>()
  const heading = useRef<HTMLDivElement>(null)
  const confirm = useMutation({
    mutationFn: onConfirm,
    onError: (error) => {
      if (error instanceof Failure && (error.code === 'impact_moved' || error.code === 'threshold_moved')) {
        setMoved({ why: error.message, before: impact })
        // The contract says what a `current` of this call is.
        return setImpact(error.current as ThresholdImpact)
      }
      if (error instanceof Failure && error.status === 0) return notify.danger(t('alert.notKnown'))
      notify.danger(t('threshold.notSaved'), { description: error instanceof Failure && error.message ? error.message : undefined })
    },
  })
  useUnsavedWarning(!confirm.isPending && !confirm.isSuccess)
  // The step takes the place of the form: so does the focus.
  useEffect(() => heading.current?.querySelector('h1')?.focus(), [])

  const effects = effectsOf(impact)
  const counted = (count: number) => ({ count, n: formatCount(count, locale) })
  const judged = Object.values(impact.antes).reduce((sum, n) => sum + n, 0)
  const nothing = impact.cambian === 0 && effects.stay === 0
  return (
    <div ref={heading} style={{ display: 'contents' }}>
      <Page title={t('threshold.reviewTitle')} crumbs={crumbs} note={t('threshold.reviewNote', { scope, since })}>
        {moved && <Moved why={moved.why} before={moved.before} now={impact} />}
        <KpiLine
          kpis={[
            {
              label: t('threshold.kpi.changes'),
              value: formatCount(impact.cambian, locale),
              note: t('threshold.kpi.ofJudged', counted(judged)),
            },
            {
              label: t('threshold.kpi.comment'),
              value: formatCount(effects.comment, locale),
              note: t('threshold.kpi.noComment', counted(effects.noComment)),
            },
            {
              label: t('threshold.kpi.alone'),
              value: formatCount(effects.alone, locale),
              note: t('threshold.kpi.inBulk', counted(effects.inBulk)),
            },
            {
              label: t('threshold.kpi.sent'),
              value: formatCount(effects.sent, locale),
              note: t('threshold.kpi.unexplained', counted(effects.unexplained)),
            },
            { label: t('threshold.kpi.stay'), value: formatCount(effects.stay, locale), note: t('threshold.kpi.stayHint') },
          ]}
        />
        {nothing && (
          <div style={{ marginBlockStart: 12 }}>
            <Note>{judged === 0 ? t('threshold.judgesNothing') : t('threshold.changesNothing', counted(judged))}</Note>
          </div>
        )}
        {effects.unexplained > 0 && (
          <div style={{ marginBlockStart: 12 }}>
            <Note kind="warning">{t('threshold.unexplained', counted(effects.unexplained))}</Note>
          </div>
        )}
        {!nothing && (
          <Section title={t('threshold.open')} count={t('threshold.analyses', counted(impact.cambian))}>
            <Moves label={t('threshold.open')} moves={impact.cambios} before={impact.antes} after={impact.despues} />
          </Section>
        )}
        {impact.cruzan.total > 0 && <Crossings crossing={impact.cruzan} />}
        <Simulation values={values} />
        <footer className="form-actions">
          <span className="unsaved" role="status">
            <bdi>{confirm.isPending ? t('threshold.applying') : t('threshold.exactly')}</bdi>
          </span>
          <Button onClick={onBack} disabled={confirm.isPending}>
            {t('threshold.back')}
          </Button>
          <Button variant="solid" busy={confirm.isPending} onClick={() => confirm.mutate(impact.huella)}>
            {t('threshold.confirm')}
          </Button>
        </footer>
      </Page>
    </div>
  )
}

const MAX_NAMED = 8
/** Why nothing was saved, and what is different from what was looked at. */
function Moved({ why, before, now }: { why: string; before: ThresholdImpact; now: ThresholdImpact }) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const { came, went } = movedBetween(before, now)
  const count = (n: number) => formatCount(n, locale)
  const named = (list: typeof came) =>
    new Intl.ListFormat(locale).format([
      ...list.slice(0, MAX_NAMED).map(({ CUENTA }) => CUENTA),
      ...(list.length > MAX_NAMED ? [t('threshold.more', { n: count(list.length - MAX_NAMED) })] : []),
    ])
  return (
    <div role="alert" style={{ marginBlockEnd: 12 }}>
      <Note kind="warning">
        <b className="strong">{t('threshold.notSaved')}</b> {why}{' '}
        {before.cambian !== now.cambian && t('threshold.movedCount', { before: count(before.cambian), now: count(now.cambian) })}{' '}
        {came.length > 0 && t('threshold.came', { accounts: named(came) })}{' '}
        {went.length > 0 && t('threshold.went', { accounts: named(went) })}
      </Note>
    </div>
  )
}
