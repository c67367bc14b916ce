import { expect, test } from '@jest/globals'
import { partsOf } from './ClockBar.tsx'

const part = (minutos: number, corre: boolean) => ({ desde: '', hasta: '', minutos, corre })
const sla = (estado: string) => ({ horas: 9, minutosUsados: 0, venceEn: null, estado }) as Parameters<typeof partsOf>[0]['sla']
const drawn = (...args: Parameters<typeof partsOf>) => partsOf(...args).map(({ kind, minutes }) => [kind, minutes])

test('what ran, what stood still and what is left stand in their order', () => {
  expect(drawn({ tramos: [part(310, true), part(216, false), part(158, true)], sla: sla('por_vencer') })).toEqual([
    ['ran', 310],
    ['paused', 216],
    ['ran', 158],
    ['left', 72],
  ])
})
test('what ran beyond the time is told apart; nothing is left then, nor of one that is solved', () => {
  expect(drawn({ tramos: [part(500, true), part(60, false), part(100, true)], sla: sla('vencido') })).toEqual([
    ['ran', 500],
    ['paused', 60],
    ['ran', 40],
    ['over', 60],
  ])
  expect(drawn({ tramos: [part(100, true)], sla: sla('cumplido') })).toEqual([['ran', 100]])
  // It stays late though a holiday was added to its days since.
  expect(drawn({ tramos: [part(100, true)], sla: sla('vencido') })).toEqual([['ran', 100]])
})
