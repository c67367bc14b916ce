import { type ConfigInForce, configInForce, setConfig } from '@cuadre/api/config'
import { call, Failure, failureOf, query, useNavigate, useParams, useSearchParams, useTranslation } from '@cuadre/shell'
import { EmptyState, ErrorState, Note, notify, Page, Skeleton, useLocale } from '@cuadre/ui'
import { Form, FormSection, NumberField, SwitchField, TextArea, useForm, useWatch } from '@cuadre/ui/forms'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Impact } from '../shared/config/Impact.tsx'
import { KINDS, type Kind, valueText } from '../shared/config/kinds.ts'

/** A value for everyone, or for the role named by `rol`, or the role whose own row the address names. */
export function ParameterUpdatePage({ kind }: { kind: Kind }) {
  const { t } = useTranslation('parameters')
  const id = Number(Object.values(useParams())[0])
  const asked = useSearchParams()[0].get('rol')
  const { tipoId, list } = KINDS[kind]
  const found = useQuery(query(configInForce, { query: { tipoId } }))
  const failure = failureOf(found)
  const known = found.data && (found.data.general.id === id || found.data.roles.some(({ propio }) => propio?.id === id))
  const role = found.data?.roles.find(({ rolId, propio }) => (asked ? rolId === Number(asked) : propio?.id === id))
  const title = t(`config.kinds.${kind}.update`)
  return (
    <Page
      fill
      title={title}
      crumbs={[{ label: t('crumbs.parameters') }, { label: t(`config.kinds.${kind}.title`), to: list }, { label: title }]}
    >
      {failure && <ErrorState {...failure} />}
      {!found.data && !failure && <Skeleton />}
      {found.data && !known && <EmptyState title={t('config.gone')} />}
      {found.data && known && <ParameterForm key={`${id} ${role?.rolId}`} kind={kind} found={found.data} role={role} />}
    </Page>
  )
}

interface Values {
  own: boolean
  valor: number | null
  motivo: string
}

function ParameterForm({ kind, found, role }: { kind: Kind; found: ConfigInForce; role: ConfigInForce['roles'][number] | undefined }) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { tipoId, list } = KINDS[kind]
  const { general } = found
  const rolId = role?.rolId ?? null
  const held = role ? role.propio : general
  const set = held?.valor ?? null
  /** What was set when the field was filled: what somebody else sets since is not written over unseen. */
  const shown = role?.valor ?? general.valor
  const [seen, setSeen] = useState({ set, shown })
  const [disputed, setDisputed] = useState(false)
  const form = useForm<Values>({ defaultValues: { own: true, valor: shown, motivo: '' } })
  useEffect(() => {
    if (set === seen.set && shown === seen.shown) return
    const { own, valor, motivo } = form.getValues()
    const touched = !own || valor !== seen.shown
    form.reset({ own: true, valor: shown, motivo })
    if (touched) {
      form.setValue('own', own, { shouldDirty: true })
      form.setValue('valor', valor, { shouldDirty: true })
    }
    setSeen({ set, shown })
    setDisputed(touched && set !== seen.set && (own ? valor : null) !== set)
  }, [set, shown, seen, form])
  const [own, valor] = useWatch({ control: form.control, name: ['own', 'valor'] })
  const wanted = own ? valor : null
  const name = rolId === null ? t('config.everyone') : t(`role.${rolId}`)
  return (
    <Form
      form={form}
      submit={t('actions.save')}
      onCancel={() => navigate(list)}
      onSubmit={async ({ motivo }) => {
        const saved = await call(setConfig, { body: { tipoId, rolId, valor: wanted, visto: seen.set, motivo } }).catch(
          async (error: unknown) => {
            if (error instanceof Failure && error.code === 'config_moved')
              await client.invalidateQueries({ queryKey: ['config-enviroment'] })
            throw error
          },
        )
        await client.invalidateQueries({ queryKey: ['config-enviroment'] })
        const value = valueText(t, locale, general.unidad, saved.valor)
        notify.success(
          rolId === null
            ? t(`config.kinds.${kind}.saved`, { value, minutes: saved.valor })
            : t(own ? 'config.savedRole' : 'config.givenBack', { role: name, value }),
        )
        setTimeout(() => navigate(list))
      }}
    >
      {disputed && (
        <Note kind="warning">
          {t('config.movedTo', {
            what: name,
            value: valueText(t, locale, general.unidad, held?.valor ?? general.valor),
            who: held?.actualizadoPor ?? t('config.somebody'),
          })}
        </Note>
      )}
      <FormSection title={name} description={t(`config.kinds.${kind}.description`)}>
        {role?.propio && (
          <SwitchField
            name="own"
            label={t('config.hasOwn')}
            help={t('config.hasOwnHelp', { value: valueText(t, locale, general.unidad, general.valor) })}
          />
        )}
        {own && (
          <NumberField
            name="valor"
            label={t(`config.kinds.${kind}.value`)}
            unit={t(`config.units.${general.unidad}`)}
            min={general.min}
            max={general.max}
            help={t(general.unidad === 'dias' ? 'config.rangeHelpNever' : 'config.rangeHelp', {
              min: general.min,
              max: general.max,
              defecto: general.defecto,
            })}
          />
        )}
        <TextArea name="motivo" label={t('config.reason')} minLength={10} maxLength={500} wide />
      </FormSection>
      <FormSection title={t('config.impact.title')} description={t(`config.impact.${kind}`)}>
        <Impact
          change={{ rolId, valores: [{ tipoId, valor: wanted }] }}
          complete={!own || typeof valor === 'number'}
          of={{ [tipoId]: { unidad: general.unidad } }}
        />
      </FormSection>
    </Form>
  )
}
