import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import '@testing-library/jest-dom/jest-globals'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { UiProvider } from '../UiProvider.tsx'
import { notify, toaster } from './toaster.ts'

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
