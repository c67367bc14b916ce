import { BASES, COMPARISONS, getThreshold, type Threshold } from '@cuadre/api/threshold'
import { failureOf, Link, query, useTranslation } from '@cuadre/shell'
import { Button, buttonClass, ErrorState, Section, Skeleton } from '@cuadre/ui'
import { FormProvider, MoneyField, NumberField, SelectField, useForm, useWatch } from '@cuadre/ui/forms'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { thresholdUpdate } from '../area.ts'
import { isChangeable, searchOf, type ThresholdValues, usesAmount, usesPercent, valuesOf } from './rule.ts'
import { Simulation } from './Simulation.tsx'

interface Props {
  id: number
  write: boolean
  onClose: () => void
}

/** Under the list: what a threshold with other figures would have caught and let pass. Nothing is kept; the change takes the figures along. */
export function Simulator({ id, write, onClose }: Props) {
  const { t } = useTranslation('parameters')
  const found = useQuery(query(getThreshold, { params: { id } }))
  const failure = failureOf(found)
  const threshold = found.data
  const place = useRef<HTMLDivElement>(null)
  // It comes under a list that may be long: there, for the eye and for the keyboard.
  useEffect(() => {
    if (!threshold) return
    place.current?.scrollIntoView({ block: 'start' })
    place.current?.querySelector<HTMLElement>('input, select')?.focus({ preventScroll: true })
  }, [threshold])
  return (
    <div ref={place}>
      <Section
        title={t('threshold.simulator', { name: threshold ? (threshold.ALCANCE_NOMBRE ?? t('threshold.everybody')) : '' })}
        end={<Button onClick={onClose}>{t('threshold.closeSimulator')}</Button>}
      >
        {failure && <ErrorState {...failure} />}
        {!threshold && !failure && <Skeleton height={120} />}
        {threshold && <Trial threshold={threshold} write={write} />}
      </Section>
    </div>
  )
}

function Trial({ threshold, write }: { threshold: Threshold; write: boolean }) {
  const { t } = useTranslation('parameters')
  const form = useForm<ThresholdValues>({ defaultValues: valuesOf(threshold) })
  const [tried, setTried] = useState<ThresholdValues>(() => valuesOf(threshold))
  const BASE = useWatch({ control: form.control, name: 'BASE' })
  return (
    <>
      <p className="small muted">{t('threshold.simulatorHint')}</p>
      <FormProvider {...form}>
        <form noValidate onSubmit={form.handleSubmit((values) => setTried(values))} style={{ marginBlock: 12 }}>
          <div className="fields" style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 180px), 1fr))' }}>
            {usesAmount(BASE) && (
              <MoneyField
                name="MONTO"
                label={t('threshold.amount')}
                validate={(value: string) => (Number(value) > 0 ? undefined : t('threshold.amountWrong'))}
              />
            )}
            {usesPercent(BASE) && (
              <NumberField name="PORCENTAJE" label={t('threshold.percent')} unit="%" decimals={2} min={0.01} max={1000} />
            )}
            <SelectField
              name="BASE"
              label={t('threshold.base')}
              options={BASES.map((value) => ({ value, label: t(`threshold.bases.${value}`) }))}
            />
            <SelectField
              name="COMPARAR"
              label={t('threshold.compare')}
              options={COMPARISONS.map((value) => ({ value, label: t(`threshold.comparisons.${value}`) }))}
            />
          </div>
          <div className="row" style={{ flexWrap: 'wrap', gap: 8, marginBlockStart: 12 }}>
            <Button type="submit">{t('threshold.simulate')}</Button>
            {write && isChangeable(threshold) && (
              <Link className={buttonClass()} to={`${thresholdUpdate.link({ thresholdId: threshold.ID })}?${searchOf(tried)}`}>
                {t('threshold.changeSo')}
              </Link>
            )}
          </div>
        </form>
      </FormProvider>
      <Simulation values={tried} />
    </>
  )
}
