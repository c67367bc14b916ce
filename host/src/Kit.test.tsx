import { DateText } from '@cuadre/ui'
import { expect, test } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { Kit } from './Kit.tsx'
import { enter, person } from './testing.tsx'

test.each([
  ['America/Sao_Paulo', '27-11-2026 18:00'],
  ['Asia/Tokyo', '28-11-2026 06:00'],
])('a moment is shown in the zone of the business, whatever the browser’s is: %s', async (zone, shown) => {
  await enter(person(3))
  render(
    <Kit zone={zone}>
      <DateText value="2026-11-27T21:00:00.000Z" as="datetime" />
    </Kit>,
  )
  expect(screen.getByText(shown)).toBeTruthy()
})
