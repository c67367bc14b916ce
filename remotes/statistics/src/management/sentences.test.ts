import { expect, test } from '@jest/globals'
import { management } from '../testing.ts'
import { sentencesOf } from './sentences.ts'
import type { BusinessRow, Management } from './sums.ts'

const business = (ID_NEGOCIO: number, more: Partial<BusinessRow> = {}) =>
  ({
    ...management().porNegocio[0],
    ID_NEGOCIO,
    NEGOCIO: `Banco ${ID_NEGOCIO}`,
    items: 40,
    vencidos: 0,
    fueraDePlazo: 0,
    ...more,
  }) as BusinessRow
const of = (more: Partial<Management> = {}, total: Partial<Management['total']> = {}) => {
  const base = management() as unknown as Management
  return sentencesOf({ ...base, porNegocio: [business(1), business(2)], ...more, total: { ...base.total, ...total } })
}
const said = (...asked: Parameters<typeof of>) => of(...asked).map(({ says }) => says)
const control = (more: object) =>
  [
    { rol: 'control', abiertos: 40, fecha: '2026-11-11', vence: '2026-11-10T21:00:00Z', semaforo: 'ambar', ...more },
  ] as Management['pronostico']
const item = (more: object) =>
  [
    {
      CUENTA: '1.8',
      NOMBRE_CUENTA: 'Deudores',
      NEGOCIO: 'Banco 1',
      COD_CUENTA: 7,
      MONEDA: 'USD',
      VARIACION: '-150.15',
      MATERIALIDAD: 'critica',
      ESTADO_PRINCIPAL_ID: 3,
      ...more,
    },
  ] as unknown as Management['mayoresDiferencias']

test('nothing is said of fewer than five analyses, of a month or of a business', () => {
  expect(of({}, { items: 4 })).toEqual([])
  expect(said({ porNegocio: [business(1, { items: 4, vencidos: 3 })] }, { vencidos: 3 })).toEqual([])
})
test('the fewest businesses that have half of what is overdue, at most three; one of them opens its own list', () => {
  const rows = [business(1, { vencidos: 1 }), business(2, { vencidos: 6 }), business(3, { vencidos: 3 })]
  expect(of({ porNegocio: rows }, { vencidos: 10 })[0]).toMatchObject({
    says: 'overdue',
    names: ['Banco 2'],
    part: 6,
    whole: 10,
    list: { negocioId: 2, completitud: 'vencido' },
  })
  const even = Array.from({ length: 8 }, (_, i) => business(i + 1, { vencidos: 2, fueraDePlazo: 2 }))
  // Three of eight have less than half: nobody is named.
  expect(said({ porNegocio: even }, { vencidos: 16 })).toEqual([])
  const [two] = of({ porNegocio: even.slice(0, 3) }, { vencidos: 6 })
  expect(two).toMatchObject({ names: ['Banco 1', 'Banco 2'], part: 4, list: { completitud: 'vencido' } })
  expect(two!.list).not.toHaveProperty('negocioId')
})
test('in a month in course: who is furthest from the plan of this hour, not in a closed one', () => {
  const rows = [business(1, { avance: 0.6, semaforoAvance: 'rojo' }), business(2, { avance: 0.79 }), business(3, { avance: 0.9 })]
  const more = { porNegocio: rows, plan: { avance: 0.8, completado: 0.7 } }
  expect(of(more)).toMatchObject([
    { says: 'behind', name: 'Banco 1', points: 20, light: 'rojo', list: { negocioId: 1 } },
    { says: 'ahead', name: 'Banco 3', points: 10, light: 'verde', list: { negocioId: 3 } },
  ])
  expect(said({ ...more, plan: null })).toEqual(['clean'])
})
test('when control is done: late by its light, in time as good news', () => {
  expect(of({ pronostico: control({}) })[0]).toMatchObject({ says: 'late', light: 'ambar' })
  expect(of({ pronostico: control({ semaforo: 'verde' }) })).toMatchObject([{ says: 'inTime', light: 'verde' }])
  expect(said({ pronostico: control({ fecha: null, semaforo: null }) })).toEqual(['clean'])
  expect(said({ pronostico: control({ abiertos: 0 }) })).toEqual(['clean'])
})
test('the largest difference that is not approved, with its part of what is unexplained in its currency', () => {
  expect(of({ mayoresDiferencias: item({}) })[0]).toMatchObject({ says: 'largest', light: 'rojo', share: 0.5, list: { cuentaId: 7 } })
  expect(of({ mayoresDiferencias: item({ MONEDA: 'CLP' }) })[0]).toMatchObject({ share: null })
  expect(said({ mayoresDiferencias: item({ ESTADO_PRINCIPAL_ID: 4 }) })).toEqual(['clean'])
})
test('of several currencies that are not converted it is the largest in its own', () => {
  const open = (...sums: [string, string][]) => ({ sinExplicar: sums.map(([MONEDA, monto]) => ({ MONEDA, monto })) })
  const largest = (grupo: Management['grupo'], total: ReturnType<typeof open>) => of({ mayoresDiferencias: item({}), grupo }, total)[0]
  expect(largest(null, open(['COP', '900000.00'], ['USD', '300.30']))).toMatchObject({ says: 'largest', ofCurrency: true })
  expect(largest(null, open(['COP', '0.00'], ['USD', '300.30']))).toMatchObject({ ofCurrency: false })
  const grupo = { MONEDA: 'USD' } as Management['grupo']
  expect(largest(grupo, open(['COP', '900000.00'], ['USD', '300.30']))).toMatchObject({ ofCurrency: false })
})
test('at most five, the worst first, one of good news at the end', () => {
  const rows = [business(1, { vencidos: 2, avance: 0.6, semaforoAvance: 'ambar' }), business(2, { avance: 0.9 })]
  const all = of(
    {
      porNegocio: rows,
      plan: { avance: 0.8, completado: 0.7 },
      pronostico: control({ semaforo: 'rojo' }),
      mayoresDiferencias: item({ MATERIALIDAD: 'material' }),
    },
    { vencidos: 2 },
  )
  expect(all.map(({ says, light }) => [says, light])).toEqual([
    ['overdue', 'rojo'],
    ['late', 'rojo'],
    ['behind', 'ambar'],
    ['largest', 'ambar'],
    ['ahead', 'verde'],
  ])
})
test('what moved out of the usual, with what should have moved and did not', () => {
  const base = management() as unknown as Management
  const [first] = sentencesOf({ ...base, porNegocio: [business(1)] }, { marcados: 9, silencio: 2 })
  expect(first).toMatchObject({ says: 'unusual', light: 'ambar', marked: 9, silent: 2, list: { movimiento: 'alto,bajo,silencio' } })
  expect(sentencesOf({ ...base, porNegocio: [business(1)] }, { marcados: 0, silencio: 0 }).map(({ says }) => says)).toEqual(['clean'])
})
test('who has nothing out of deadline, and whether that is everybody', () => {
  const late = business(3, { fueraDePlazo: 1 })
  expect(of({ porNegocio: [business(1), late] })).toMatchObject([{ says: 'clean', names: ['Banco 1'], all: false, list: { negocioId: 1 } }])
  expect(of({ porNegocio: [business(1), business(2)] })).toMatchObject([{ all: true, list: { plazo: 'en_plazo' } }])
})
