import { getBusiness, updateBusiness, uploadBusinessImage } from '@cuadre/api/business'
import { call, query, useParams } from '@cuadre/shell'
import { useQuery } from '@tanstack/react-query'
import { RecordUpdate } from '../shared/record/RecordUpdate.tsx'
import { bodyOf, business } from './business.tsx'

export default function BusinessUpdatePage() {
  const id = Number(useParams().businessId)
  const found = useQuery(query(getBusiness, { params: { id } }))
  return (
    <RecordUpdate
      kind={business}
      id={id}
      found={found}
      save={async (values, more, keep) => {
        const saved = await call(updateBusiness, { params: { id }, body: { ...bodyOf(values), ACTIVO: values.ACTIVO, ...more } })
        if (!values.file) return saved
        keep(saved)
        return call(uploadBusinessImage, { params: { id }, body: { file: values.file } })
      }}
    />
  )
}
