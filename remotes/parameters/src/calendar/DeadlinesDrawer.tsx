import { type DeadlinePlan, type Plan, setDeadlines } from '@cuadre/api/calendar'
import { myBusinesses } from '@cuadre/api/session'
import { call, Failure, query, useTranslation } from '@cuadre/shell'
import { Button } from '@cuadre/ui'
import { Form, NumberField, SelectField, TextArea, useForm } from '@cuadre/ui/forms'
import { Drawer } from '@cuadre/ui/overlay'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Confirm } from './Confirm.tsx'
import { ROLES } from './roles.ts'

type Role = (typeof ROLES)[number]
interface Values {
  ID_NEGOCIO: string
  motivo: string
  PLAZOS: Record<Role, { dia: number | null; hora: string }>
}

interface Props {
  /** Without one: of a business that has none of its own yet. */
  plan?: DeadlinePlan
  general: DeadlinePlan
  /** Businesses with their own. */
  taken: readonly number[]
  onClose: () => void
}

/** The four deadlines of everybody or of a business; their effect is looked at before they are saved. */
export function DeadlinesDrawer({ plan, general, taken, onClose }: Props) {
  const { t } = useTranslation('parameters')
  const businesses = useQuery(query(myBusinesses)).data ?? []
  const [wanted, setWanted] = useState<{ ID_NEGOCIO: number | null; PLAZOS: Plan | null; motivo: string; visto: Plan | null }>()
  const from = (plan ?? general).PLAZOS
  /** As they were when the fields were filled: what somebody else sets meanwhile is not written over unseen. */
  const [seen, setSeen] = useState(plan?.PLAZOS ?? null)
  const form = useForm<Values>({
    defaultValues: {
      ID_NEGOCIO: String(plan?.ID_NEGOCIO ?? ''),
      motivo: '',
      PLAZOS: fieldsOf(from),
    },
  })
  const look = ({ ID_NEGOCIO, PLAZOS, motivo }: Values) =>
    setWanted({
      ID_NEGOCIO: ID_NEGOCIO === '' ? null : Number(ID_NEGOCIO),
      motivo,
      visto: seen,
      PLAZOS: Object.fromEntries(
        ROLES.map((role) => [role, { dia: PLAZOS[role].dia, hora: PLAZOS[role].hora === '' ? null : Number(PLAZOS[role].hora) }]),
      ) as Plan,
    })
  /** Days and hours that were not touched are taken from what somebody else has set. */
  const follow = (error: unknown): never => {
    if (error instanceof Failure && error.code === 'setting_moved') {
      // The contract says what a `current` of this call is.
      const { PLAZOS: now } = error.current as { PLAZOS: Plan | null }
      const [before, theirs] = [fieldsOf(seen ?? general.PLAZOS), fieldsOf(now ?? general.PLAZOS)]
      for (const role of ROLES)
        for (const part of ['dia', 'hora'] as const)
          if (form.getValues(`PLAZOS.${role}.${part}`) === before[role][part]) form.setValue(`PLAZOS.${role}.${part}`, theirs[role][part])
      setSeen(now)
    }
    throw error
  }
  const name = plan ? (plan.NEGOCIO ?? t('threshold.all')) : t('calendar.ownDeadlines')
  return (
    <>
      <Drawer open onClose={onClose} title={`${t('calendar.deadlines')}: ${name}`} size="wide">
        <Form form={form} submit={t('calendar.look')} onCancel={onClose} onSubmit={look}>
          <div className="fields">
            {!plan && (
              <SelectField
                name="ID_NEGOCIO"
                label={t('threshold.business')}
                wide
                options={businesses
                  .filter(({ ID_NEGOCIO }) => !taken.includes(ID_NEGOCIO))
                  .map(({ ID_NEGOCIO, NEGOCIO }) => ({ value: String(ID_NEGOCIO), label: NEGOCIO }))}
              />
            )}
            {ROLES.map((role) => (
              <div key={role} className="wide deadline">
                <NumberField
                  name={`PLAZOS.${role}.dia`}
                  label={t('calendar.roleDay', { role: t(`calendar.role.${role}`) })}
                  min={1}
                  max={25}
                />
                <SelectField
                  name={`PLAZOS.${role}.hora`}
                  label={t('calendar.hour')}
                  optional
                  placeholder={t('calendar.hourOfCountry')}
                  options={Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${String(hour).padStart(2, '0')}:00` }))}
                />
              </div>
            ))}
            <TextArea name="motivo" label={t('config.reason')} minLength={10} maxLength={500} wide />
            {plan && plan.ID_NEGOCIO !== null && (
              <div className="wide">
                <Button
                  onClick={async () => {
                    if (await form.trigger('motivo'))
                      setWanted({ ID_NEGOCIO: plan.ID_NEGOCIO, PLAZOS: null, visto: seen, motivo: form.getValues('motivo') })
                  }}
                >
                  {t('calendar.backToAll')}
                </Button>
              </div>
            )}
          </div>
        </Form>
      </Drawer>
      {wanted && (
        <Confirm
          title={`${t('calendar.deadlines')}: ${name}`}
          simulate={async () => (await call(setDeadlines, { body: { ...wanted, simular: true } }).catch(follow)).impacto}
          apply={(huella) => call(setDeadlines, { body: { ...wanted, huella } }).then(onClose, follow)}
          saved={t('calendar.deadlinesSaved')}
          onClose={() => setWanted(undefined)}
        />
      )}
    </>
  )
}

const fieldsOf = (plan: Plan) =>
  Object.fromEntries(ROLES.map((role) => [role, { dia: plan[role].dia, hora: String(plan[role].hora ?? '') }])) as Values['PLAZOS']
