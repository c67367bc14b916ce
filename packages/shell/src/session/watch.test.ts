import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { type Ending, type Watch, watchSession } from './watch.ts'

const MINUTE = 60_000
let watch: Watch
let warnings: (Ending['reason'] | null)[]
let ended: string[]
let told: number

beforeEach(() => {
  jest.useFakeTimers({ now: 1_800_000_000_000 })
  warnings = []
  ended = []
  told = 0
})
afterEach(() => {
  watch.stop()
  jest.useRealTimers()
})
const start = (minutes?: number, endsAt?: number) => {
  watch = watchSession({
    minutes,
    endsAt,
    onWarn: (ending) => warnings.push(ending?.reason ?? null),
    onEnd: (reason) => ended.push(reason),
    onActive: () => {
      told += 1
    },
  })
}
const pass = (minutes: number) => jest.advanceTimersByTime(minutes * MINUTE)
const does = (sign: string, target: EventTarget = document.body) => target.dispatchEvent(new Event(sign, { bubbles: true }))

test('sixty minutes without a sign of anybody end it, with a warning a minute ahead', () => {
  start(60)
  pass(59 - 1 / 60)
  expect(warnings).toEqual([])
  pass(1 / 60)
  expect([warnings, ended]).toEqual([['idle'], []])
  pass(1 - 1 / 60)
  expect(ended).toEqual([])
  pass(1 / 60)
  expect(ended).toEqual(['idle'])
})

test('five minutes where no time is given', () => {
  start()
  pass(5 - 1 / 60)
  expect(ended).toEqual([])
  pass(1 / 60)
  expect(ended).toEqual(['idle'])
})

test.each(['mousemove', 'keydown', 'scroll', 'click'])('a %s starts the time anew', (sign) => {
  start(60)
  pass(50)
  does(sign)
  pass(59.9)
  expect(ended).toEqual([])
  pass(0.1)
  expect(ended).toEqual(['idle'])
})

test('scrolling of a box inside the page counts, though it does not bubble', () => {
  start(60)
  pass(50)
  document.body.dispatchEvent(new Event('scroll', { bubbles: false }))
  pass(30)
  expect(ended).toEqual([])
})

test('what is no work does not count', () => {
  start(60)
  pass(50)
  does('load')
  does('focusin')
  pass(10)
  expect(ended).toEqual(['idle'])
})

test('whoever comes back in the last minute goes on, and the warning is gone', () => {
  start(60)
  pass(59.5)
  does('mousemove')
  expect(warnings).toEqual(['idle', null])
  pass(58.9)
  expect(ended).toEqual([])
})

test('what is done in the question is no activity, so that the question can be answered', () => {
  start(60)
  document.body.innerHTML = '<div role="alertdialog"><p data-session-question>¿Sigue ahí?</p><button>Seguir</button></div>'
  const button = document.querySelector('button')!
  const press = (key: string) => button.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  pass(59.5)
  does('mousemove', button)
  press('Tab')
  expect(warnings).toEqual(['idle'])
  press('a')
  expect(warnings).toEqual(['idle', null])
  pass(59.5)
  watch.active()
  expect(warnings).toEqual(['idle', null, 'idle', null])
})

test('activity in another window counts here, and what is done here is told once a second', () => {
  start(60)
  pass(50)
  watch.active(Date.now())
  pass(59.9)
  expect(ended).toEqual([])
  does('mousemove')
  does('mousemove')
  expect(told).toBe(1)
  jest.advanceTimersByTime(1000)
  does('mousemove')
  expect(told).toBe(2)
})

test('a machine that slept past the end wakes up signed out, whatever is touched first', () => {
  start(60)
  jest.setSystemTime(Date.now() + 3 * 60 * MINUTE)
  does('mousemove')
  expect(ended).toEqual(['idle'])
  does('click')
  expect(ended).toEqual(['idle'])
})

test('a session that has lasted as long as it may ends in spite of all activity', () => {
  start(60, Date.now() + 90 * MINUTE)
  pass(45)
  does('click')
  pass(44)
  expect(warnings).toEqual(['length'])
  does('click')
  pass(0.9)
  expect(ended).toEqual([])
  pass(0.1)
  expect([warnings, ended]).toEqual([['length'], ['length']])
})

test('limits that change hold from now on', () => {
  start(60)
  pass(20)
  watch.limit({ minutes: 30 })
  pass(10)
  expect(ended).toEqual(['idle'])
})

test('of a limit of one minute the second half is the warning', () => {
  start(1)
  expect(warnings).toEqual([])
  pass(0.5)
  expect(warnings).toEqual(['idle'])
  pass(0.5)
  expect(ended).toEqual(['idle'])
})
