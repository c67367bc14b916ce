import { getMovementRule, type MovementImpact, type MovementRule, SENSITIVITIES, updateMovementRule } from '@cuadre/api/movement'
import { call, Failure, failureOf, query, sentenceOf, useTranslation } from '@cuadre/shell'
import { Button, ErrorState, formatCount, Note, notify, Skeleton, useLocale } from '@cuadre/ui'
import { Form, MoneyField, NumberField, SelectField, SwitchField, TextArea, useForm, useWatch } from '@cuadre/ui/forms'
import { Drawer } from '@cuadre/ui/overlay'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { RuleHistory, ruleText } from './RuleHistory.tsx'

/** When a movement counts as unusual, what a change of it would mark, and every change before. */
export function MovementDrawer({ write, onClose }: { write: boolean; onClose: () => void }) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const found = useQuery(query(getMovementRule))
  const failure = failureOf(found)
  return (
    <Drawer open onClose={onClose} title={t('movement.title')} size="half">
      {failure && <ErrorState {...failure} />}
      {!found.data && !failure && <Skeleton />}
      {found.data &&
        (write ? (
          <RuleForm rule={found.data} onClose={onClose} />
        ) : (
          <>
            <p className="strong">{ruleText(t, locale, found.data)}</p>
            <RuleHistory />
          </>
        ))}
    </Drawer>
  )
}

interface Values {
  ACTIVO: boolean
  SENSIBILIDAD: MovementRule['SENSIBILIDAD']
  MONTO_MINIMO: string
  PORCENTAJE_MINIMO: number
  motivo: string
}

function RuleForm({ rule, onClose }: { rule: MovementRule; onClose: () => void }) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const client = useQueryClient()
  const [seen, setSeen] = useState(rule)
  const form = useForm<Values>({
    defaultValues: {
      ACTIVO: rule.ACTIVO,
      SENSIBILIDAD: rule.SENSIBILIDAD,
      MONTO_MINIMO: rule.MONTO_MINIMO,
      PORCENTAJE_MINIMO: Number(rule.PORCENTAJE_MINIMO),
      motivo: '',
    },
  })
  const sensitivity = useWatch({ control: form.control, name: 'SENSIBILIDAD' })
  /** What is looked at first keeps nothing, so its reason is that it is looked at. */
  const preview = useMutation({
    mutationFn: ({ motivo: _, ...values }: Values) =>
      call(updateMovementRule, { body: { ...values, motivo: t('movement.previewReason'), simular: true } }),
  })
  const save = async (values: Values) => {
    try {
      const { impacto } = await call(updateMovementRule, { body: { ...values, motivo: values.motivo.trim(), REVISION: seen.REVISION } })
      await client.invalidateQueries()
      notify.success(t('movement.saved'), { description: t('movement.marks', counted(marksOf(impacto.despues))) })
      setTimeout(onClose)
    } catch (error) {
      // The contract says what a `current` of this call is.
      if (error instanceof Failure && error.code === 'row_moved') setSeen(error.current as MovementRule)
      throw error
    }
  }
  const counted = (count: number) => ({ count, n: formatCount(count, locale) })
  return (
    <Form form={form} submit={t('actions.save')} onCancel={onClose} onSubmit={save} after={<RuleHistory />}>
      <div className="fields">
        <p className="wide small muted">{t('movement.hint')}</p>
        {seen !== rule && <Note kind="warning">{t('movement.moved', { name: seen.POR ?? '' })}</Note>}
        <SwitchField name="ACTIVO" label={t('movement.active')} help={t('movement.activeHint')} />
        <SelectField
          name="SENSIBILIDAD"
          label={t('movement.sensitivity')}
          help={t(`movement.sensitivityHint.${sensitivity}`)}
          options={SENSITIVITIES.map((value) => ({ value, label: t(`movement.sensitivities.${value}`) }))}
        />
        <MoneyField name="MONTO_MINIMO" label={t('movement.minimum')} help={t('movement.minimumHint')} />
        <NumberField
          name="PORCENTAJE_MINIMO"
          label={t('movement.percent')}
          unit="%"
          decimals={2}
          min={0}
          max={100}
          help={t('movement.percentHint')}
        />
        <TextArea name="motivo" label={t('config.reason')} minLength={10} maxLength={500} wide />
        <div className="wide" aria-live="polite">
          <Button size="sm" busy={preview.isPending} onClick={() => preview.mutate(form.getValues())}>
            {t('movement.preview')}
          </Button>
          {preview.error && <Note kind="warning">{sentenceOf(preview.error, t('movement.previewFailed'))}</Note>}
          {preview.data && <Told impact={preview.data.impacto} />}
        </div>
      </div>
    </Form>
  )
}

const marksOf = ({ alto, bajo, silencio }: MovementImpact['antes']) => alto + bajo + silencio

/** Marks before and after, of the accounts with history enough. */
function Told({ impact: { antes, despues, periodos } }: { impact: MovementImpact }) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const n = (count: number) => formatCount(count, locale)
  if (periodos.length === 0) return <Note>{t('movement.noPeriod')}</Note>
  return (
    <table className="table" aria-label={t('movement.preview')}>
      <thead>
        <tr>
          <th scope="col">{t('movement.effect')}</th>
          <th scope="col" className="end">
            {t('movement.before')}
          </th>
          <th scope="col" className="end">
            {t('movement.after')}
          </th>
        </tr>
      </thead>
      <tbody>
        {(['alto', 'bajo', 'silencio', 'juzgados'] as const).map((of) => (
          <tr key={of}>
            <th scope="row">{t(`movement.of.${of}`)}</th>
            <td className="num end">{n(antes[of])}</td>
            <td className="num end">{n(despues[of])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
