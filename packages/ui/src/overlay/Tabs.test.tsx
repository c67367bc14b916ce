import { expect, test } from '@jest/globals'
import '@testing-library/jest-dom/jest-globals'
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { draw } from '../testing.tsx'
import { Tabs } from './Tabs.tsx'

const Chosen = () => {
  const [value, setValue] = useState('libro')
  const tabs = ['libro', 'alcance', 'versiones'].map((name) => ({ value: name, label: name }))
  return <Tabs label="Plantilla" tabs={tabs} value={value} onChange={setValue} />
}
const tab = (name: string) => screen.getByRole('tab', { name })

test('arrows go from tab to tab and around, End and Home to the last and the first', async () => {
  const { user } = draw(<Chosen />)
  await user.tab()
  for (const [key, name] of [
    ['ArrowRight', 'alcance'],
    ['End', 'versiones'],
    ['ArrowRight', 'libro'],
    ['ArrowLeft', 'versiones'],
    ['Home', 'libro'],
  ] as const) {
    await user.keyboard(`{${key}}`)
    expect(tab(name)).toHaveFocus()
    expect(tab(name)).toHaveAttribute('aria-selected', 'true')
  }
})
