import { afterEach, expect, jest, test } from '@jest/globals'
import { cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { lazyPart } from './lazyPart.tsx'

afterEach(cleanup)

test('what the frame cannot load takes no page with it, and is asked for again when it is opened again', async () => {
  const load = jest.fn<() => Promise<{ default: () => React.JSX.Element }>>()
  load.mockRejectedValueOnce(new Error('chunk'))
  load.mockResolvedValue({ default: () => <p>La pregunta</p> })
  const Part = lazyPart(load, () => <p>En su lugar</p>)
  const page = (open: boolean) => (
    <>
      <input defaultValue="Lo que se escribe" />
      {open && (
        <Suspense>
          <Part />
        </Suspense>
      )}
    </>
  )
  const { rerender } = render(page(true))
  expect(await screen.findByText('En su lugar')).toBeTruthy()
  expect(screen.getByDisplayValue('Lo que se escribe')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(1)
  rerender(page(false))
  rerender(page(true))
  expect(await screen.findByText('La pregunta')).toBeTruthy()
})
