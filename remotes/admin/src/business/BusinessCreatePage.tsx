import { createBusiness, uploadBusinessImage } from '@cuadre/api/business'
import { call, Failure, useTranslation } from '@cuadre/shell'
import { notify } from '@cuadre/ui'
import { RecordCreate } from '../shared/record/RecordCreate.tsx'
import { bodyOf, business } from './business.tsx'

export default function BusinessCreatePage() {
  const { t } = useTranslation('admin')
  return (
    <RecordCreate
      kind={business}
      create={async (values) => {
        const made = await call(createBusiness, { body: bodyOf(values) })
        if (values.file)
          // The business is there: creating it again would be refused, so its image is asked for on its own page.
          await call(uploadBusinessImage, { params: { id: made.ID_NEGOCIO }, body: { file: values.file } }).catch((error: unknown) =>
            notify.danger(t('business.imageFailed'), { description: error instanceof Failure ? error.message : undefined }),
          )
        return made
      }}
    />
  )
}
