import { type Auditor, type AuditorGrant, MAX_DAYS } from '@cuadre/api/auditor'
import { listPeriods } from '@cuadre/api/period'
import { myBusinesses, myCountries } from '@cuadre/api/session'
import { query, useNavigate, useTranslation } from '@cuadre/shell'
import { formatMonth, useLocale } from '@cuadre/ui'
import { ChoicesField, DateField, Form, FormSection, SelectField, SwitchField, TextField, type useForm } from '@cuadre/ui/forms'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { auditors } from '../area.ts'

export interface AuditorValues {
  NOMBRE: string
  USUARIO: string
  email: string
  locale: string
  activo: boolean
  FIRMA_AUDITORA: string
  TIPO: string
  VIGENCIA_DESDE: string
  VIGENCIA_HASTA: string
  /** '1': a country; '1/2': business 2 of it. */
  alcance: string[]
  periodos: string[]
  permisos: AuditorGrant
}

export type AuditorField = keyof AuditorValues

const placeOf = ({ ID_PAIS, ID_NEGOCIO }: { ID_PAIS: number; ID_NEGOCIO: number | null }) =>
  ID_NEGOCIO === null ? String(ID_PAIS) : `${ID_PAIS}/${ID_NEGOCIO}`

export const valuesOf = (auditor?: Auditor): AuditorValues => ({
  NOMBRE: auditor?.NOMBRE ?? '',
  USUARIO: auditor?.USUARIO ?? '',
  email: auditor?.email ?? '',
  locale: auditor?.locale ?? 'es',
  activo: (auditor?.status ?? 'activo') === 'activo',
  FIRMA_AUDITORA: auditor?.FIRMA_AUDITORA ?? '',
  TIPO: auditor?.TIPO ?? 'externo',
  VIGENCIA_DESDE: auditor?.VIGENCIA_DESDE ?? '',
  VIGENCIA_HASTA: auditor?.VIGENCIA_HASTA ?? '',
  alcance: auditor?.alcance.map(placeOf) ?? [],
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
export const bodyOf = ({ activo, locale, TIPO, alcance, periodos, USUARIO, ...rest }: AuditorValues) => ({
  ...rest,
  USUARIO: USUARIO.trim().toLowerCase(),
  locale: locale === 'en' ? ('en' as const) : ('es' as const),
  TIPO: TIPO === 'interno' ? ('interno' as const) : ('externo' as const),
  status: activo ? ('activo' as const) : ('inactivo' as const),
  alcance: alcance.map((place) => {
    const [country, business] = place.split('/').map(Number)
    return { ID_PAIS: country!, ID_NEGOCIO: business ?? null }
  }),
  periodos: periodos.map(Number),
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
  const countries = useQuery(query(myCountries)).data ?? []
  const businesses = useQuery(query(myBusinesses)).data ?? []
  const periods = useQuery(query(listPeriods, { query: { limit: 999 } })).data?.data ?? []
  const places = new Map<string, string>()
  for (const { ID_PAIS, PAIS } of countries) {
    places.set(String(ID_PAIS), t('auditor.wholeCountry', { country: PAIS }))
    for (const one of businesses) if (one.ID_PAIS === ID_PAIS) places.set(`${ID_PAIS}/${one.ID_NEGOCIO}`, one.NEGOCIO)
  }
  // What was given by somebody with a wider scope may stay.
  for (const item of auditor?.alcance ?? [])
    if (!places.has(placeOf(item))) places.set(placeOf(item), item.NEGOCIO ?? t('auditor.wholeCountry', { country: item.PAIS }))
  return (
    <Form form={form} onSubmit={onSave} submit={submit} onCancel={() => navigate(auditors.link())}>
      {children}
      <FormSection title={t('auditor.identity')} description={t('auditor.identityHint')}>
        <TextField name="NOMBRE" label={t('user.name')} minLength={2} maxLength={120} />
        <TextField
          name="USUARIO"
          label={t('user.username')}
          help={t('auditor.usernameHint')}
          minLength={3}
          maxLength={40}
          validate={(value: string) =>
            /^[a-z0-9][a-z0-9._-]{1,38}[a-z0-9]$/.test(value.trim().toLowerCase()) ? undefined : t('auditor.usernameWrong')
          }
        />
        <TextField
          name="email"
          type="email"
          label={t('user.email')}
          maxLength={254}
          validate={(value: string) => (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim()) ? undefined : t('auditor.emailWrong'))}
        />
        <SelectField
          name="locale"
          label={t('auditor.language')}
          options={[
            { value: 'es', label: 'Español' },
            { value: 'en', label: 'English' },
          ]}
        />
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
        <ChoicesField name="alcance" label={t('auditor.places')} options={[...places].map(([value, label]) => ({ value, label }))} wide />
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
