import { type Account, AUTO_METHODS, AUTO_RESULTS, accountMetadata, RISKS } from '@cuadre/api/account'
import { listHeadings } from '@cuadre/api/heading'
import { FREQUENCIES } from '@cuadre/api/shapes'
import { listTemplates } from '@cuadre/api/template'
import { query, useCan, useTranslation } from '@cuadre/shell'
import { formatDate, Note, useLocale } from '@cuadre/ui'
import { ComboField, Form, FormSection, SelectField, SwitchField, TextArea, TextField, type useForm, useWatch } from '@cuadre/ui/forms'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCounted } from '../shared/counted.ts'
import type { AccountValues } from './form.ts'
import { useChief } from './useChief.ts'

interface Props {
  form: ReturnType<typeof useForm<AccountValues>>
  /** The one that is changed: its business and code are what they are. */
  account?: Account
  submit: string
  onSave: (values: AccountValues) => Promise<unknown>
  onCancel: () => void
  secondary?: { label: string; onSubmit: (values: AccountValues) => unknown }
  /** Under the field of the risk: what its last months suggest. */
  suggestion?: ReactNode
  /** Above the fields: what happened meanwhile. */
  children?: ReactNode
}

const option = (value: number | null | undefined, label: string | null | undefined) =>
  value === null || value === undefined ? undefined : { value: String(value), label: label ?? String(value) }

/** Creating and changing an account are the same form. */
export function AccountForm({ form, account, submit, onSave, onCancel, secondary, suggestion, children }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const counted = useCounted()
  const chiefOf = useChief()
  const can = useCan()
  const metadata = useQuery(query(accountMetadata)).data
  const headings = useQuery({ ...query(listHeadings, { query: { limit: 999 } }), enabled: can('admin.heading.read') }).data
  const templates = useQuery({
    ...query(listTemplates, { query: { tipo: 'ANALISIS', estado: 'PUBLICADA', limit: 999 } }),
    enabled: can('admin.template.read'),
  }).data
  const values = useWatch({ control: form.control })

  const departments = metadata?.departamentos.filter((one) => String(one.ID_NEGOCIO) === values.ID_NEGOCIO) ?? []
  const department = departments.find((one) => String(one.id) === values.COD_DEPARTAMENTO)
  const analyst = metadata?.analistas.find((one) => String(one.id) === values.ID_ANALISTA)
  const analysts = (metadata?.analistas ?? []).map((one) => ({
    value: String(one.id),
    label: one.nombre,
    hint: t('account.hasAccounts', counted(one.cuentas)),
  }))
  /** The account goes over to another one, or to none. */
  const moved = (field: 'COD_DEPARTAMENTO' | 'COD_RUBRO') => account !== undefined && values[field] !== String(account[field] ?? '')
  const hasBalances = account !== undefined && account.PERIODO_SALDO !== null
  const riskChanged = account !== undefined && values.RIESGO !== account.RIESGO
  const rated =
    account?.RIESGO_EN &&
    t(account.RIESGO_POR_REVISAR ? 'account.form.ratedLongAgo' : 'account.form.ratedOn', { day: formatDate(account.RIESGO_EN, locale) })
  return (
    <Form form={form} onSubmit={onSave} submit={submit} onCancel={onCancel} secondary={secondary}>
      {children}
      <FormSection title={t('account.form.identity')} description={t('account.form.identityHint')}>
        <ComboField
          name="ID_NEGOCIO"
          label={t('account.business')}
          disabled={account !== undefined}
          options={(metadata?.negocios ?? []).map((one) => ({ value: String(one.id), label: one.nombre }))}
          initial={option(account?.ID_NEGOCIO, account?.NEGOCIO)}
          onChoose={() => form.setValue('COD_DEPARTAMENTO', '', { shouldDirty: true })}
        />
        <TextField
          name="CUENTA"
          label={t('account.code')}
          maxLength={40}
          readOnly={account !== undefined}
          help={account ? t('account.form.codeFixed') : t('account.form.codeHint')}
        />
        <TextField name="NOMBRE" label={t('account.name')} minLength={2} maxLength={200} wide />
        <TextField
          name="MONEDA"
          label={t('account.currency')}
          optional={account === undefined}
          maxLength={3}
          placeholder={account ? undefined : t('account.form.currencyOfBusiness')}
          readOnly={hasBalances}
          help={t(`account.form.${hasBalances ? 'currencyFixed' : account ? 'currencyUntil' : 'currencyHint'}`)}
          validate={(value: string) => (/^[a-z]{3}$/i.test(value.trim()) ? undefined : t('account.form.currencyWrong'))}
        />
        <ComboField
          name="COD_RUBRO"
          label={t('account.heading')}
          optional
          help={moved('COD_RUBRO') && t('account.form.headingMoved')}
          options={(headings?.data ?? []).map((one) => ({
            value: String(one.COD_RUBRO),
            label: one.NOMBRE,
            hint: one.RUTA === one.NOMBRE ? (one.CODIGO ?? undefined) : one.RUTA,
          }))}
          initial={option(account?.COD_RUBRO, account?.RUBRO)}
        />
      </FormSection>
      <FormSection title={t('account.form.responsible')} description={t('account.form.responsibleHint')}>
        <ComboField
          name="COD_DEPARTAMENTO"
          label={t('account.department')}
          optional
          disabled={values.ID_NEGOCIO === ''}
          help={department ? chiefOf(department) : values.ID_NEGOCIO === '' && t('account.form.businessFirst')}
          options={departments.map((one) => ({ value: String(one.id), label: one.nombre, hint: one.JEFE ?? undefined }))}
          initial={option(account?.COD_DEPARTAMENTO, account?.DEPARTAMENTO)}
        />
        <ComboField
          name="ID_ANALISTA"
          label={t('account.analyst')}
          optional
          help={analyst ? t('account.loadNow', counted(analyst.cuentas)) : values.ID_ANALISTA === '' && t('account.form.noAnalyst')}
          options={analysts}
          initial={option(account?.ID_ANALISTA, account?.ANALISTA)}
        />
        <ComboField
          name="ID_RESPALDO"
          label={t('account.backup')}
          optional
          help={t('account.form.backupHint')}
          options={analysts.filter((one) => one.value !== values.ID_ANALISTA)}
          initial={option(account?.ID_RESPALDO, account?.RESPALDO)}
          validate={(value: string) => (value !== '' && value === values.ID_ANALISTA ? t('account.form.backupSame') : undefined)}
        />
        {moved('COD_DEPARTAMENTO') && <Note>{t('account.form.departmentMoved')}</Note>}
      </FormSection>
      <FormSection title={t('account.form.analysis')} description={t('account.form.analysisHint')}>
        <SelectField
          name="FRECUENCIA"
          label={t('account.frequency')}
          help={values.FRECUENCIA && t(`account.frequencyHint.${values.FRECUENCIA}`)}
          options={FREQUENCIES.map((value) => ({ value, label: t(`account.frequencies.${value}`) }))}
        />
        <ComboField
          name="COD_PLANTILLA"
          label={t('account.template')}
          optional
          help={t('account.form.templateHint')}
          options={(templates?.data ?? []).map((one) => ({ value: String(one.id), label: one.nombre }))}
          initial={option(account?.COD_PLANTILLA, account?.PLANTILLA)}
        />
        <SelectField
          name="RIESGO"
          label={t('account.risk')}
          help={suggestion}
          options={RISKS.map((value) => ({ value, label: t(`account.risks.${value}`) }))}
        />
        <TextArea
          name="MOTIVO_RIESGO"
          label={t('account.form.riskReason')}
          optional={!riskChanged}
          minLength={10}
          maxLength={500}
          rows={2}
          help={riskChanged ? t('account.form.riskReasonNeeded') : rated || t('account.form.riskReasonHint')}
        />
      </FormSection>
      <FormSection title={t('account.form.auto')} description={t('account.form.autoHint')}>
        <SelectField
          name="METODO_AUTO"
          label={t('account.form.method')}
          optional
          placeholder={t('account.form.never')}
          help={values.METODO_AUTO ? t(`account.methodHint.${values.METODO_AUTO}`) : t('account.form.neverHint')}
          options={AUTO_METHODS.map((value) => ({ value, label: t(`account.methods.${value}`) }))}
        />
        <SelectField
          name="RESULTADO_AUTO"
          label={t('account.form.result')}
          disabled={!values.METODO_AUTO}
          options={AUTO_RESULTS.map((value) => ({ value, label: t(`account.results.${value}`) }))}
        />
        {values.METODO_AUTO !== '' && values.RIESGO === 'A' && <Note>{t('account.form.neverByRisk')}</Note>}
        {values.METODO_AUTO !== '' && values.FRECUENCIA !== 'MENSUAL' && <Note>{t('account.form.neverByFrequency')}</Note>}
        <SwitchField name="ACTIVA" label={t('account.form.active')} help={t('account.form.activeHint')} />
      </FormSection>
    </Form>
  )
}
