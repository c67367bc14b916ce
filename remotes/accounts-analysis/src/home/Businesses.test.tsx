import { dashboardControl } from '@cuadre/api/home'
import { query } from '@cuadre/shell'
import { expect, test } from '@jest/globals'
import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { visit } from '../shared/testing.ts'
import Businesses from './Businesses.tsx'

/** Everything is in view at once. */
globalThis.IntersectionObserver = class {
  said: (entries: { isIntersecting: boolean }[]) => void
  constructor(said: (entries: { isIntersecting: boolean }[]) => void) {
    this.said = said
  }
  observe() {
    this.said([{ isIntersecting: true }])
  }
  disconnect() {}
} as unknown as typeof IntersectionObserver

function Home() {
  const found = useQuery(query(dashboardControl, {}))
  return (
    <>
      {found.data && <h1>Control</h1>}
      <Businesses />
    </>
  )
}

test('the businesses are not asked for before the home above them is there', async () => {
  let arrive = (_: unknown) => {}
  const home = new Promise((resolve) => {
    arrive = resolve
  })
  const { asked } = await visit(Home, '/home', 3, ({ path }) => (path === '/dashboard/control' ? home : { period: null, data: [] }))
  const tiles = () => asked.some(({ path }) => path === '/dashboard/bussines')
  await waitFor(() => expect(asked.length).toBeGreaterThan(0))
  expect(tiles()).toBe(false)
  arrive({ period: null })
  await screen.findByRole('heading', { name: 'Control' })
  await waitFor(() => expect(tiles()).toBe(true))
})
