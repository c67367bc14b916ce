import { beforeEach, expect, jest, test } from '@jest/globals'
import { fireEvent, screen } from '@testing-library/react'
import Frame from '../layout/Frame.tsx'
import { areas, enter, person, show } from '../testing.tsx'

beforeEach(() => localStorage.clear())

test('what is typed right after Ctrl-K, before the palette has loaded, is what it searches for, and no key of the page', async () => {
  await enter(person(3))
  show([{ element: <Frame areas={areas} AreaView={() => null} />, children: [{ path: '*', element: <h1>Página</h1> }] }], '/faq')
  const pageKey = jest.fn()
  addEventListener('keydown', pageKey)
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  pageKey.mockClear()
  for (const key of ['p', 'a', 's', 'Backspace', 'í', 's']) fireEvent.keyDown(document.body, { key })
  removeEventListener('keydown', pageKey)
  expect(pageKey).not.toHaveBeenCalled()
  expect(await screen.findByRole('combobox', { name: 'Buscar o ir a una página' })).toHaveProperty('value', 'país')
  expect(screen.getAllByRole('option')[0]!.textContent).toBe('PaísesAdministración de negocios')
})
