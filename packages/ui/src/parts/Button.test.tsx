import { expect, jest, test } from '@jest/globals'
import '@testing-library/jest-dom/jest-globals'
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { draw } from '../testing.tsx'
import { Button } from './Button.tsx'

test('a button that its own press disables keeps the focus, does nothing more, and is disabled once one has gone on', async () => {
  const save = jest.fn()
  const Editor = () => {
    const [isSaved, setSaved] = useState(false)
    const press = () => {
      save()
      setSaved(true)
    }
    return (
      <>
        <Button disabled={isSaved} onClick={press}>
          Guardar
        </Button>
        <Button>Después</Button>
      </>
    )
  }
  const { user } = draw(<Editor />)
  const button = screen.getByRole('button', { name: 'Guardar' })
  button.focus()
  await user.keyboard('{Enter}{Enter}')
  expect(save).toHaveBeenCalledTimes(1)
  expect(button).toHaveFocus()
  expect(button).toBeEnabled()
  expect(button).toHaveAttribute('aria-disabled', 'true')
  await user.tab()
  expect(screen.getByRole('button', { name: 'Después' })).toHaveFocus()
  expect(button).toBeDisabled()
})
