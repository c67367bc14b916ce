import { getSubManagement, updateSubManagement } from '@cuadre/api/sub-management'
import { call, query, useParams } from '@cuadre/shell'
import { useQuery } from '@tanstack/react-query'
import { RecordUpdate } from '../shared/record/RecordUpdate.tsx'
import { bodyOf, subManagement } from './subManagement.tsx'

export default function SubManagementUpdatePage() {
  const id = Number(useParams().deputyManagerId)
  const found = useQuery(query(getSubManagement, { params: { id } }))
  return (
    <RecordUpdate
      kind={subManagement}
      id={id}
      found={found}
      save={(values, { REVISION }) =>
        call(updateSubManagement, { params: { id }, body: { ...bodyOf(values), ACTIVO: values.ACTIVO, REVISION } })
      }
    />
  )
}
