import { getHeading, updateHeading } from '@cuadre/api/heading'
import { call, query, useParams } from '@cuadre/shell'
import { useQuery } from '@tanstack/react-query'
import { RecordUpdate } from '../shared/record/RecordUpdate.tsx'
import { bodyOf, heading } from './heading.tsx'

export default function HeadingUpdatePage() {
  const id = Number(useParams().headingId)
  const found = useQuery(query(getHeading, { params: { id } }))
  return (
    <RecordUpdate
      kind={heading}
      id={id}
      found={found}
      save={(values, { REVISION }) => call(updateHeading, { params: { id }, body: { ...bodyOf(values), REVISION } })}
    />
  )
}
