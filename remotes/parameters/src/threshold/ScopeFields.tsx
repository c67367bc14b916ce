import { listAccounts } from '@cuadre/api/account'
import { listHeadings } from '@cuadre/api/heading'
import { listPeriods } from '@cuadre/api/period'
import { myBusinesses, myCountries } from '@cuadre/api/session'
import { SCOPES, type Threshold } from '@cuadre/api/threshold'
import { call, query, useTranslation } from '@cuadre/shell'
import { formatMonth, useLocale } from '@cuadre/ui'
import { ComboField, type Option, SelectField, type useForm, useWatch } from '@cuadre/ui/forms'
import { useQuery } from '@tanstack/react-query'
import { monthsFrom, type ThresholdValues } from './rule.ts'

/** What a threshold applies to does not change. */
export function FixedScope({ threshold }: { threshold: Threshold }) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const facts = [
    [t('threshold.scope'), t(`threshold.scopes.${threshold.ALCANCE}`)],
    [t('threshold.appliesTo'), threshold.ALCANCE_NOMBRE ?? t('threshold.everybody')],
    ...(threshold.MODIFICABLE && threshold.VIGENTE_DESDE ? [[t('threshold.since'), formatMonth(threshold.VIGENTE_DESDE, locale)]] : []),
  ]
  return (
    <dl className="facts" style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 160px), 1fr))' }}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** An open month, or one to come. */
export function SinceField() {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const periods = useQuery(query(listPeriods, { query: { limit: 999 } })).data?.data ?? []
  return (
    <SelectField
      name="VIGENTE_DESDE"
      label={t('threshold.since')}
      help={t('threshold.sinceHint')}
      options={monthsFrom(periods).map((value) => ({ value, label: formatMonth(value, locale) }))}
    />
  )
}

interface Props {
  form: ReturnType<typeof useForm<ThresholdValues>>
  /** The name of what is chosen. */
  chosen: string
  onScope: (name: string) => void
}

/** Everybody, or which country, business, heading or account; accounts are searched on the server. */
export function ScopeFields({ form, chosen, onScope }: Props) {
  const { t } = useTranslation('parameters')
  const scope = useWatch({ control: form.control, name: 'ALCANCE' })
  const id = form.getValues('ALCANCE_ID')
  const countries = useQuery(query(myCountries)).data ?? []
  const businesses = useQuery(query(myBusinesses)).data ?? []
  const headings = useQuery({ ...query(listHeadings, { query: { limit: 999 } }), enabled: scope === 'RUBRO' }).data?.data ?? []
  const options: Record<Exclude<Threshold['ALCANCE'], 'GLOBAL'>, readonly Option[] | ((search: string) => Promise<readonly Option[]>)> = {
    PAIS: countries.map(({ ID_PAIS, PAIS }) => ({ value: String(ID_PAIS), label: PAIS })),
    NEGOCIO: businesses.map(({ ID_NEGOCIO, NEGOCIO, ID_PAIS }) => ({
      value: String(ID_NEGOCIO),
      label: NEGOCIO,
      hint: countries.find((country) => country.ID_PAIS === ID_PAIS)?.PAIS,
    })),
    RUBRO: headings.map(({ COD_RUBRO, NOMBRE, CODIGO, RUTA }) => ({
      value: String(COD_RUBRO),
      label: NOMBRE,
      hint: RUTA === NOMBRE ? (CODIGO ?? undefined) : RUTA,
    })),
    CUENTA: async (search) =>
      (await call(listAccounts, { query: { limit: 20, sort: 'CUENTA', ...(search.trim() && { search: search.trim() }) } })).data.map(
        ({ COD_CUENTA, CUENTA, NOMBRE, NEGOCIO }) => ({ value: String(COD_CUENTA), label: `${CUENTA} ${NOMBRE}`, hint: NEGOCIO }),
      ),
  }
  return (
    <>
      <SelectField
        name="ALCANCE"
        label={t('threshold.scope')}
        options={SCOPES.map((value) => ({ value, label: t(`threshold.scopes.${value}`) }))}
      />
      {scope !== 'GLOBAL' && (
        <ComboField
          key={scope}
          name="ALCANCE_ID"
          label={t(`threshold.scopes.${scope}`)}
          options={options[scope]}
          initial={id ? { value: id, label: chosen } : undefined}
          onChoose={(option) => onScope(option?.label ?? '')}
        />
      )}
    </>
  )
}
