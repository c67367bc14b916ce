import { CONFIG_TYPE, setConfigs } from '@cuadre/api/config'
import type { Role } from '@cuadre/api/role'
import { call, Failure, useCan, useNavigate, useTranslation } from '@cuadre/shell'
import { Note, notify, useLocale } from '@cuadre/ui'
import { Form, FormSection, NumberField, SelectField, SwitchField, TextArea, useForm, useWatch } from '@cuadre/ui/forms'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { roleConfiguration } from '../area.ts'
import { Impact } from '../shared/config/Impact.tsx'
import { valueText } from '../shared/config/kinds.ts'
import { type InForce, SET_BY_ROLE, setFor } from './values.ts'

const LIST = roleConfiguration.link()

interface Values {
  /** By kind, whether the role has its own. */
  own: Record<number, boolean>
  /** By kind; the second factor as text, because it is chosen from a list. */
  valores: Record<number, number | string | null>
  motivo: string
}

interface Props {
  /** The role's type; null for everyone. */
  rolId: number | null
  /** One of the corporation's own: what is set belongs to its type. */
  own?: Role | undefined
  inForce: InForce
}

/** All that is set by role, saved at once, with whom it hits while it is typed. */
export function RoleValuesForm({ rolId, own: custom, inForce }: Props) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const navigate = useNavigate()
  const client = useQueryClient()
  const may = useCan()('parameters.config.write')
  /** What is set, as it was when the fields were filled: what somebody else sets since is not written over unseen. */
  const [seen, setSeen] = useState(() => heldFor(inForce, rolId))
  const [disputed, setDisputed] = useState<number[]>([])
  const form = useForm<Values>({ defaultValues: valuesOf(seen) })
  useEffect(() => {
    const now = heldFor(inForce, rolId)
    if (JSON.stringify(now) === JSON.stringify(seen)) return
    const typed = form.getValues()
    const next = valuesOf(now)
    const touched = SET_BY_ROLE.filter((tipoId) => wantedOf(typed, tipoId) !== setIn(seen[tipoId]!))
    form.reset({ ...next, motivo: typed.motivo })
    if (touched.length > 0) {
      const kept = <T,>(values: Record<number, T>) => Object.fromEntries(touched.map((tipoId) => [tipoId, values[tipoId]!]))
      form.setValue('own', { ...next.own, ...kept(typed.own) }, { shouldDirty: true })
      form.setValue('valores', { ...next.valores, ...kept(typed.valores) }, { shouldDirty: true })
    }
    const theirs = touched.filter((tipoId) => {
      const held = setIn(now[tipoId]!)
      return held !== setIn(seen[tipoId]!) && held !== wantedOf(typed, tipoId)
    })
    setSeen(now)
    setDisputed(theirs)
  }, [inForce, rolId, seen, form])
  const [own, valores] = useWatch({ control: form.control, name: ['own', 'valores'] })
  const changes = SET_BY_ROLE.map((tipoId) => ({
    tipoId,
    valor: wantedOf({ own, valores }, tipoId),
    visto: setIn(seen[tipoId]!),
  })).filter(({ valor, visto }) => valor !== visto)
  const complete = changes.every(({ tipoId, valor }) => !own[tipoId] || Number.isInteger(valor))
  const elsewhere = inForce[CONFIG_TYPE.expiracionContrasena]!.proveedor === 'aparte'
  return (
    <Form
      form={form}
      submit={t('actions.save')}
      onCancel={() => navigate(LIST)}
      onSubmit={async ({ motivo }) => {
        await call(setConfigs, { body: { rolId, valores: changes, motivo } }).catch(async (error: unknown) => {
          if (error instanceof Failure && error.code === 'config_moved') await client.invalidateQueries({ queryKey: ['config-enviroment'] })
          throw error
        })
        await client.invalidateQueries({ queryKey: ['config-enviroment'] })
        notify.success(t('roles.valuesSaved', { role: rolId === null ? t('config.everyone') : t(`role.${rolId}`) }))
        setTimeout(() => navigate(LIST))
      }}
    >
      {disputed.map((tipoId) => {
        const { general, roles } = inForce[tipoId]!
        const theirs = roles.find((one) => one.rolId === rolId)?.propio ?? general
        const [value, who] = [valueText(t, locale, general.unidad, theirs.valor), theirs.actualizadoPor ?? t('config.somebody')]
        return (
          <Note key={tipoId} kind="warning">
            {t('config.movedTo', { what: t(`roles.set.${tipoId}`), value, who })}
          </Note>
        )
      })}
      <FormSection
        title={t('roles.part.valores')}
        description={
          custom ? t('roles.ofType', { type: t(`role.${rolId}`) }) : t(rolId === null ? 'roles.valuesHintAll' : 'roles.valuesHint')
        }
      >
        {SET_BY_ROLE.map((tipoId) => {
          const { general } = inForce[tipoId]!
          const disabled = !may || (tipoId === CONFIG_TYPE.expiracionContrasena && elsewhere)
          const inherited =
            tipoId === CONFIG_TYPE.segundoFactor && general.valor === 1
              ? t('roles.guarded')
              : valueText(t, locale, general.unidad, general.valor)
          return (
            <div key={tipoId} className="wide role-value">
              {rolId !== null && (
                <SwitchField
                  name={`own.${tipoId}`}
                  label={t(`roles.setOwn.${tipoId}`)}
                  help={t('config.hasOwnHelp', { value: inherited })}
                  disabled={disabled}
                />
              )}
              {own[tipoId] && tipoId === CONFIG_TYPE.segundoFactor && (
                <SelectField
                  name={`valores.${tipoId}`}
                  label={t(`roles.set.${tipoId}`)}
                  help={rolId === null ? t('roles.factorNote') : undefined}
                  disabled={disabled}
                  options={['0', '1'].map((value) => ({ value, label: t(value === '1' ? 'config.compulsory' : 'config.optional') }))}
                />
              )}
              {own[tipoId] && tipoId !== CONFIG_TYPE.segundoFactor && (
                <NumberField
                  name={`valores.${tipoId}`}
                  label={t(`roles.set.${tipoId}`)}
                  unit={t(`config.units.${general.unidad}`)}
                  min={general.min}
                  max={general.max}
                  disabled={disabled}
                  help={t(general.unidad === 'dias' ? 'config.rangeHelpNever' : 'config.rangeHelp', {
                    min: general.min,
                    max: general.max,
                    defecto: general.defecto,
                  })}
                />
              )}
            </div>
          )
        })}
        {changes.length > 0 && <TextArea name="motivo" label={t('config.reason')} minLength={10} maxLength={500} wide />}
      </FormSection>
      <FormSection title={t('config.impact.title')} description={t('roles.impactHint')}>
        {changes.length === 0 ? (
          <div className="wide">
            <Note>{t('roles.unchanged')}</Note>
          </div>
        ) : (
          <Impact
            change={{ rolId, valores: changes.map(({ tipoId, valor }) => ({ tipoId, valor })) }}
            complete={complete}
            of={Object.fromEntries(
              SET_BY_ROLE.map((tipoId) => [tipoId, { unidad: inForce[tipoId]!.general.unidad, nombre: t(`roles.set.${tipoId}`) }]),
            )}
          />
        )}
      </FormSection>
    </Form>
  )
}

type Held = Record<number, ReturnType<typeof setFor>>
const heldFor = (inForce: InForce, rolId: number | null): Held =>
  Object.fromEntries(SET_BY_ROLE.map((tipoId) => [tipoId, setFor(inForce[tipoId]!, rolId)]))
/** Their own; null: none. */
const setIn = ({ own, valor }: Held[number]) => (own ? valor : null)
const valuesOf = (held: Held): Values => ({
  own: Object.fromEntries(SET_BY_ROLE.map((tipoId) => [tipoId, held[tipoId]!.own])),
  valores: Object.fromEntries(
    SET_BY_ROLE.map((tipoId) => [tipoId, tipoId === CONFIG_TYPE.segundoFactor ? String(held[tipoId]!.valor) : held[tipoId]!.valor]),
  ),
  motivo: '',
})
const wantedOf = ({ own, valores }: Pick<Values, 'own' | 'valores'>, tipoId: number) => (own[tipoId] ? numberOf(valores[tipoId]) : null)
const numberOf = (value: unknown) => (typeof value === 'string' ? Number(value) : typeof value === 'number' ? value : null)
