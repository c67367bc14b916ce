import { ROLE } from '@cuadre/api/roles'
import { myBusinesses, myCountries, myDepartments } from '@cuadre/api/session'
import { query, useTranslation } from '@cuadre/shell'
import { formatMoney, useLocale } from '@cuadre/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { daysOf, ESCALATES, type Rule } from './rule.ts'
import { Checks, Lines, Slot } from './Slot.tsx'

interface Props {
  rule: Rule
  write: boolean
  onChange: (part: Partial<Rule>) => void
}

/** The rule as it is read aloud; each part that can be another opens a small menu. */
export function Sentence({ rule, write, onChange }: Props) {
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
            onChoose={(frecuencia) => {
              onChange({ frecuencia })
              close()
            }}
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
            onChoose={(prioridad) => {
              onChange({ prioridad })
              close()
            }}
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
            maxLength={1000}
            disabled={!write}
            value={rule.mensaje ?? ''}
            onChange={(event) => onChange({ mensaje: event.target.value || null })}
          />
        </label>
      )}
    </>
  )
}

type Part = Pick<Props, 'rule' | 'onChange' | 'write'>

function Place({ rule: { alcance }, onChange, write }: Part) {
  const { t } = useTranslation('parameters')
  const countries = useQuery(query(myCountries)).data ?? []
  const businesses = useQuery(query(myBusinesses)).data ?? []
  const departments = useQuery(query(myDepartments)).data ?? []
  const country = countries.find(({ ID_PAIS }) => ID_PAIS === alcance.paisId)?.PAIS
  const business = businesses.find(({ ID_NEGOCIO }) => ID_NEGOCIO === alcance.negocioId)?.NEGOCIO
  const department = departments.find(({ COD_DEPARTAMENTO }) => COD_DEPARTAMENTO === alcance.departamentoId)?.DEPARTAMENTO
  const text = department
    ? `${business ?? ''} ${department}`
    : (business ?? (country ? t('alert.allOf', { country }) : t('alert.everywhere')))
  const set = (paisId: number | null, negocioId: number | null = null, departamentoId: number | null = null) =>
    onChange({ alcance: { paisId, negocioId, departamentoId } })
  const value = alcance.departamentoId
    ? `d${alcance.departamentoId}`
    : alcance.negocioId
      ? `n${alcance.negocioId}`
      : alcance.paisId
        ? `p${alcance.paisId}`
        : ''
  return (
    <Slot label={t('alert.slot.place')} text={text} disabled={!write}>
      {(close) => (
        <Lines
          options={[
            { value: '', label: t('alert.everywhere'), hint: t('alert.everywhereHint') },
            ...countries.map(({ ID_PAIS, PAIS }) => ({ value: `p${ID_PAIS}`, label: t('alert.allOf', { country: PAIS }) })),
            ...businesses.map(({ ID_NEGOCIO, NEGOCIO }) => ({ value: `n${ID_NEGOCIO}`, label: NEGOCIO })),
            ...departments.map(({ COD_DEPARTAMENTO, DEPARTAMENTO, ID_NEGOCIO }) => ({
              value: `d${COD_DEPARTAMENTO}`,
              label: DEPARTAMENTO,
              hint: businesses.find((one) => one.ID_NEGOCIO === ID_NEGOCIO)?.NEGOCIO,
            })),
          ]}
          value={value}
          onChoose={(chosen) => {
            const id = Number(chosen.slice(1))
            const of = chosen.startsWith('d') ? departments.find(({ COD_DEPARTAMENTO }) => COD_DEPARTAMENTO === id)?.ID_NEGOCIO : id
            const home = businesses.find(({ ID_NEGOCIO }) => ID_NEGOCIO === of)
            if (chosen === '') set(null)
            else if (chosen.startsWith('p')) set(id)
            else if (chosen.startsWith('n')) set(home?.ID_PAIS ?? null, id)
            else set(home?.ID_PAIS ?? null, of ?? null, id)
            close()
          }}
        />
      )}
    </Slot>
  )
}

function Days({ rule: { condicion }, onChange, write }: Part) {
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

function Hours({ rule: { condicion }, onChange, write }: Part) {
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

function Threshold({ rule: { condicion }, onChange, write }: Part) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
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
            defaultValue={condicion.umbral ?? ''}
            onChange={(event) => {
              const typed = event.target.value.trim().replace(',', '.')
              if (typed === '' || /^\d{1,18}(\.\d{1,2})?$/.test(typed)) onChange({ condicion: { ...condicion, umbral: typed || null } })
            }}
          />
          <span className="help">{t('alert.amountHint')}</span>
        </label>
      )}
    </Slot>
  )
}

function Who({ rule: { destinatarios }, onChange, write }: Part) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const { responsable, superior, roles, usuarios } = destinatarios
  const named = [
    ...(responsable ? [t('alert.whoResponsible')] : []),
    ...(superior ? [t('alert.whoHead')] : []),
    ...roles.map((role) => t(`role.${role}`)),
    ...(usuarios.length > 0 ? [t('alert.whoUsers', { count: usuarios.length })] : []),
  ]
  return (
    <Slot
      label={t('alert.slot.who')}
      text={named.length > 0 ? new Intl.ListFormat(locale).format(named) : t('alert.nobody')}
      unset={named.length === 0}
      disabled={!write}
    >
      {() => (
        <Checks
          options={[
            { value: 'responsable', label: t('alert.whoResponsible') },
            { value: 'superior', label: t('alert.whoHead') },
            ...Object.values(ROLE).map((role) => ({ value: String(role), label: t(`role.${role}`) })),
            ...(usuarios.length > 0 ? [{ value: 'usuarios', label: t('alert.whoUsers', { count: usuarios.length }) }] : []),
          ]}
          values={[
            ...(responsable ? ['responsable'] : []),
            ...(superior ? ['superior'] : []),
            ...roles.map(String),
            ...(usuarios.length > 0 ? ['usuarios'] : []),
          ]}
          onChange={(values) =>
            onChange({
              destinatarios: {
                responsable: values.includes('responsable'),
                superior: values.includes('superior'),
                roles: values.map(Number).filter(Number.isInteger),
                usuarios: values.includes('usuarios') ? usuarios : [],
              },
            })
          }
        />
      )}
    </Slot>
  )
}

function ChannelsSlot({ rule: { canales }, onChange, write }: Part) {
  const { t } = useTranslation('parameters')
  const text =
    canales.app && canales.correo
      ? t('alert.both')
      : canales.app
        ? t('alert.app')
        : canales.correo
          ? t('alert.mail')
          : t('alert.slot.choose')
  return (
    <Slot label={t('alert.slot.channels')} text={text} unset={!canales.app && !canales.correo} disabled={!write}>
      {() => (
        <Checks
          options={[
            { value: 'app', label: t('alert.app') },
            { value: 'correo', label: t('alert.mail') },
          ]}
          values={[...(canales.app ? ['app'] : []), ...(canales.correo ? ['correo'] : [])]}
          onChange={(values) => onChange({ canales: { app: values.includes('app'), correo: values.includes('correo') } })}
        />
      )}
    </Slot>
  )
}

function Hour({ label, value, write, onChange }: { label: string; value: string; write: boolean; onChange: (value: string) => void }) {
  const hours = Array.from({ length: 48 }, (_, half) => `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 ? '30' : '00'}`)
  return (
    <Slot label={label} text={value} disabled={!write}>
      {(close) => (
        <Lines
          options={[...new Set([...hours, value])].sort().map((hour) => ({ value: hour, label: hour }))}
          value={value}
          onChoose={(hour) => {
            onChange(hour)
            close()
          }}
        />
      )}
    </Slot>
  )
}

function Escalate({ rule: { escalarHoras }, onChange, write }: Part) {
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
