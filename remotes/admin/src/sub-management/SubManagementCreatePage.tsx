import { createSubManagement } from '@cuadre/api/sub-management'
import { call, useSearchParams } from '@cuadre/shell'
import { RecordCreate } from '../shared/record/RecordCreate.tsx'
import { bodyOf, subManagement } from './subManagement.tsx'

export default function SubManagementCreatePage() {
  const [params] = useSearchParams()
  return (
    <RecordCreate
      kind={subManagement}
      given={{ ID_NEGOCIO: params.get('businessId') ?? '' }}
      create={(values) => call(createSubManagement, { body: { ...bodyOf(values), ID_NEGOCIO: Number(values.ID_NEGOCIO) } })}
    />
  )
}
