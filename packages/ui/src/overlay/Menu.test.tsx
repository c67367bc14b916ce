import { expect, jest, test } from '@jest/globals'
import '@testing-library/jest-dom/jest-globals'
import { screen, waitFor } from '@testing-library/react'
import { draw } from '../testing.tsx'
import { type MenuEntry, RowMenu } from './Menu.tsx'

const update = jest.fn()
const remove = jest.fn()
const entries: MenuEntry[] = [
  { label: 'Archivar', onSelect: jest.fn(), disabled: true },
  { label: 'Editar', onSelect: update },
  'line',
  { label: 'Eliminar', onSelect: remove },
]
const button = () => screen.getByRole('button', { name: 'Acciones de Caja' })
const highlighted = () => document.querySelector('[role="menuitem"][data-highlighted]')?.textContent
const open = () => waitFor(() => expect(screen.getByRole('menu')).toHaveFocus())
const closed = () => waitFor(() => expect(screen.queryByRole('menu')).toBeNull())

test('a row’s menu is a button until it is opened; what is chosen is done once', async () => {
  const { user } = draw(<RowMenu label="Acciones de Caja" entries={entries} />)
  expect(button()).toHaveAttribute('aria-haspopup', 'menu')
  expect(button()).toHaveAttribute('aria-expanded', 'false')
  expect(document.querySelector('[data-scope="menu"]')).toBeNull()
  await user.click(button())
  await open()
  expect(button()).toHaveAttribute('aria-expanded', 'true')
  await user.keyboard('{ArrowDown}{Enter}')
  await closed()
  expect(update).toHaveBeenCalledTimes(1)
})

test('a second click, Escape and a click elsewhere close it', async () => {
  const { user } = draw(
    <>
      <RowMenu label="Acciones de Caja" entries={entries} />
      <p>Saldo</p>
    </>,
  )
  await user.click(button())
  await open()
  await user.click(button())
  await closed()
  await user.click(button())
  await open()
  await user.keyboard('{Escape}')
  await closed()
  await waitFor(() => expect(button()).toHaveFocus())
  await user.click(button())
  await open()
  await user.click(screen.getByText('Saldo'))
  await closed()
})

test('arrows open it at its first or last entry that can be chosen, each time', async () => {
  const { user } = draw(<RowMenu label="Acciones de Caja" entries={entries} />)
  for (const [key, name] of [
    ['{ArrowDown}', 'Editar'],
    ['{ArrowUp}', 'Eliminar'],
    ['{ArrowDown}', 'Editar'],
  ] as const) {
    button().focus()
    await user.keyboard(key)
    await open()
    await waitFor(() => expect(highlighted()).toBe(name))
    await user.keyboard('{Escape}')
    await closed()
  }
  button().focus()
  await user.keyboard('{ArrowDown}')
  await open()
  await user.keyboard('{ArrowDown}{Enter}')
  await closed()
  expect(remove).toHaveBeenCalledTimes(1)
})
