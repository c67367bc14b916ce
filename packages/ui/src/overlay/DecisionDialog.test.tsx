import { describe, expect, jest, test } from '@jest/globals'
import '@testing-library/jest-dom/jest-globals'
import { act, screen, waitFor } from '@testing-library/react'
import { draw, saveDrafts } from '../testing.tsx'
import { canDecide, DecisionDialog } from './DecisionDialog.tsx'

test.each([
  ['approve', '', true],
  ['reject', '', false],
  ['reject', '123456789', false],
  ['reject', '1234567890', true],
  ['reject', '     12345     ', false],
] as const)('%s with «%s»: %s', (decision, comment, allowed) => {
  expect(canDecide(decision, comment)).toBe(allowed)
})

const show = (decision: 'approve' | 'reject', onDecide: (comment: string) => unknown, title = '¿Rechazar 6 análisis?') => {
  const onClose = jest.fn()
  const drawn = draw(
    <DecisionDialog open decision={decision} onClose={onClose} title={title} label="Motivo" confirm="Rechazar 6" onDecide={onDecide} />,
  )
  return { ...drawn, onClose }
}
const reason = () => screen.getByRole('textbox', { name: /Motivo/ })
const confirm = () => screen.getByRole('button', { name: 'Rechazar 6' })

describe('rejecting', () => {
  test('asks for ten characters, says so at the field and keeps the focus there', async () => {
    const decide = jest.fn()
    const { user, onClose } = show('reject', decide)
    expect(await screen.findByRole('alertdialog')).toHaveAccessibleName('¿Rechazar 6 análisis?')
    await user.type(reason(), 'Falta')
    await user.click(confirm())
    expect(decide).not.toHaveBeenCalled()
    expect(reason()).toHaveFocus()
    expect(reason()).toBeInvalid()
    expect(reason()).toHaveAccessibleDescription(/10 caracteres o más/)
    // The count changes with every letter, and would be heard with each.
    expect(screen.getByRole('alert').textContent).toBe('10 caracteres o más')
    await user.type(reason(), ' el auxiliar ')
    await user.click(confirm())
    expect(decide).toHaveBeenCalledWith('Falta el auxiliar')
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  })

  test('a reason that was being written when the session ended is there the next time, once, and in no other question', async () => {
    const { user } = show('reject', jest.fn())
    await user.type(reason(), 'Falta el auxiliar')
    act(saveDrafts)
    show('reject', jest.fn(), '¿Deshacer la carga?')
    expect(reason()).toHaveValue('')
    act(saveDrafts)
    show('reject', jest.fn(), '¿Rechazar 4 análisis?')
    expect(reason()).toHaveValue('Falta el auxiliar')
    expect(screen.getByText('Lo que había escrito antes de que terminara la sesión')).toBeVisible()
    show('reject', jest.fn())
    expect(reason()).toHaveValue('')
  })

  test.each([
    ['«Banco 1»', '«Banco 2»'],
    ['“Bank 1”', '“Bank 2”'],
  ])('a reason that was being written about %s is not there for %s', async (one, other) => {
    const { user } = show('reject', jest.fn(), `¿Reabrir ${one}?`)
    await user.type(reason(), 'Falta el auxiliar')
    act(saveDrafts)
    show('reject', jest.fn(), `¿Reabrir ${other}?`)
    expect(reason()).toHaveValue('')
    show('reject', jest.fn(), `¿Reabrir ${one}?`)
    expect(reason()).toHaveValue('Falta el auxiliar')
  })

  test('decided from the reason itself, that keeps the focus, so that one writes on when it fails', async () => {
    let fail = (_: Error) => {}
    const { user } = show(
      'reject',
      () =>
        new Promise((_, reject) => {
          fail = reject
        }),
    )
    await user.type(reason(), 'Falta el auxiliar')
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(confirm()).toHaveAttribute('aria-busy', 'true')
    expect(reason()).toBeEnabled()
    expect(reason()).toHaveAttribute('readonly')
    await user.keyboard('{Control>}{Enter}{/Control}')
    act(() => fail(new Error('409')))
    await waitFor(() => expect(confirm()).not.toHaveAttribute('aria-busy'))
    expect(reason()).toHaveFocus()
    await user.keyboard(' de octubre')
    expect(reason()).toHaveValue('Falta el auxiliar de octubre')
  })

  test('stays open with its reason when it fails', async () => {
    const { user, onClose } = show('reject', () => Promise.reject(new Error('409')))
    await user.type(reason(), 'Falta el auxiliar')
    await user.click(confirm())
    await waitFor(() => expect(confirm()).not.toHaveAttribute('aria-busy'))
    expect(reason()).toHaveValue('Falta el auxiliar')
    expect(onClose).not.toHaveBeenCalled()
  })
})

test('approving needs no comment', async () => {
  const decide = jest.fn()
  const { user } = show('approve', decide)
  await user.click(confirm())
  expect(decide).toHaveBeenCalledWith('')
})
