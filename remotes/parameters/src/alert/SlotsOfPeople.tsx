import { ROLE } from '@cuadre/api/roles'
import { myBusinesses, myCountries, myDepartments } from '@cuadre/api/session'
import { query, useTranslation } from '@cuadre/shell'
import { useLocale } from '@cuadre/ui'
import { useQuery } from '@tanstack/react-query'
import type { RulePart } from './rule.ts'
import { Checks, Lines, Slot } from './Slot.tsx'

/** Of which place a rule is, whom it tells, and by which way. */
export function Place({ rule: { alcance }, onChange, write }: RulePart) {
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
          }}
          onDone={close}
        />
      )}
    </Slot>
  )
}

export function Who({ rule: { destinatarios }, onChange, write }: RulePart) {
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

export function ChannelsSlot({ rule: { canales }, onChange, write }: RulePart) {
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
