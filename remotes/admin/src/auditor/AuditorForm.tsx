import { type Auditor, type AuditorGrant, MAX_DAYS } from '@cuadre/api/auditor'
import { listPeriods } from '@cuadre/api/period'
import { failureOf, query, useNavigate, useTranslation } from '@cuadre/shell'
import { ErrorState, formatMonth, Skeleton, useLocale } from '@cuadre/ui'
import { ChoicesField, DateField, Form, FormSection, SelectField, SwitchField, TextField, type useForm } from '@cuadre/ui/forms'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { auditors } from '../area.ts'
import { AccountFields } from '../shared/person/AccountFields.tsx'
import { type PersonValues, personBody, personValues } from '../shared/person/person.ts'
import { useScopeOptions } from '../shared/person/useScopeOptions.ts'

export interface AuditorValues extends PersonValues {
  FIRMA_AUDITORA: string
  TIPO: string
  VIGENCIA_DESDE: string
  VIGENCIA_HASTA: string
  periodos: string[]
  permisos: AuditorGrant
}

export type AuditorField = keyof AuditorValues

export const valuesOf = (auditor?: Auditor): AuditorValues => ({
  ...personValues(auditor),
  FIRMA_AUDITORA: auditor?.FIRMA_AUDITORA ?? '',
  TIPO: auditor?.TIPO ?? 'externo',
  VIGENCIA_DESDE: auditor?.VIGENCIA_DESDE ?? '',
  VIGENCIA_HASTA: auditor?.VIGENCIA_HASTA ?? '',
  periodos: auditor?.periodos.map(({ COD_PERIODO }) => String(COD_PERIODO)) ?? [],
  permisos: auditor?.permisos ?? {
    documentos: false,
    fechasFirma: false,
    comentariosInternos: false,
    exportar: false,
    soloAprobados: true,
  },
})

/** What the call takes of the form. */
export const bodyOf = (values: AuditorValues) => ({
  ...personBody(values),
  FIRMA_AUDITORA: values.FIRMA_AUDITORA,
  TIPO: values.TIPO === 'interno' ? ('interno' as const) : ('externo' as const),
  VIGENCIA_DESDE: values.VIGENCIA_DESDE,
  VIGENCIA_HASTA: values.VIGENCIA_HASTA,
  periodos: values.periodos.map(Number),
  permisos: values.permisos,
})

/** Whole days between two ISO days. */
const daysBetween = (from: string, until: string) => (Date.parse(until) - Date.parse(from)) / 86_400_000

interface Props {
  form: ReturnType<typeof useForm<AuditorValues>>
  auditor?: Auditor
  submit: string
  onSave: (values: AuditorValues) => Promise<unknown>
  children?: ReactNode
}

/** Creating and changing an auditor are the same form. */
export function AuditorForm({ form, auditor, submit, onSave, children }: Props) {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const navigate = useNavigate()
  const places = useScopeOptions(auditor?.alcance)
  const found = useQuery(query(listPeriods, { query: { limit: 999 } }))
  const failure = failureOf(found)
  if (failure) return <ErrorState {...failure} />
  if (!found.data || !places) return <Skeleton />
  const periods = found.data.data
  return (
    <Form form={form} onSubmit={onSave} submit={submit} onCancel={() => navigate(auditors.link())}>
      {children}
      <FormSection title={t('auditor.identity')} description={t('auditor.identityHint')}>
        <TextField name="NOMBRE" label={t('user.name')} minLength={2} maxLength={120} />
        <AccountFields />
        <TextField name="FIRMA_AUDITORA" label={t('auditor.firm')} minLength={2} maxLength={120} />
        <SelectField
          name="TIPO"
          label={t('auditor.kind')}
          options={(['externo', 'interno'] as const).map((value) => ({ value, label: t(`auditor.kinds.${value}`) }))}
        />
      </FormSection>
      <FormSection title={t('auditor.dates')} description={t('auditor.datesHint', { days: MAX_DAYS })}>
        <DateField name="VIGENCIA_DESDE" label={t('auditor.from')} />
        <DateField
          name="VIGENCIA_HASTA"
          label={t('auditor.until')}
          help={t('auditor.untilHint')}
          validate={(value: string, { VIGENCIA_DESDE }: AuditorValues) => {
            const days = daysBetween(VIGENCIA_DESDE, value)
            if (days < 0) return t('auditor.datesOrder')
            return days > MAX_DAYS ? t('auditor.datesLong', { days: MAX_DAYS }) : undefined
          }}
        />
        <SwitchField name="activo" label={t('auditor.active')} help={t('auditor.activeHint')} />
      </FormSection>
      <FormSection title={t('auditor.scope')} description={t('auditor.scopeHint')}>
        <ChoicesField name="alcance" label={t('auditor.places')} options={places} wide />
        <ChoicesField
          name="periodos"
          label={t('auditor.periods')}
          help={t('auditor.periodsHint')}
          options={periods.map(({ COD_PERIODO, PERIODO }) => ({ value: String(COD_PERIODO), label: formatMonth(PERIODO, locale) }))}
          optional
          wide
        />
      </FormSection>
      <FormSection title={t('auditor.sees')} description={t('auditor.seesHint')}>
        <SwitchField name="permisos.soloAprobados" label={t('auditor.onlyApproved')} help={t('auditor.onlyApprovedHint')} />
        <SwitchField name="permisos.documentos" label={t('auditor.may.documentos')} />
        <SwitchField name="permisos.fechasFirma" label={t('auditor.may.fechasFirma')} />
        <SwitchField name="permisos.comentariosInternos" label={t('auditor.may.comentariosInternos')} />
        <SwitchField name="permisos.exportar" label={t('auditor.may.exportar')} />
      </FormSection>
    </Form>
  )
}
