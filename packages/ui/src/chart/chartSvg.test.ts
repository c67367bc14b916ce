import { expect, test } from '@jest/globals'
import { chartSvg, plainColor, ticksOf, wrapped } from './chartSvg.ts'
import type { ChartTheme } from './theme.ts'

const theme = {
  ink: 'rgb(1, 1, 1)',
  muted: '#777',
  grid: '#eee',
  surface: '#fff',
  font: '"Inter", sans-serif',
  line: '#236',
  reference: '#999',
  aprobado: 'color(srgb 0 0.5 1)',
  revision: '#00f',
  pendiente: '#fa0',
  rechazado: '#f00',
  tarde: '#a50',
} satisfies ChartTheme
const read = (svg: string) => new DOMParser().parseFromString(svg, 'image/svg+xml')
const texts = (svg: Document) => [...svg.querySelectorAll('text')].map((each) => each.textContent)

test('bars: the title, labels and legend are text, each part has its length, fill and figure', () => {
  const series = [
    { label: 'Aprobado', values: [3, 1], color: 'aprobado' },
    { label: 'Vencido <tarde>', values: [1, 0], color: 'rechazado', fill: 'crossed' },
  ] as const
  const svg = read(
    chartSvg(
      'Estados & más',
      ['nota'],
      { kind: 'bar', labels: ['Tesorería', 'Impuestos'], series, stacked: true, horizontal: true, write: String },
      series,
      theme,
    ),
  )
  expect(svg.querySelector('parsererror')).toBeNull()
  for (const said of ['Estados & más', 'nota', 'Tesorería', 'Impuestos', 'Aprobado', 'Vencido <tarde>']) expect(texts(svg)).toContain(said)
  const parts = [...svg.querySelectorAll('rect')].filter((each) => each.querySelector('title'))
  expect(parts.map((part) => part.textContent)).toEqual([
    'Tesorería · Aprobado: 3',
    'Tesorería · Vencido <tarde>: 1',
    'Impuestos · Aprobado: 1',
  ])
  const [first, second, third] = parts.map((part) => Number(part.getAttribute('width')))
  expect(first! / third!).toBeCloseTo(3, 1)
  expect(second).toBeCloseTo(third!, 1)
  // The second part begins where the first one ends.
  expect(Number(parts[1]!.getAttribute('x'))).toBeCloseTo(Number(parts[0]!.getAttribute('x')) + first!, 1)
  expect(parts.map((part) => part.getAttribute('fill'))).toEqual(['rgb(0, 128, 255)', 'url(#crossed-rechazado)', 'rgb(0, 128, 255)'])
  expect(svg.querySelector('#crossed-rechazado')).not.toBeNull()
})

test('bars beside each other are told apart, also where the page has their key', () => {
  const series = [
    { label: 'BRADESCO', values: [9], color: 'line' },
    { label: 'todos', values: [7], color: 'reference' },
  ] as const
  const svg = read(chartSvg('Mezcla', [], { kind: 'bar', labels: ['Riesgo alto'], series, horizontal: true, write: String }, [], theme))
  for (const said of ['BRADESCO', 'todos']) expect(texts(svg)).toContain(said)
})

test('lines: a month without a figure is a gap, and each line has its name and last figure at its end', () => {
  const series = [{ label: 'Analista', values: [50, null, 100], color: 'line', dash: [] }] as const
  const svg = read(
    chartSvg(
      'A tiempo',
      [],
      { kind: 'line', labels: ['ago', 'sep', 'oct'], series, max: 100, target: 95, write: (value) => `${value} %` },
      [],
      theme,
    ),
  )
  const path = svg.querySelector('path[fill=none]')!.getAttribute('d')!
  expect(path.match(/[ML]/g)).toEqual(['M', 'M'])
  expect(texts(svg)).toContain('Analista 100 %')
  expect(svg.querySelectorAll('circle')).toHaveLength(2)
})

test('a donut has a part for each that is there', () => {
  const parts = [
    { label: 'Completado', value: 3, color: 'aprobado', says: '3 (75 %)' },
    { label: 'Pendiente', value: 1, color: 'pendiente', fill: 'dotted', says: '1 (25 %)' },
    { label: 'Vencido', value: 0, color: 'rechazado', says: '0 (0 %)' },
  ] as const
  const svg = read(chartSvg('Completitud', [], { kind: 'donut', parts, center: '4', under: 'análisis' }, [], theme))
  expect([...svg.querySelectorAll('path title')].map((each) => each.textContent)).toEqual(['Completado: 3 (75 %)', 'Pendiente: 1 (25 %)'])
  for (const said of ['4', 'análisis', 'Vencido · 0 (0 %)']) expect(texts(svg)).toContain(said)
})

test('ticks are round and reach from the least to the most; colours are those that any program reads', () => {
  expect(ticksOf(0, 37)).toEqual([0, 10, 20, 30, 40])
  expect(ticksOf(-3, 8)).toEqual([-5, 0, 5, 10])
  expect(ticksOf(0, 0)[0]).toBe(0)
  expect(plainColor('color(srgb 1 0 0.2)')).toBe('rgb(255, 0, 51)')
  expect(plainColor('#123456')).toBe('#123456')
})

test('what the chart is of stands under its title, and is wrapped rather than cut', () => {
  const of =
    'octubre de 2026 · País: Brasil · Negocio: SANTANDER · Rubro: Depósitos y captaciones del público · Así estaba el 06-11-2026 18:00'
  const legend = [{ label: 'Completado', color: 'aprobado', figure: '997', share: '74,2 %' }] as const
  const svg = read(chartSvg('Diferencias', ['En BRL', of], { kind: 'bar', labels: ['a'], series: [], write: String }, legend, theme))
  expect(texts(svg)).toContain('Completado 997 (74,2 %)')
  const lines = texts(svg)
  expect(lines.slice(0, 2)).toEqual(['Diferencias', 'En BRL'])
  expect(lines.slice(2, 4).join(' ')).toBe(of)
  const heights = [...svg.querySelectorAll('text')].slice(0, 4).map((each) => Number(each.getAttribute('y')))
  expect(heights.toSorted((a, b) => a - b)).toEqual(heights)
  expect(new Set(heights).size).toBe(4)
})

test.each([
  ['one two three', 7, ['one two', 'three']],
  ['a-word-that-is-longer', 4, ['a-word-that-is-longer']],
  ['', 4, ['']],
])('lines of whole words: %j in %d', (text, room, lines) => expect(wrapped(text, room, (line) => line.length)).toEqual(lines))
