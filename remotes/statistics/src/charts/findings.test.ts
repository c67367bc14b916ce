import { expect, test } from '@jest/globals'
import { burndownFinding } from '../shared/burndown/BurndownLines.tsx'
import {
  agingFinding,
  completionFinding,
  cycleFinding,
  departmentsFinding,
  differencesFinding,
  movementsFinding,
  onTimeFinding,
  rejectionsFinding,
} from './findings.ts'

// The key and what fills it in: the sentences themselves stand in the locales.
const t = ((key: string, values: object = {}) => `${key} ${JSON.stringify(values)}`) as never
const say = { t, locale: 'es' as const }
const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ')
const any = <T>(value: T) => value as never

test('completion: what is done and what is overdue; under five items nothing', () => {
  const completitud = { completado: 6, completadoTarde: 1, vencido: 2, pendiente: 1 }
  expect(plain(completionFinding(any({ total: 10, completitud }), say))).toBe(
    'findings.completion {"percent":"70,0 %","count":2,"overdue":"2"}',
  )
  expect(completionFinding(any({ total: 4, completitud }), say)).toBeUndefined()
})
test('departments: the fewest, three at most, that have half of the rejected ones', () => {
  const row = (DEPARTAMENTO: string, rechazados: number) => ({ DEPARTAMENTO, rechazados, total: 20 })
  expect(departmentsFinding(any({ data: [row('A', 4), row('B', 3), row('C', 1), row('D', 1)] }), say)).toBe(
    'findings.departments {"count":2,"names":"A y B"}',
  )
  expect(departmentsFinding(any({ data: [row('A', 0)] }), say)).toBeUndefined()
  expect(departmentsFinding(any({ data: Array.from({ length: 10 }, (_, i) => row(`D${i}`, 1)) }), say)).toBeUndefined()
})
test('on time: the role furthest below, or that all reach it', () => {
  const at = (analista: number, jefatura: number, control: number) =>
    any({ data: [{ items: 50, aTiempo: { analista, jefatura, control } }] })
  const targets = { analista: 95, jefatura: 95, control: 95 }
  expect(onTimeFinding(at(0.97, 0.905, 0.96), targets, say)).toBe('findings.onTime {"role":"list.rol.jefatura {}","points":"4,5"}')
  expect(plain(onTimeFinding(at(0.95, 0.99, 1), targets, say))).toBe('findings.onTimeAll {"target":"95,0 %"}')
  // A month in course is not judged: the one before it is.
  const half = { items: 50, enCurso: true, aTiempo: { analista: 0.2, jefatura: 0.1, control: 0 } }
  const closed = { items: 50, enCurso: false, aTiempo: { analista: 1, jefatura: 1, control: 1 } }
  expect(plain(onTimeFinding(any({ data: [closed, half] }), targets, say))).toBe('findings.onTimeAll {"target":"95,0 %"}')
  expect(onTimeFinding(any({ data: [half] }), targets, say)).toBeUndefined()
})
test('on time: against the target that the year has for each role', () => {
  const was = any({ data: [{ items: 50, aTiempo: { analista: 0.93, jefatura: 0.914, control: 0.948 } }] })
  const of = (analista: number | null, jefatura: number | null, control: number | null) =>
    onTimeFinding(was, { analista, jefatura, control }, say)
  expect(of(90, 90, 98)).toBe('findings.onTime {"role":"list.rol.control {}","points":"3,2"}')
  expect(plain(of(90, 90, 90))).toBe('findings.onTimeAll {"target":"90,0 %"}')
  expect(of(93, 90, 90)).toBe('findings.onTimeEach {}')
  expect(of(null, 95, null)).toBe('findings.onTime {"role":"list.rol.jefatura {}","points":"3,6"}')
  expect(of(null, null, null)).toBeUndefined()
})
test('cycle: down, up or as before', () => {
  const of = (before: number, now: number) => any({ data: [{ tramo: 'total', n: 9 }], serie: [{ total: before }, { total: now }] })
  expect(cycleFinding(of(5, 4.6), say)).toBe('findings.cycleDown {"days":"4,6","before":"5,0"}')
  expect(cycleFinding(of(4, 4.6), say)).toBe('findings.cycleUp {"days":"4,6","before":"4,0"}')
  expect(cycleFinding(of(4.6, 4.62), say)).toBe('findings.cycleSame {"days":"4,6"}')
  const running = { data: [{ tramo: 'total', n: 9 }], serie: [{ total: 5 }, { total: 4.6 }, { total: 15, enCurso: true }] }
  expect(cycleFinding(any(running), say)).toBe('findings.cycleDown {"days":"4,6","before":"5,0"}')
})
test('differences: the fewest headings that make four fifths', () => {
  const rows = [0.5, 0.8, 1].map((acumulado) => ({ n: 3, acumulado }))
  expect(plain(differencesFinding(any(rows), say))).toBe('findings.differences {"count":2,"n":2,"percent":"80,0 %"}')
})
test('rejections: the most frequent reason of both levels together', () => {
  const porMotivo = [
    { nombre: 'Falta soporte', rechazos: 4 },
    { nombre: null, rechazos: 5 },
    { nombre: 'Falta soporte', rechazos: 3 },
  ]
  expect(plain(rejectionsFinding(any({ porMotivo }), say))).toBe('findings.rejections {"name":"Falta soporte","percent":"58,3 %"}')
})
test('burn-down: when it will be done, or that it is', () => {
  const of = (more: object) =>
    any({
      items: 20,
      pronostico: [{ rol: 'control', abiertos: 3, fecha: '2026-11-11', vence: '2026-11-10T21:00:00Z', semaforo: 'rojo', ...more }],
    })
  expect(burndownFinding(of({}), say)).toMatch(/^findings\.burndownLate /)
  expect(burndownFinding(of({ semaforo: 'verde' }), say)).toMatch(/^findings\.burndown /)
  expect(burndownFinding(of({ abiertos: 0 }), say)).toMatch(/^findings\.burndownDone/)
  expect(burndownFinding(of({ fecha: null }), say)).toBeUndefined()
})
test('aging: how many are over sixty days', () => {
  const data = [
    { rango: '0-30', n: 60 },
    { rango: '61-90', n: 4 },
    { rango: '180+', n: 2 },
  ]
  expect(agingFinding(any({ total: 66, data }), say)).toBe('findings.aging {"count":6,"n":"6"}')
})
test('movements: how many are out of the usual, and how many of them should have moved; under five items nothing', () => {
  expect(movementsFinding(any({ total: 80, marcados: 1200, silencio: 3 }), say)).toBe(
    'findings.movements {"count":1200,"n":"1.200","silent":"3"}',
  )
  expect(movementsFinding(any({ total: 4, marcados: 4, silencio: 0 }), say)).toBeUndefined()
})
