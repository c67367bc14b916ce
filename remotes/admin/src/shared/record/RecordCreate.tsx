import { useNavigate, useTranslation } from '@cuadre/shell'
import { Page } from '@cuadre/ui'
import { type DefaultValues, type FieldValues, Form, useForm } from '@cuadre/ui/forms'
import type { RecordKind } from './record.ts'
import { useSaved } from './useSaved.ts'

interface Props<Row extends { REVISION: number }, Values extends FieldValues> {
  kind: RecordKind<Row, Values>
  create: (values: Values) => Promise<Row>
  /** What is known before anything is typed. */
  given?: Partial<Values>
}

/** The page that creates a row. */
export function RecordCreate<Row extends { REVISION: number }, Values extends FieldValues>({ kind, create, given }: Props<Row, Values>) {
  const { t } = useTranslation('admin')
  const navigate = useNavigate()
  const saved = useSaved(kind)
  const title = t(`${kind.texts}.create`)
  // Every field has a value at the start.
  const form = useForm<Values>({ defaultValues: { ...kind.valuesOf(), ...given } as DefaultValues<Values> })
  return (
    <Page
      fill
      title={title}
      crumbs={[
        { label: t(`crumbs.${kind.texts === 'heading' ? 'administration' : 'business'}`) },
        { label: t(`${kind.texts}.title`), to: kind.list.link() },
        { label: title },
      ]}
    >
      <Form
        form={form}
        submit={title}
        onCancel={() => navigate(kind.list.link())}
        onSubmit={async (values) => saved(await create(values), 'created')}
      >
        <kind.Fields />
      </Form>
    </Page>
  )
}
