import { type Check, closeChecklist } from '@cuadre/api/closing'
import { PERIOD_STATUS } from '@cuadre/api/period'
import { failureOf, Link, query, useParams, useTranslation } from '@cuadre/shell'
import { Button, buttonClass, ErrorState, formatMonth, IconButton, Note, Page, Skeleton, useLocale } from '@cuadre/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarCog, Mail, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { periods, periodUpdate } from '../area.ts'
import './period.css'
import { LastClosings, OwnDeadlines } from './Beside.tsx'
import { CheckLine } from './CheckLine.tsx'
import { CloseForm, countOf } from './CloseForm.tsx'
import { ClosingRecord } from './ClosingRecord.tsx'
import { DeadlineCalendar } from './DeadlineCalendar.tsx'
import { DueStrip } from './DueStrip.tsx'
import { duesOf } from './dues.ts'
import { addMonths } from './monthGrid.ts'
import { PeriodStatusMark } from './PeriodStatusMark.tsx'
import { RemindDialog } from './RemindDialog.tsx'
import { useZone } from './zone.ts'

const FOR_PEOPLE: readonly string[] = ['criticas_sin_aprobar', 'criticas_sin_explicar', 'no_aprobados', 'sin_sustentar']

/** What stands in the way of closing, then the one step that cannot be taken back by those who take it; of a closed period its record. */
export default function PeriodClosePage() {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const zone = useZone()
  const client = useQueryClient()
  const id = Number(useParams().periodId)
  const asked = query(closeChecklist, { params: { id } })
  const checklist = useQuery({ ...asked, staleTime: 0 })
  const [reminding, setReminding] = useState(false)
  const failure = failureOf(checklist)
  const found = checklist.data
  const period = found?.period
  const name = period ? formatMonth(period.PERIODO, locale) : ''
  const closed = period?.ESTADO.ID === PERIOD_STATUS.cerrado
  const blocked = found ? countOf(found.checks, 'bloquea') : 0
  const remind = (codigo: Check['codigo']) => (
    <button
      type="button"
      className="link"
      onClick={() => setReminding(true)}
      aria-label={`${t('remind.do')}: ${t(`check.${codigo}.name`)}`}
    >
      {t('remind.do')}
    </button>
  )
  return (
    <Page
      title={period ? t(closed ? 'closing.recordTitle' : 'closing.title', { period: name }) : t('period.close')}
      crumbs={[
        { label: t('crumbs.administration') },
        { label: t('period.title'), to: periods.link() },
        { label: name || t('period.close') },
      ]}
      beside={period && <PeriodStatusMark id={period.ESTADO.ID} />}
      actions={
        period &&
        !closed && (
          <>
            <Button icon={<Mail aria-hidden />} onClick={() => setReminding(true)}>
              {t('remind.do')}
            </Button>
            <Link className={buttonClass()} to={periodUpdate.link({ periodId: id })}>
              <CalendarCog aria-hidden />
              {t('closing.editDeadlines')}
            </Link>
          </>
        )
      }
    >
      {failure && <ErrorState {...failure} />}
      {!found && !failure && <Skeleton />}
      {found && closed && <ClosingRecord checklist={found} />}
      {found && period && !closed && (
        <>
          <DueStrip period={period} checks={{ done: countOf(found.checks, 'ok'), of: found.checks.length }} />
          <div className="close-columns">
            <div>
              <DeadlineCalendar month={addMonths(period.PERIODO, 1)} dues={duesOf(period, t)} zone={zone} />
              <OwnDeadlines period={period} />
              <LastClosings />
            </div>
            <section aria-label={t('period.checklist')}>
              <div className="section-head">
                <h2 className="h2">{t('closing.before')}</h2>
                <div className="page-actions">
                  <IconButton
                    size="sm"
                    label={t('closing.again')}
                    icon={<RefreshCw aria-hidden />}
                    busy={checklist.isFetching}
                    onClick={() => void checklist.refetch()}
                  />
                </div>
              </div>
              <ul className="checks" aria-label={t('period.checklist')}>
                {found.checks.map((check) => (
                  <CheckLine
                    key={check.codigo}
                    check={check}
                    period={id}
                    action={check.personas > 0 && FOR_PEOPLE.includes(check.codigo) && remind(check.codigo)}
                  />
                ))}
              </ul>
            </section>
          </div>
          {blocked > 0 ? (
            <Note kind="warning">
              {t('closing.blocked', {
                checks: new Intl.ListFormat(locale).format(
                  found.checks.filter(({ resultado }) => resultado === 'bloquea').map(({ codigo }) => t(`check.${codigo}.name`)),
                ),
              })}
            </Note>
          ) : (
            <CloseForm checklist={found} onMoved={(now) => client.setQueryData(asked.queryKey, now)} />
          )}
        </>
      )}
      {reminding && period && <RemindDialog period={period} onClose={() => setReminding(false)} />}
    </Page>
  )
}
