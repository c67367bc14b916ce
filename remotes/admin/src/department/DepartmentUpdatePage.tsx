import { getDepartment, updateDepartment } from '@cuadre/api/department'
import { call, query, useParams } from '@cuadre/shell'
import { useQuery } from '@tanstack/react-query'
import { RecordUpdate } from '../shared/record/RecordUpdate.tsx'
import { bodyOf, department } from './department.tsx'

export default function DepartmentUpdatePage() {
  const id = Number(useParams().departmentId)
  const found = useQuery(query(getDepartment, { params: { id } }))
  return (
    <RecordUpdate
      kind={department}
      id={id}
      found={found}
      save={(values, { REVISION }) =>
        call(updateDepartment, { params: { id }, body: { ...bodyOf(values), ACTIVO: values.ACTIVO, REVISION } })
      }
    />
  )
}
