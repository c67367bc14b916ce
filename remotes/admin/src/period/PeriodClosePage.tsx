import { type Check, closeChecklist, closePeriod } from '@cuadre/api/period'
import { call, Failure, failureOf, Link, query, useNavigate, useParams, useTranslation } from '@cuadre/shell'
import { Button, ErrorState, formatMonth, Money, Note, notify, Page, Skeleton, useLocale } from '@cuadre/ui'
import { ConfirmDialog } from '@cuadre/ui/overlay'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, OctagonX, TriangleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { periods } from '../area.ts'

const LOOK = {
  ok: { Icon: CircleCheck, state: 'aprobado' },
  aviso: { Icon: TriangleAlert, state: 'tarde' },
  bloquea: { Icon: OctagonX, state: 'rechazado' },
} as const
const MIN_REASON = 20

/** The checklist, then the one step that cannot be taken back by those who take it. */
export default function PeriodClosePage() {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const navigate = useNavigate()
  const client = useQueryClient()
  const id = Number(useParams().periodId)
  const reasonId = useId()
  const checklist = useQuery({ ...query(closeChecklist, { params: { id } }), staleTime: 0 })
  const [reason, setReason] = useState('')
  const [asking, setAsking] = useState(false)
  const failure = failureOf(checklist)
  const { period, checks = [], token = '' } = checklist.data ?? {}
  const blocked = checks.some(({ resultado }) => resultado === 'bloquea')
  const warned = checks.some(({ resultado }) => resultado === 'aviso')
  const name = period ? formatMonth(period.PERIODO, locale) : ''
  const closed = period?.ESTADO.ID === 3

  const close = async () => {
    try {
      await call(closePeriod, { params: { id }, body: { token, ...(reason.trim() ? { MOTIVO: reason.trim() } : {}) } })
      await client.invalidateQueries()
      notify.success(t('period.closedNow', { period: name }))
      navigate(periods.link())
    } catch (error) {
      setAsking(false)
      notify.danger(error instanceof Failure ? error.message : t('period.closeFailed'))
      await checklist.refetch()
    }
  }

  return (
    <Page
      title={period ? t('period.closeTitle', { period: name }) : t('period.close')}
      crumbs={[{ label: t('period.title'), to: periods.link() }, { label: t('period.close') }]}
      note={t('period.closeHint')}
    >
      {failure && <ErrorState {...failure} />}
      {!period && !failure && <Skeleton />}
      {period && (
        <>
          <ul className="checks" aria-label={t('period.checklist')}>
            {checks.map((check) => (
              <CheckLine key={check.codigo} check={check} />
            ))}
          </ul>
          {closed && <Note>{t('period.alreadyClosed')}</Note>}
          {!closed && blocked && <Note kind="danger">{t('period.blocked')}</Note>}
          {!closed && !blocked && (
            <div className="close-form">
              {warned && (
                <div className="field">
                  <label className="label" htmlFor={reasonId}>
                    {t('period.reason')}
                  </label>
                  <textarea
                    id={reasonId}
                    className="input"
                    rows={3}
                    maxLength={500}
                    value={reason}
                    onChange={(event) => setReason(event.target.value)}
                  />
                  <span className="help">{t('period.reasonHint', { min: MIN_REASON, count: reason.trim().length })}</span>
                </div>
              )}
              <div className="row">
                <Link className="btn" to={periods.link()}>
                  {t('actions.cancel')}
                </Link>
                <Button variant="solid" disabled={warned && reason.trim().length < MIN_REASON} onClick={() => setAsking(true)}>
                  {t('period.closeTitle', { period: name })}
                </Button>
              </div>
            </div>
          )}
          <ConfirmDialog
            open={asking}
            onClose={() => setAsking(false)}
            title={t('period.confirmTitle', { period: name })}
            confirm={t('period.close')}
            danger
            onConfirm={close}
          >
            {t('period.confirmText')}
          </ConfirmDialog>
        </>
      )}
    </Page>
  )
}

function CheckLine({ check: { codigo, resultado, cantidad, monto } }: { check: Check }) {
  const { t } = useTranslation('admin')
  const { Icon, state } = LOOK[resultado]
  return (
    <li>
      <span className={`badge state-${state}`}>
        <Icon aria-hidden size={16} />
        <span className="sr-only">{t(`result.${resultado}`)}</span>
      </span>
      <span className="grow">{t(`check.${codigo}.${resultado === 'ok' ? 'ok' : 'not'}`, { count: cantidad })}</span>
      {monto !== null && resultado !== 'ok' && <Money value={monto} />}
    </li>
  )
}
