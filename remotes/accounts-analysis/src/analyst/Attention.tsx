import { type Analysis, STATE } from '@cuadre/api/analysis'
import type { Group } from '@cuadre/api/group'
import { useTranslation } from '@cuadre/shell'
import { DateText, formatCount, formatDue, Marks, StateBadge, TextLink, useClock, useLocale } from '@cuadre/ui'
import { AlarmClock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Brief } from '../shared/Brief.tsx'
import { lower } from '../shared/month.ts'
import { marksOf } from '../shared/state.ts'
import type { Attention } from './myAnalyses.ts'

interface Props {
  attention: Attention
  /** By which an account that stands for its group is told. */
  groups: readonly Group[]
  addressOf: (item: Analysis) => string
  /** The table, narrowed to a state. */
  listOf: (state: string) => string
}
/** The lists are short: what is left out is in the table below. */
const SHOWN = 3

/** What came back, what is late, what is due next. */
export function AttentionLists({ attention, groups, addressOf, listOf }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const { rejected, late, next, accounts } = attention
  const groupOf = ({ AGRUPADO_ID }: Analysis) => groups.find((group) => group.AGRUPADO_ID === AGRUPADO_ID)
  const dues = new Set(next.map(({ VENCE_ANALISTA }) => VENCE_ANALISTA))
  const due = dues.size === 1 ? next[0]?.VENCE_ANALISTA : undefined
  const when = useClock(() => (due ? lower(formatDue(due, locale)) : ''))
  const seeAll = (count: number, state: keyof typeof accounts) =>
    count > SHOWN && (
      <TextLink href={listOf(state)} className="link xsmall">
        {t('analyst.seeAll', { count: accounts[state] })}
      </TextLink>
    )
  return (
    <div className="attention">
      <Column
        head={<StateBadge state="rechazado">{t('analyst.rejectedTitle')}</StateBadge>}
        count={rejected.length}
        none={t('analyst.noneRejected')}
        end={seeAll(rejected.length, 'rechazado')}
      >
        {rejected.slice(0, SHOWN).map((item) => (
          <li key={item.COD_ANALISIS}>
            <Brief
              item={item}
              group={groupOf(item)}
              to={addressOf(item)}
              end={item.ESTADO_CONTROL_ID === STATE.rechazado ? t('analyst.byControl') : (item.JEFE ?? t('analyst.byJefatura'))}
            >
              {item.MOTIVO_RECHAZO && <span className="quote attention-reason">{item.MOTIVO_RECHAZO}</span>}
            </Brief>
          </li>
        ))}
      </Column>
      <Column head={<StateBadge state="tarde">{t('analyst.lateTitle')}</StateBadge>} count={late.length} none={t('analyst.noneLate')}>
        {late.slice(0, SHOWN).map((item) => (
          <li key={item.COD_ANALISIS}>
            <Brief item={item} group={groupOf(item)} to={addressOf(item)} end={<DateText value={item.VENCE_ANALISTA} as="remaining" />} />
          </li>
        ))}
      </Column>
      <Column
        head={
          <span className="badge">
            <AlarmClock aria-hidden />
            {when ? t('analyst.dueTitle', { when }) : t('analyst.nextTitle')}
          </span>
        }
        count={next.length}
        none={t('analyst.noneNext')}
        end={seeAll(next.length, 'por-preparar')}
      >
        {next.slice(0, SHOWN).map((item) => {
          const marks = marksOf(groupOf(item) ?? item)
          return (
            <li key={item.COD_ANALISIS}>
              <Brief
                item={item}
                group={groupOf(item)}
                to={addressOf(item)}
                end={
                  marks.critica || marks.material ? (
                    <Marks {...marks} tarde={false} />
                  ) : due ? (
                    t('analyst.notMaterial')
                  ) : (
                    <DateText value={item.VENCE_ANALISTA} as="due" />
                  )
                }
              />
            </li>
          )
        })}
      </Column>
    </div>
  )
}

interface ColumnProps {
  head: ReactNode
  count: number
  none: string
  end?: ReactNode
  children: ReactNode
}
function Column({ head, count, none, end, children }: ColumnProps) {
  const locale = useLocale()
  return (
    <section>
      <header>
        <h2>{head}</h2>
        <span className="count">{formatCount(count, locale)}</span>
        <span className="grow" />
        {end}
      </header>
      {count === 0 ? <p className="attention-none">{none}</p> : <ul>{children}</ul>}
    </section>
  )
}
