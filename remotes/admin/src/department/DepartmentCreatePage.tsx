import { createDepartment } from '@cuadre/api/department'
import { call, useSearchParams } from '@cuadre/shell'
import { RecordCreate } from '../shared/record/RecordCreate.tsx'
import { bodyOf, department } from './department.tsx'

export default function DepartmentCreatePage() {
  const [params] = useSearchParams()
  return (
    <RecordCreate
      kind={department}
      given={{ ID_NEGOCIO: params.get('businessId') ?? '', COD_SUB_GERENCIA: params.get('subManagementId') ?? '' }}
      create={(values) => call(createDepartment, { body: { ...bodyOf(values), ID_NEGOCIO: Number(values.ID_NEGOCIO) } })}
    />
  )
}
