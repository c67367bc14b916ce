import { type Config, getConfig, updateConfig } from '@cuadre/api/config'
import { call, failureOf, query, useNavigate, useParams, useTranslation } from '@cuadre/shell'
import { ErrorState, notify, Page, Skeleton } from '@cuadre/ui'
import { Form, FormSection, NumberField, TextArea, useForm } from '@cuadre/ui/forms'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { sessionTime } from '../area.ts'

const LIST = sessionTime.link()

export default function SessionTimeUpdatePage() {
  const { t } = useTranslation('parameters')
  const id = Number(useParams().expireTokenId)
  const config = useQuery(query(getConfig, { params: { id } }))
  const failure = failureOf(config)
  return (
    <Page fill title={t('sessionTime.update')} crumbs={[{ label: t('sessionTime.title'), to: LIST }, { label: t('sessionTime.update') }]}>
      {failure && <ErrorState {...failure} />}
      {!config.data && !failure && <Skeleton />}
      {config.data && <ConfigForm key={id} config={config.data} />}
    </Page>
  )
}

function ConfigForm({ config }: { config: Config }) {
  const { t } = useTranslation('parameters')
  const navigate = useNavigate()
  const client = useQueryClient()
  const form = useForm<{ valor: number | null; motivo: string }>({ defaultValues: { valor: config.valor, motivo: '' } })
  return (
    <Form
      form={form}
      submit={t('actions.save')}
      onCancel={() => navigate(LIST)}
      onSubmit={async ({ valor, motivo }) => {
        await call(updateConfig, { params: { id: config.id }, body: { valor: valor ?? 0, motivo } })
        await client.invalidateQueries({ queryKey: ['config-enviroment'] })
        notify.success(t('sessionTime.saved', { minutes: valor }))
        setTimeout(() => navigate(LIST))
      }}
    >
      <FormSection
        title={config.rolId === null ? t('config.everyone') : t(`role.${config.rolId}`)}
        description={t('sessionTime.description')}
      >
        <NumberField
          name="valor"
          label={t('sessionTime.value')}
          unit="min"
          min={config.min}
          max={config.max}
          help={t('config.rangeHelp', { min: config.min, max: config.max, defecto: config.defecto })}
        />
        <TextArea name="motivo" label={t('config.reason')} minLength={10} maxLength={500} wide />
      </FormSection>
    </Form>
  )
}
