import type { CalendarImpact } from '@cuadre/api/calendar'
import { Failure, useTranslation } from '@cuadre/shell'
import { Button, DateText, formatCount, formatMonth, Note, notify, Skeleton, useLocale } from '@cuadre/ui'
import { Dialog } from '@cuadre/ui/overlay'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from './messageOf.ts'
import { NextDates } from './NextDates.tsx'
import { DUE } from './useDates.ts'

interface Props {
  title: string
  simulate: () => Promise<CalendarImpact>
  apply: (huella: string) => Promise<unknown>
  saved: string
  onClose: () => void
}

/** Which open deadlines would move. Exactly what is shown is applied, or nothing: where something moved since, it is shown again. */
export function Confirm({ title, simulate, apply, saved, onClose }: Props) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const client = useQueryClient()
  const [moved, setMoved] = useState<CalendarImpact>()
  const found = useQuery({ queryKey: ['calendar', 'impacto', title], queryFn: simulate, gcTime: 0, staleTime: 0, retry: false })
  const impact = moved ?? found.data
  const confirm = useMutation({
    mutationFn: () => apply(impact!.huella),
    onSuccess: async () => {
      await client.invalidateQueries()
      notify.success(saved)
      onClose()
    },
    onError: (error) => {
      // The contract says what a `current` of this call is.
      if (error instanceof Failure && error.code === 'impact_moved') setMoved(error.current as CalendarImpact)
    },
  })
  const failure = found.error ?? (confirm.error && !moved ? confirm.error : undefined)
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size="wide"
      locked={confirm.isPending}
      footer={
        <>
          <Button onClick={onClose} disabled={confirm.isPending}>
            {t('threshold.back')}
          </Button>
          <Button variant="solid" disabled={!impact || Boolean(found.error)} busy={confirm.isPending} onClick={() => confirm.mutate()}>
            {t('calendar.apply')}
          </Button>
        </>
      }
    >
      {found.isFetching && !impact && <Skeleton height={80} />}
      {failure && <Note kind="danger">{messageOf(failure) ?? t('alert.notSaved')}</Note>}
      {moved && <Note kind="warning">{t('calendar.moved')}</Note>}
      {impact && !found.error && (
        <>
          <p>
            {impact.cambian === 0
              ? t('calendar.movesNothing')
              : t('calendar.moves', { count: impact.cambian, n: formatCount(impact.cambian, locale) })}
          </p>
          {impact.periodos.map((period) => (
            <table key={period.PERIODO} className="table" style={{ marginBlockStart: 8 }} aria-label={formatMonth(period.PERIODO, locale)}>
              <caption className="medium" style={{ textAlign: 'start' }}>
                {formatMonth(period.PERIODO, locale)}{' '}
                <span className="muted small">
                  {t('calendar.analyses', { count: period.cambian, n: formatCount(period.cambian, locale) })}
                </span>
              </caption>
              <tbody>
                {DUE.filter((due) => period.antes[due] !== period.despues[due]).map((due) => (
                  <tr key={due}>
                    <th scope="row">{t(`calendar.due.${due}`)}</th>
                    <td className="muted">
                      <DateText value={period.antes[due]} as="datetime" />
                    </td>
                    <td>
                      → <DateText value={period.despues[due]} as="datetime" />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          ))}
          <NextDates months={impact.proximos} />
        </>
      )}
    </Dialog>
  )
}
