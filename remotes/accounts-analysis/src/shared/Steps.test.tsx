import { afterEach, expect, test } from '@jest/globals'
import { cleanup, screen } from '@testing-library/react'
import { Steps } from './Steps.tsx'
import { visit } from './testing.ts'

afterEach(cleanup)
const names = ['Archivo', 'Columnas', 'Revisión']
const statuses = () => screen.getAllByRole('listitem').map((step) => step.getAttribute('data-status'))

test.each([
  [{ at: 1 }, ['complete', 'in-progress', 'pending']],
  [{ at: 1, failed: true }, ['complete', 'error', 'pending']],
  [{ at: 2, done: true }, ['complete', 'complete', 'complete']],
])('a wizard says of each step how it stands, in the words of the specification: %o', async (where, expected) => {
  await visit(
    () => <Steps label="Pasos" steps={names} {...where} />,
    '/',
    3,
    () => undefined,
  )
  expect(statuses()).toEqual(expected)
  if ('failed' in where) expect(screen.getByLabelText('Falló')).toBeTruthy()
})
