import { type ClosingPolicy, getClosingPolicy, listClosingPolicies, POLICY_CHECKS, setClosingPolicy } from '@cuadre/api/closing'
import { call, Failure, failureOf, query, useCan, useTranslation } from '@cuadre/shell'
import { ErrorState, formatDateTime, formatMoney, type Locale, Note, notify, Section, Skeleton, useLocale } from '@cuadre/ui'
import { Form, FormProvider, FormSection, SwitchField, TextArea, useForm } from '@cuadre/ui/forms'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import '../period.css'
import { CheckRow } from './CheckRow.tsx'
import { changedChecks, fromPolicy, type PolicyValues, RISKS, toPolicy } from './levels.ts'

type Values = PolicyValues & { SEGUNDA_PERSONA: boolean; MOTIVO: string }

/** What warns and what blocks when a period is closed. Set by the administrator, every version kept. */
export default function ClosingPolicyView() {
  const { t } = useTranslation('admin')
  const write = useCan()('admin.period.policy')
  const found = useQuery(query(getClosingPolicy))
  const failure = failureOf(found)
  if (failure) return <ErrorState {...failure} />
  if (!found.data) return <Skeleton />
  return (
    <>
      <p className="page-note">{t('policy.note')}</p>
      {!write && <Note>{t('policy.readOnly')}</Note>}
      <PolicyForm policy={found.data} readOnly={!write} />
      <PolicyHistory />
    </>
  )
}

function PolicyForm({ policy: now, readOnly }: { policy: ClosingPolicy; readOnly: boolean }) {
  const { t } = useTranslation('admin')
  const client = useQueryClient()
  const [moved, setMoved] = useState<ClosingPolicy>()
  /** What the fields were filled from: one that somebody else has saved meanwhile takes nothing from who is writing. */
  const [policy, setPolicy] = useState(now)
  const form = useForm<Values>({ defaultValues: valuesOf(policy) })
  const { isDirty, isSubmitting } = form.formState
  useEffect(() => {
    if (isDirty || isSubmitting || now.ID <= policy.ID) return
    setPolicy(now)
    setMoved(undefined)
    form.reset(valuesOf(now))
  }, [now, policy, isDirty, isSubmitting, form])
  const table = (
    <div className="table-frame wide">
      <table className="table policy-table" aria-label={t('periodView.politica')}>
        <thead>
          <tr>
            <th scope="col">{t('policy.check')}</th>
            <th scope="col">{t('policy.mode')}</th>
          </tr>
        </thead>
        <tbody>
          {POLICY_CHECKS.map((check) => (
            <CheckRow key={check} check={check} readOnly={readOnly} />
          ))}
          <tr>
            <td>{t('check.cuadre.name')}</td>
            <td className="muted">{t('policy.byRule')}</td>
          </tr>
          {(['periodo_anterior', 'cadena'] as const).map((check) => (
            <tr key={check}>
              <td>{t(`check.${check}.name`)}</td>
              <td className="muted">{t('policy.always')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
  const save = async (values: Values) => {
    const { SEGUNDA_PERSONA, MOTIVO } = values
    const ID = moved?.ID ?? policy.ID
    try {
      const saved = await call(setClosingPolicy, { body: { ID, PRUEBAS: toPolicy(values), SEGUNDA_PERSONA, MOTIVO } })
      notify.success(t('policy.saved'))
      setTimeout(() => {
        client.setQueryData(query(getClosingPolicy).queryKey, saved)
        void client.invalidateQueries({ queryKey: ['period'] })
      })
    } catch (error) {
      // The contract says what a `current` of this call is.
      if (error instanceof Failure && error.code === 'row_moved') setMoved(error.current as ClosingPolicy)
      throw error
    }
  }
  if (readOnly) return <FormProvider {...form}>{table}</FormProvider>
  return (
    <Form form={form} submit={t('actions.save')} onSubmit={save}>
      {moved && (
        <Note kind="warning">
          {t('policy.moved', {
            who: moved.POR ?? '',
            checks:
              changedChecks(policy.PRUEBAS, moved.PRUEBAS)
                .map((check) => t(`check.${check}.name`))
                .join(', ') || t('policy.same'),
          })}
        </Note>
      )}
      {table}
      <FormSection title={t('policy.people')} description={t('policy.peopleHint')}>
        <SwitchField name="SEGUNDA_PERSONA" label={t('policy.second')} help={t('policy.secondHint')} />
        <TextArea name="MOTIVO" label={t('record.reason')} minLength={10} maxLength={500} wide />
      </FormSection>
    </Form>
  )
}

const valuesOf = ({ PRUEBAS, SEGUNDA_PERSONA }: ClosingPolicy) => ({ ...fromPolicy(PRUEBAS), SEGUNDA_PERSONA, MOTIVO: '' }) as Values

function PolicyHistory() {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const found = useQuery(query(listClosingPolicies, { query: {} }))
  const versions = found.data?.data
  if (!versions) return null
  return (
    <Section title={t('policy.history')} count={found.data?.total}>
      <table className="table policy-table" aria-label={t('policy.history')}>
        <thead>
          <tr>
            <th scope="col">{t('record.when')}</th>
            <th scope="col">{t('record.who')}</th>
            <th scope="col">{t('policy.changes')}</th>
            <th scope="col">{t('record.reason')}</th>
          </tr>
        </thead>
        <tbody>
          {versions.map((version, i) => (
            <tr key={version.ID}>
              <td className="num nowrap">{formatDateTime(version.FECHA, locale)}</td>
              <td>{version.POR ?? t('policy.product')}</td>
              <td>
                <Changes of={version} before={versions[i + 1]} locale={locale} />
              </td>
              <td>{version.MOTIVO}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

function Changes({ of, before, locale }: { of: ClosingPolicy; before: ClosingPolicy | undefined; locale: Locale }) {
  const { t } = useTranslation('admin')
  if (!before) return t('policy.first')
  const amount = (value: string | null) => (value === null ? t('policy.never') : formatMoney(value, locale))
  const lines = changedChecks(before.PRUEBAS, of.PRUEBAS).map(
    (check) =>
      `${t(`check.${check}.name`)}: ${RISKS.map((risk) => {
        const { aviso, bloqueo } = of.PRUEBAS[check][risk]
        return t('policy.level', { risk: t(`policy.risk.${risk}`), warn: amount(aviso), block: amount(bloqueo) })
      }).join('; ')}`,
  )
  if (before.SEGUNDA_PERSONA !== of.SEGUNDA_PERSONA) lines.push(t(of.SEGUNDA_PERSONA ? 'policy.secondOn' : 'policy.secondOff'))
  return lines.length === 0
    ? t('policy.same')
    : lines.map((line) => (
        <p key={line} style={{ margin: 0 }}>
          {line}
        </p>
      ))
}
