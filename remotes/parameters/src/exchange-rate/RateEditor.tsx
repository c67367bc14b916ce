import { createExchangeRate, deleteExchangeRate, type ExchangeRate, updateExchangeRate } from '@cuadre/api/exchange-rate'
import { call, Failure, useTranslation } from '@cuadre/shell'
import { Button, formatDate, formatDateTime, formatMonth, formatRate, Note, notify, useLocale } from '@cuadre/ui'
import { DateField, Form, RateField, SwitchField, TextField, useForm } from '@cuadre/ui/forms'
import { ConfirmDialog } from '@cuadre/ui/overlay'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { endOf } from './month.ts'

interface Props {
  month: { COD_PERIODO: number; PERIODO: string; CERRADO: boolean }
  currency: string
  group: string
  rate: ExchangeRate | undefined
  onClose: () => void
}
type Values = { TASA: string; FECHA_TASA: string; motivo: string; CONFIRMADA: boolean }

/** One rate with its day; of a closed month with a reason. Enter saves, Escape leaves it. */
export function RateEditor({ month, currency, group, rate, onClose }: Props) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const client = useQueryClient()
  const [seen, setSeen] = useState(rate)
  // What the server asks about, since it is far from the month beside it.
  const [far, setFar] = useState<string>()
  const [removing, setRemoving] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const last = endOf(month.PERIODO)
  const form = useForm<Values>({
    defaultValues: { TASA: rate?.TASA ?? '', FECHA_TASA: rate?.FECHA_TASA ?? last, motivo: '', CONFIRMADA: false },
  })
  const about = { currency, month: formatMonth(month.PERIODO, locale) }
  useEffect(() => place.current?.querySelector('input')?.focus(), [])

  const done = async (text: string) => {
    await client.invalidateQueries({ queryKey: ['exchange-rate'] })
    notify.success(text)
    setTimeout(onClose)
  }
  const keepMoved = (error: unknown) => {
    // The contract says what a `current` of these calls is.
    if (error instanceof Failure && error.code === 'row_moved') setSeen(error.current as ExchangeRate)
  }
  const save = async ({ TASA, FECHA_TASA, motivo, CONFIRMADA }: Values) => {
    const confirmed = CONFIRMADA && TASA === far
    const body = { TASA, FECHA_TASA, ...(month.CERRADO && { motivo: motivo.trim() }), ...(confirmed && { CONFIRMADA }) }
    try {
      if (seen) await call(updateExchangeRate, { params: { id: seen.ID }, body: { ...body, REVISION: seen.REVISION } })
      else await call(createExchangeRate, { body: { ...body, COD_PERIODO: month.COD_PERIODO, MONEDA: currency } })
    } catch (error) {
      keepMoved(error)
      if (error instanceof Failure && error.code === 'rate_far') {
        form.setValue('CONFIRMADA', false)
        setFar(TASA)
      }
      throw error
    }
    await done(t('rate.saved', { ...about, rate: formatRate(TASA, locale) }))
  }
  const remove = async () => {
    const motivo = form.getValues('motivo').trim()
    try {
      await call(deleteExchangeRate, { params: { id: seen!.ID }, query: { REVISION: seen!.REVISION, ...(month.CERRADO && { motivo }) } })
      form.reset(form.getValues())
      await done(t('rate.removed', about))
    } catch (error) {
      keepMoved(error)
      if (error instanceof Failure && error.status === 0) notify.danger(t('rate.import.notKnown'))
      else notify.danger(t('rate.notRemoved'), { description: error instanceof Failure ? error.message : undefined })
      throw error
    }
  }
  const askToRemove = async () => {
    if (month.CERRADO && form.getValues('motivo').trim().length < 10)
      return form.setError('motivo', { message: t('rate.removeNeedsReason') }, { shouldFocus: true })
    setRemoving(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is taken from the fields inside
    <div
      ref={place}
      className="rate-editor"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || removing) return
        event.stopPropagation()
        onClose()
      }}
    >
      <Form form={form} submit={t('rate.save')} onCancel={onClose} onSubmit={save}>
        {seen && rate && seen !== rate && (
          <Note kind="warning">{t('rate.moved', { rate: formatRate(seen.TASA, locale), day: formatDate(seen.FECHA_TASA, locale) })}</Note>
        )}
        <div className="rate-fields">
          <RateField name="TASA" label={t('rate.rate', about)} currency={group} invalid={t('rate.rateInvalid')} />
          <DateField name="FECHA_TASA" label={t('rate.day')} min={`${month.PERIODO}-01`} max={last} />
          {month.CERRADO && (
            <TextField name="motivo" label={t('rate.reason')} help={t('rate.reasonHint', about)} minLength={10} maxLength={500} />
          )}
        </div>
        {far !== undefined && <SwitchField name="CONFIRMADA" label={t('rate.far', { ...about, rate: formatRate(far, locale), group })} />}
        {seen && (
          <p className="small muted rate-saved">
            {t('rate.savedBy', { name: seen.POR, date: formatDateTime(seen.FECHA, locale) })}{' '}
            <Button size="sm" variant="danger" onClick={() => void askToRemove()}>
              {t('rate.remove')}
            </Button>
          </p>
        )}
      </Form>
      <ConfirmDialog
        open={removing}
        onClose={() => setRemoving(false)}
        danger
        title={t('rate.removeTitle', about)}
        confirm={t('rate.remove')}
        onConfirm={remove}
      >
        {t('rate.removeHint', about)}
      </ConfirmDialog>
    </div>
  )
}
