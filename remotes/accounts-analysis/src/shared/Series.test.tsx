import { visitsTo } from '@cuadre/shell/testing'
import { expect, test } from '@jest/globals'
import en from '../locales/en.json' with { type: 'json' }
import es from '../locales/es.json' with { type: 'json' }
import { Series } from './Series.tsx'

const visit = visitsTo('accounts-analysis', { es, en })
const draw = async (months: readonly string[]) => {
  const values = months.map((PERIODO, i) => ({ PERIODO, SALDO: `${i}.00` }))
  const { container } = await visit(
    () => <Series values={values} currency="BRL" />,
    '/home',
    [],
    () => undefined,
  )
  return [...container.querySelectorAll('polyline')].map((line) =>
    line
      .getAttribute('points')!
      .split(' ')
      .map((point) => Number(point.split(',')[0])),
  )
}

test('months are as far apart as they are, and the line is interrupted where the account paused', async () => {
  expect(await draw(['2025-11', '2025-12', '2026-01'])).toEqual([[8, 130, 252]])
  expect(await draw(['2025-11', '2025-12', '2026-11'])).toEqual([
    [8, 28.3],
    [252, 252],
  ])
  expect(await draw(['2026-11'])).toEqual([[130, 130]])
})
