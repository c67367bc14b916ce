import { afterEach, expect, jest, test } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { firstField } from './firstField.ts'

afterEach(() => void jest.restoreAllMocks())

const form = (
  <form>
    <input type="file" />
    <input type="checkbox" />
    <input aria-label="Folio" disabled />
    <input aria-label="Nombre" />
    <textarea aria-label="Motivo" />
  </form>
)

test('a form that opens begins at its first field that is written in', () => {
  const { container } = render(form)
  expect(firstField(container)).toBe(screen.getByRole('textbox', { name: 'Nombre' }))
})

test('what is no form, and what opens under a finger, begins as it did', () => {
  const { container, rerender } = render(<input aria-label="Buscar" />)
  expect(firstField(container)).toBeNull()
  expect(firstField(null)).toBeNull()
  rerender(form)
  jest.spyOn(globalThis, 'matchMedia').mockImplementation((query) => ({ matches: query === '(pointer: coarse)' }) as MediaQueryList)
  expect(firstField(container)).toBeNull()
})
