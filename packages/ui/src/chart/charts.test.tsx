import { beforeAll, expect, jest, test } from '@jest/globals'
import '@testing-library/jest-dom/jest-globals'
import { screen, waitFor, within } from '@testing-library/react'
import { draw } from '../testing.tsx'
import { BarChart } from './BarChart.tsx'
import { DonutChart } from './DonutChart.tsx'
import { LineChart } from './LineChart.tsx'
import { ChartsOf } from './ofAll.ts'

// jsdom has no canvas and reports an error.
beforeAll(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
  HTMLCanvasElement.prototype.getContext = () => null
})

const labels = ['ago 26', 'sep 26', 'oct 26']
const series = [
  { label: 'Saldo', values: [823_000_000, null, 416_332_431] },
  { label: 'Plan', values: [800_000_000, 700_000_000, 400_000_000] },
]

test('every chart has its table, with a hole where there is no figure', async () => {
  const { user } = draw(<LineChart title="Saldo, 13 meses" labels={labels} series={series} />)
  await user.click(screen.getByRole('button', { name: 'Ver como tabla' }))
  const table = screen.getByRole('table', { name: 'Saldo, 13 meses' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent),
  ).toEqual(['', 'Saldo', 'Plan'])
  const rows = within(table).getAllByRole('row').slice(1)
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    ['ago 26', '823\u00a0M', '800\u00a0M'],
    ['sep 26', '—', '700\u00a0M'],
    ['oct 26', '416,3\u00a0M', '400\u00a0M'],
  ])
  await user.click(screen.getByRole('button', { name: 'Ver como gráfica' }))
  expect(screen.queryByRole('table')).toBeNull()
})

test('the saved drawing says what the chart is of', async () => {
  const saved: Blob[] = []
  Object.assign(URL, { createObjectURL: (blob: Blob) => saved.push(blob) && 'blob:chart', revokeObjectURL: () => undefined })
  const { user } = draw(
    <ChartsOf value="octubre de 2026 · País: Brasil">
      <LineChart title="Saldo" note="En BRL" labels={labels} series={series} />
    </ChartsOf>,
  )
  await user.click(screen.getByRole('button', { name: 'Descargar la gráfica' }))
  // Keys reach the menu once it has the focus.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('menu')))
  await user.keyboard('{End}{Enter}')
  await waitFor(() => expect(saved).toHaveLength(1))
  const text = await new Promise<string>((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.readAsText(saved[0]!)
  })
  for (const said of ['Saldo', 'En BRL', 'octubre de 2026 · País: Brasil']) expect(text).toContain(said)
})

const cells = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    )

test('what is stacked and cannot be added has neither a total column nor a total row', async () => {
  const means = [{ label: 'Preparación', values: [2, 3], exact: ['2,0', '—'], color: 'line' as const }]
  const { user } = draw(<BarChart title="Días" of="Mes" labels={['sep', 'oct']} series={means} stacked totals={false} />)
  await user.click(screen.getByRole('button', { name: 'Ver como tabla' }))
  expect(cells(screen.getByRole('table', { name: 'Días' }))).toEqual([
    ['sep', '2,0'],
    ['oct', '—'],
  ])
})

test('stacked parts add up in the table, and a figure leads to its list', async () => {
  const { user } = draw(
    <BarChart
      title="Estados"
      of="Departamento"
      labels={['Tesorería', 'Impuestos']}
      series={[
        { label: 'Pendiente', values: [3, 0], color: 'pendiente', fill: 'dotted', to: ['/a', '/b'] },
        { label: 'Aprobado', values: [1, 2], color: 'aprobado' },
      ]}
      stacked
      horizontal
      totals={{ each: ['/t', undefined], series: [undefined, '/s'], all: '/all' }}
    />,
  )
  await user.click(screen.getByRole('button', { name: 'Ver como tabla' }))
  const table = screen.getByRole('table', { name: 'Estados' })
  expect(cells(table)).toEqual([
    ['Tesorería', '3', '1', '4'],
    ['Impuestos', '0', '2', '2'],
    ['Total', '3', '3', '6'],
  ])
  // A part of zero has no link.
  expect(
    within(table)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/a', '/t', '/s', '/all'])
})

test('a point of a line leads to its list, and where there is none there is no link', async () => {
  const { user } = draw(
    <LineChart title="Abiertos" labels={labels} series={[{ ...series[0]!, to: ['/a', '/b', undefined] }]} onOpen={() => undefined} />,
  )
  await user.click(screen.getByRole('button', { name: 'Ver como tabla' }))
  expect(screen.getAllByRole('link').map((link) => `${link.getAttribute('href')} ${link.textContent}`)).toEqual(['/a 823\u00a0M'])
})

test('a share of nothing is not 0 %', async () => {
  const { user } = draw(<DonutChart title="Completitud" counted="Análisis" parts={[{ label: 'Vencido', value: 0, color: 'rechazado' }]} />)
  expect(screen.getByText('—')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Ver como tabla' }))
  expect(cells(screen.getByRole('table', { name: 'Completitud' }))).toEqual([['Vencido', '0', '—']])
})
