import type { Answer } from '@cuadre/api/endpoint'
import { getThreshold, listThresholdChanges, type Threshold } from '@cuadre/api/threshold'
import { failureOf, Link, query, useTranslation } from '@cuadre/shell'
import { Button, buttonClass, DateText, EmptyState, ErrorState, formatCount, formatMonth, Section, Skeleton, useLocale } from '@cuadre/ui'
import { Pager, useTableState } from '@cuadre/ui/data'
import { Drawer } from '@cuadre/ui/overlay'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { thresholdUpdate } from '../area.ts'
import { Force } from './Force.tsx'
import { Limits } from './Limits.tsx'
import { isChangeable } from './rule.ts'
import { FIELDS, useFieldText } from './useFieldText.ts'

interface Props {
  id: number
  write: boolean
  onClose: () => void
  onSimulate: () => void
}
type Change = Answer<typeof listThresholdChanges>['data'][number]
/** One threshold: what it says, and everything that it said before. */
export function ThresholdDrawer({ id, write, onClose, onSimulate }: Props) {
  const { t } = useTranslation('parameters')
  const found = useQuery(query(getThreshold, { params: { id } }))
  const failure = failureOf(found)
  const threshold = found.data
  return (
    <Drawer
      open
      onClose={onClose}
      size="half"
      title={threshold ? (threshold.ALCANCE_NOMBRE ?? t('threshold.everybody')) : t('threshold.one')}
      footer={
        threshold && (
          <>
            <Button onClick={onSimulate}>{t('threshold.simulate')}</Button>
            {write && isChangeable(threshold) && (
              <Link className={buttonClass('solid')} to={thresholdUpdate.link({ thresholdId: id })}>
                {t('threshold.change')}
              </Link>
            )}
          </>
        )
      }
    >
      {failure && <ErrorState {...failure} />}
      {!threshold && !failure && <Skeleton />}
      {threshold && (
        // On a phone it scrolls, and may hold nothing else that takes the focus.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        <section tabIndex={0} aria-label={threshold.ALCANCE_NOMBRE ?? t('threshold.everybody')}>
          <Facts threshold={threshold} />
          <Limits rule={{ ...threshold, PORCENTAJE: Number(threshold.PORCENTAJE), PISO_TRIVIAL: Number(threshold.PISO_TRIVIAL) }} />
          <Changes id={id} />
        </section>
      )}
    </Drawer>
  )
}

function Facts({ threshold }: { threshold: Threshold }) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const text = useFieldText()
  const facts = [
    [t('threshold.scope'), t(`threshold.scopes.${threshold.ALCANCE}`)],
    [t('threshold.since'), threshold.VIGENTE_DESDE ? formatMonth(threshold.VIGENTE_DESDE, locale) : t('threshold.ever')],
    [t('threshold.force'), <Force key="force" of={threshold.VIGENCIA} />],
    [t('threshold.base'), text('BASE', threshold.BASE)],
    [t('threshold.compare'), text('COMPARAR', threshold.COMPARAR)],
  ] as const
  return (
    <dl className="facts" style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 150px), 1fr))' }}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Who changed what, when and why, newest first. */
function Changes({ id }: { id: number }) {
  const { t } = useTranslation('parameters')
  const table = useTableState({ key: 'materialidad-cambios', limit: 10 })
  const { page, limit } = table.state
  const found = useQuery({
    ...query(listThresholdChanges, { params: { id }, query: { page, limit } }),
    placeholderData: keepPreviousData,
  })
  const failure = failureOf(found)
  return (
    <Section title={t('threshold.history')} count={found.data?.total}>
      {failure && <ErrorState {...failure} />}
      {!found.data && !failure && <Skeleton />}
      {found.data?.total === 0 && <EmptyState title={t('threshold.noHistory')}>{t('threshold.noHistoryHint')}</EmptyState>}
      {found.data && found.data.total > 0 && (
        <>
          <ol style={{ listStyle: 'none', margin: 0, padding: 0 }} aria-label={t('threshold.history')}>
            {found.data.data.map((change) => (
              <ChangeEntry key={change.ID} change={change} />
            ))}
          </ol>
          {found.data.total > limit && <Pager table={table} total={found.data.total} />}
        </>
      )}
    </Section>
  )
}

function ChangeEntry({ change: { POR, FECHA, MOTIVO, RECLASIFICADOS, ANTES, DESPUES } }: { change: Change }) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const text = useFieldText()
  const fields = FIELDS.filter((field) => !ANTES || ANTES[field] !== DESPUES[field])
  return (
    <li style={{ paddingBlock: 12, borderBlockEnd: '1px solid var(--line)' }}>
      <div className="row" style={{ flexWrap: 'wrap' }}>
        <span className="strong">{POR}</span>
        <span className="muted small">
          <DateText value={FECHA} as="datetime" />
        </span>
        <span className="muted small">
          {t('threshold.reclassified', { count: RECLASIFICADOS, n: formatCount(RECLASIFICADOS, locale) })}
        </span>
      </div>
      <p style={{ marginBlock: '4px 6px' }}>{MOTIVO}</p>
      <ul className="small" style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {fields.map((field) => (
          <li key={field}>
            <span className="muted">{t(`threshold.field.${field}`)}</span>{' '}
            <bdi>
              {ANTES && <span className="muted">{text(field, ANTES[field])} → </span>}
              <b className="medium">{text(field, DESPUES[field])}</b>
            </bdi>
          </li>
        ))}
      </ul>
    </li>
  )
}
