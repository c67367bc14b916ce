import { expect, test } from '@jest/globals'
import '@testing-library/jest-dom/jest-globals'
import { initials } from '../parts/Avatar.tsx'
import { Code, DateText, Money } from '../parts/amounts.tsx'
import { draw } from '../testing.tsx'
import { type StateName, uiTexts } from '../texts.ts'
import { Marks, StateBadge } from './StateBadge.tsx'
import { heatClass } from './TrafficLight.tsx'

const names = Object.keys(uiTexts.es.states) as StateName[]

test('every state has its word in both languages and a silhouette of its own', () => {
  const shapes = new Set<string>()
  for (const name of names) {
    const { container, unmount } = draw(<StateBadge state={name} />)
    expect(container).toHaveTextContent(uiTexts.es.states[name])
    shapes.add(container.querySelector('svg')?.innerHTML ?? '')
    unmount()
    expect(draw(<StateBadge state={name} />, 'en').container).toHaveTextContent(uiTexts.en.states[name])
  }
  expect(shapes.size).toBe(names.length)
})

test('no more than two marks, the gravest first', () => {
  const { container } = draw(<Marks automatico tarde material critica />)
  expect([...container.querySelectorAll('.badge')].map((mark) => mark.textContent)).toEqual(['Crítica', 'Tarde'])
})

test.each([
  [95, 'heat-2'],
  [94.9, 'heat-3'],
  [85, 'heat-4'],
  [84.9, 'heat-5'],
  [98, 'heat-1'],
  [77, 'heat-6'],
  [null, undefined],
])('%s: heat %s', (percent, heat) => expect(heatClass(percent)).toBe(heat))

test('amounts, codes and dates keep their own direction', () => {
  const { container } = draw(
    <>
      <Money value="-1234.5" />
      <Code>1.9.9.00.00-5</Code>
      <DateText value="2026-11-06" />
    </>,
  )
  const kept = [...container.querySelectorAll('bdi[dir="ltr"]')].map((bdi) => bdi.textContent)
  expect(kept).toEqual(['−1.234,50', '1.9.9.00.00-5', '06-11-2026'])
})

test.each([
  ['Benítez Rolón, Julia', 'JB'],
  ['Cáceres Ibarra, Óscar', 'ÓC'],
  ['Julia Benítez Rolón', 'JB'],
  ['Sistema', 'S'],
  ['', ''],
])('initials of %s', (name, letters) => {
  expect(initials(name)).toBe(letters)
})
