import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { act, fireEvent, screen } from '@testing-library/react'
import { at, enter, person, show } from '../testing.tsx'
import SessionQuestion from './SessionQuestion.tsx'

beforeEach(() => {
  jest.useFakeTimers({ now: 1_800_000_000_000, doNotFake: ['queueMicrotask', 'nextTick'] })
})
afterEach(() => {
  jest.useRealTimers()
})
const ask = async (reason: 'idle' | 'length') => {
  await enter(person(3))
  show(at(<SessionQuestion ending={{ reason, at: Date.now() + 60_000 }} />), '/home')
  await act(() => jest.advanceTimersByTimeAsync(500))
}

test('asks whether somebody is there, with the focus in the question; the time is said once and runs for the eye only', async () => {
  await ask('idle')
  const question = screen.getByRole('alertdialog', { name: '¿Sigue ahí?' })
  expect(question.textContent).toContain('se cerrará en 60 segundos')
  // jsdom shows nothing, so the trap cannot choose the button; the story in the browser does.
  expect(question.contains(document.activeElement)).toBe(true)
  await act(() => jest.advanceTimersByTimeAsync(10_000))
  const running = question.querySelector('[data-session-question]')!
  expect(running.textContent).toBe('50 s')
  expect(running.getAttribute('aria-hidden')).toBe('true')
  // What a screen reader has read does not change under it.
  expect(question.textContent).toContain('se cerrará en 60 segundos')
  expect(document.querySelector('[aria-live="assertive"]')).toBeNull()
})

test('of a session that has lasted long enough it only tells, and goes when it has been read', async () => {
  await ask('length')
  expect(screen.getByRole('alertdialog', { name: 'Su sesión está por terminar' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Seguir en la sesión' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Entendido' }))
  await act(() => jest.advanceTimersByTimeAsync(500))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})
