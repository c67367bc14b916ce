import { useTranslation } from '@cuadre/shell'
import type { ReactNode } from 'react'
import { ESCALATES, type RulePart } from './rule.ts'
import { Lines, Slot } from './Slot.tsx'
import { ChannelsSlot, Place, Who } from './SlotsOfPeople.tsx'
import { Days, Escalate, Hour, Hours, Threshold } from './SlotsOfTime.tsx'

/** The rule as it is read aloud; each part that can be another opens a small menu. */
export function Sentence({ rule, write, onChange }: RulePart) {
  const { t } = useTranslation('parameters')
  const slots: Record<string, ReactNode> = {
    place: <Place rule={rule} onChange={onChange} write={write} />,
    days: <Days rule={rule} onChange={onChange} write={write} />,
    hours: <Hours rule={rule} onChange={onChange} write={write} />,
    amount: <Threshold rule={rule} onChange={onChange} write={write} />,
    who: <Who rule={rule} onChange={onChange} write={write} />,
    channels: <ChannelsSlot rule={rule} onChange={onChange} write={write} />,
    often: (
      <Slot label={t('alert.slot.often')} text={t(`alert.often.${rule.frecuencia}`)} disabled={!write}>
        {(close) => (
          <Lines
            options={(['inmediata', 'diaria', 'semanal'] as const).map((value) => ({ value, label: t(`alert.often.${value}`) }))}
            value={rule.frecuencia}
            onChoose={(frecuencia) => onChange({ frecuencia })}
            onDone={close}
          />
        )}
      </Slot>
    ),
    from: (
      <Hour
        label={t('alert.slot.from')}
        value={rule.ventana.desde}
        write={write}
        onChange={(desde) => onChange({ ventana: { ...rule.ventana, desde } })}
      />
    ),
    to: (
      <Hour
        label={t('alert.slot.to')}
        value={rule.ventana.hasta}
        write={write}
        onChange={(hasta) => onChange({ ventana: { ...rule.ventana, hasta } })}
      />
    ),
    escalate: <Escalate rule={rule} onChange={onChange} write={write} />,
    priority: (
      <Slot label={t('alert.priorityName')} text={t(`alert.priority.${rule.prioridad}`)} disabled={!write}>
        {(close) => (
          <Lines
            options={(['A', 'M', 'B'] as const).map((value) => ({
              value,
              label: t(`alert.priority.${value}`),
              hint: t(`alert.priorityHint.${value}`),
            }))}
            value={rule.prioridad}
            onChoose={(prioridad) => onChange({ prioridad })}
            onDone={close}
          />
        )}
      </Slot>
    ),
  }
  const say = (key: string) =>
    t(key)
      .split(/(\[\w+\])/)
      .map((part, index) => {
        const slot = /^\[(\w+)\]$/.exec(part)?.[1]
        // The parts of a sentence never change their order.
        return <span key={`${index} ${part}`}>{slot ? slots[slot] : part}</span>
      })
  return (
    <>
      <p className="sentence">
        {say(`alert.when.${rule.tipoId}`)} {say('alert.then')} {ESCALATES.includes(rule.tipoId) && say('alert.else')} {say('alert.urgency')}
      </p>
      {rule.tipoId === 24 && (
        <label className="field wide">
          <span className="label">{t('alert.message')}</span>
          <textarea
            className="input"
            rows={3}
            disabled={!write}
            value={rule.mensaje ?? ''}
            onChange={(event) => onChange({ mensaje: event.target.value || null })}
          />
        </label>
      )}
    </>
  )
}
