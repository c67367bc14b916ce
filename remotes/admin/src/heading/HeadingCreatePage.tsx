import { createHeading } from '@cuadre/api/heading'
import { call, useSearchParams } from '@cuadre/shell'
import { RecordCreate } from '../shared/record/RecordCreate.tsx'
import { bodyOf, heading } from './heading.tsx'

export default function HeadingCreatePage() {
  const [params] = useSearchParams()
  return (
    <RecordCreate
      kind={heading}
      given={{ parentId: params.get('parentId') ?? '' }}
      create={(values) => call(createHeading, { body: bodyOf(values) })}
    />
  )
}
