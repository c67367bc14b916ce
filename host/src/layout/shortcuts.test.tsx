import { useKeys } from '@cuadre/ui'
import { expect, test } from '@jest/globals'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { Kit } from '../Kit.tsx'
import { enter, person } from '../testing.tsx'
import { AppearanceOptions } from './AppearanceOptions.tsx'
import { adoptAppearance, resetAppearance, useAppearance } from './appearance.ts'

let pressed = 0
function Page() {
  useKeys({ a: () => pressed++ })
  return <AppearanceOptions />
}
/** As the frame of a signed-in page does it. */
function Signed() {
  const { shortcuts } = useAppearance()
  return (
    <Kit shortcuts={shortcuts !== false}>
      <Page />
    </Kit>
  )
}

test('single keys are shortcuts until somebody switches them off in their preferences, and again when these are as at first', async () => {
  await enter(person(3, { id: 21 }), ({ path }) => (path === '/me/appearance' ? { ok: true } : undefined))
  adoptAppearance(21, null)
  render(<Signed />)
  const press = () => fireEvent.keyDown(document.body, { key: 'a' })
  press()
  expect(pressed).toBe(1)
  fireEvent.click(screen.getByRole('radio', { name: 'Desactivados' }))
  press()
  expect(pressed).toBe(1)
  act(() => resetAppearance())
  press()
  expect(pressed).toBe(2)
  // What was chosen before there was a choice leaves them on.
  act(() => adoptAppearance(21, { theme: 'light', accent: 'indigo', level: 600, size: 'md', dir: 'ltr', layout: 'modern' }))
  press()
  expect(pressed).toBe(3)
})
