import { useTranslation } from '@cuadre/shell'
import { formatMoney, useLocale } from '@cuadre/ui'
import { parseMoney } from '@cuadre/ui/forms'
import { useState } from 'react'
import { daysOf, type RulePart } from './rule.ts'
import { Lines, Slot } from './Slot.tsx'

/** When a rule tells: the days, hours and amounts that its condition counts. */
export function Days({ rule: { condicion }, onChange, write }: RulePart) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const [text, setText] = useState(condicion.dias.join(', '))
  const wrong = daysOf(text) === undefined
  const listed = new Intl.ListFormat(locale).format(condicion.dias.map(String))
  return (
    <Slot
      label={t('alert.slot.days')}
      text={condicion.dias.length > 0 ? listed : t('alert.slot.choose')}
      unset={condicion.dias.length === 0}
      disabled={!write}
    >
      {() => (
        <label className="field">
          <span className="label">{t('alert.slot.days')}</span>
          <input
            className="input"
            value={text}
            aria-invalid={wrong || undefined}
            onChange={(event) => {
              setText(event.target.value)
              const dias = daysOf(event.target.value)
              if (dias) onChange({ condicion: { ...condicion, dias } })
            }}
          />
          <span className="help">{t('alert.daysHint')}</span>
        </label>
      )}
    </Slot>
  )
}

interface NumberProps {
  label: string
  help: string
  value: number | null
  max: number
  onNumber: (value: number | null) => void
}
const NumberInput = ({ label, help, value, max, onNumber }: NumberProps) => (
  <label className="field">
    <span className="label">{label}</span>
    <input
      className="input num end"
      type="number"
      min={1}
      max={max}
      value={value ?? ''}
      onChange={(event) => {
        const typed = Number(event.target.value)
        onNumber(Number.isInteger(typed) && typed >= 1 && typed <= max ? typed : null)
      }}
    />
    <span className="help">{help}</span>
  </label>
)

export function Hours({ rule: { condicion }, onChange, write }: RulePart) {
  const { t } = useTranslation('parameters')
  return (
    <Slot
      label={t('alert.slot.hours')}
      text={condicion.horas === null ? t('alert.slot.choose') : t('alert.hours', { count: condicion.horas })}
      unset={condicion.horas === null}
      disabled={!write}
    >
      {() => (
        <NumberInput
          label={t('alert.slot.hours')}
          help={t('alert.hoursHint')}
          max={1000}
          value={condicion.horas}
          onNumber={(horas) => onChange({ condicion: { ...condicion, horas } })}
        />
      )}
    </Slot>
  )
}

export function Threshold({ rule: { condicion }, onChange, write }: RulePart) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const [text, setText] = useState(condicion.umbral === null ? '' : formatMoney(condicion.umbral, locale))
  const amountOf = (typed: string) => {
    const amount = parseMoney(typed, locale)
    return amount && /^\d{1,18}(\.\d{1,2})?$/.test(amount) ? amount : undefined
  }
  return (
    <Slot
      label={t('alert.slot.amount')}
      text={condicion.umbral === null ? t('alert.anyAmount') : formatMoney(condicion.umbral, locale)}
      unset={condicion.umbral === null}
      disabled={!write}
    >
      {() => (
        <label className="field">
          <span className="label">{t('alert.slot.amount')}</span>
          <input
            className="input num end"
            inputMode="decimal"
            value={text}
            aria-invalid={(text.trim() !== '' && amountOf(text) === undefined) || undefined}
            onChange={(event) => {
              setText(event.target.value)
              const umbral = event.target.value.trim() === '' ? null : amountOf(event.target.value)
              if (umbral !== undefined) onChange({ condicion: { ...condicion, umbral } })
            }}
          />
          <span className="help">{t('alert.amountHint')}</span>
        </label>
      )}
    </Slot>
  )
}

export function Hour({
  label,
  value,
  write,
  onChange,
}: {
  label: string
  value: string
  write: boolean
  onChange: (value: string) => void
}) {
  const hours = Array.from({ length: 48 }, (_, half) => `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 ? '30' : '00'}`)
  return (
    <Slot label={label} text={value} disabled={!write}>
      {(close) => (
        <Lines
          options={[...new Set([...hours, value])].sort().map((hour) => ({ value: hour, label: hour }))}
          value={value}
          onChoose={onChange}
          onDone={close}
        />
      )}
    </Slot>
  )
}

export function Escalate({ rule: { escalarHoras }, onChange, write }: RulePart) {
  const { t } = useTranslation('parameters')
  return (
    <Slot
      label={t('alert.slot.escalate')}
      text={escalarHoras === null ? t('alert.noEscalation') : t('alert.hours', { count: escalarHoras })}
      unset={escalarHoras === null}
      disabled={!write}
    >
      {() => (
        <NumberInput
          label={t('alert.slot.escalate')}
          help={t('alert.escalateHint')}
          max={1000}
          value={escalarHoras}
          onNumber={(hours) => onChange({ escalarHoras: hours })}
        />
      )}
    </Slot>
  )
}
