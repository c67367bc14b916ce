import { afterEach, expect, test } from '@jest/globals'
import { act, screen, waitFor } from '@testing-library/react'
import { Drawer } from './overlay/Drawer.tsx'
import { draw } from './testing.tsx'

afterEach(() => {
  document.documentElement.dir = 'ltr'
})

test('what floats has the direction of the page, also when that changes while it is open', async () => {
  document.documentElement.dir = 'rtl'
  draw(
    <Drawer open title="Preferencias" onClose={() => undefined}>
      <p>Texto</p>
    </Drawer>,
  )
  const drawer = await screen.findByRole('dialog')
  expect(drawer.dir).toBe('rtl')
  act(() => {
    document.documentElement.dir = 'ltr'
  })
  await waitFor(() => expect(drawer.dir).toBe('ltr'))
  expect(screen.getByRole('dialog')).toBe(drawer)
})
