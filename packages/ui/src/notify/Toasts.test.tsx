import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import '@testing-library/jest-dom/jest-globals'
import { readFileSync } from 'node:fs'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { UiProvider } from '../UiProvider.tsx'
import { notify, toaster } from './toaster.ts'

const styles = readFileSync(new URL('../styles/toast.css', import.meta.url), 'utf8')

beforeEach(() => {
  jest.useFakeTimers()
  toaster.clear()
  render(<UiProvider locale="es">x</UiProvider>)
})
afterEach(() => {
  cleanup()
  jest.useRealTimers()
})
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms))
const say = (show: () => void) => act(show)

test('a toast enters a live region and leaves after 2.5 s and its transition', () => {
  expect(screen.getByRole('region', { name: 'Avisos' })).toHaveAttribute('aria-live', 'polite')
  say(() => notify.success('Análisis aprobado'))
  pass(2499)
  expect(screen.getByText('Análisis aprobado')).toBeVisible()
  pass(1 + 200)
  expect(screen.queryByText('Análisis aprobado')).toBeNull()
})

test('a notification stays 3 s', () => {
  say(() => notify.info('Exportación en curso'))
  pass(2999)
  expect(screen.getByText('Exportación en curso')).toBeVisible()
  pass(201)
  expect(screen.queryByText('Exportación en curso')).toBeNull()
})

test.each([
  ['success', 2500],
  ['info', 3000],
  ['warning', 3000],
  ['danger', 6000],
] as const)('of the kind %s stays %i ms: what went wrong needs time to be read', (kind, ms) => {
  say(() => notify[kind]('Aviso'))
  pass(ms - 1)
  expect(screen.getByText('Aviso').closest('.toast')).not.toHaveAttribute('data-leaving')
  pass(1)
  // Removed 50 ms after its transition of 0.15 s (specification §9).
  expect(screen.getByText('Aviso').closest('.toast')).toHaveAttribute('data-leaving')
  pass(199)
  expect(screen.getByText('Aviso')).toBeInTheDocument()
  pass(1)
  expect(screen.queryByText('Aviso')).toBeNull()
})

test('one that is told how long stays so long, and with 0 until it is closed', () => {
  say(() => notify.success('Breve', { duration: 1000 }))
  say(() => notify.info('Fijo', { duration: 0 }))
  pass(1200)
  expect(screen.queryByText('Breve')).toBeNull()
  pass(600_000)
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
  pass(200)
  expect(screen.queryByText('Fijo')).toBeNull()
})

test('stands at the top in the middle, 30 px from the edge, 350 px wide, and fades out in 0.15 s (specification §9)', () => {
  const rule = (selector: string) => new RegExp(`\\n  \\.${selector} \\{([\\s\\S]*?)\\n  \\}`).exec(styles)![1]!
  expect(rule('toasts')).toMatch(/position: fixed;\s+inset-block-start: 30px;/)
  expect(rule('toasts')).toMatch(/flex-direction: column;\s+align-items: center;/)
  expect(rule('toast')).toMatch(/inline-size: 350px;\s+max-inline-size: 100%;/)
  expect(rule('toast')).toMatch(/transition:\s+opacity 0\.15s,/)
  expect(rule('toast')).toMatch(/&\[data-leaving\] \{\s+opacity: 0;/)
})

test('reading it stops the clock', () => {
  say(() => notify.success('Guardado'))
  fireEvent.mouseEnter(screen.getByText('Guardado').closest('.toast') as Element)
  pass(60_000)
  expect(screen.getByText('Guardado')).toBeVisible()
})

test('its action is done once and closes it', () => {
  const undo = jest.fn()
  say(() => notify.success('Aprobado', { action: { label: 'Deshacer', onClick: undo } }))
  fireEvent.click(screen.getByRole('button', { name: 'Deshacer' }))
  pass(200)
  expect(undo).toHaveBeenCalledTimes(1)
  expect(screen.queryByText('Aprobado')).toBeNull()
})

test('never more than four', () => {
  say(() => [1, 2, 3, 4, 5].map((n) => notify.success(`aviso ${n}`)))
  expect(screen.queryByText('aviso 1')).toBeNull()
  expect(screen.getByText('aviso 5')).toBeVisible()
})
