import type { Analysis } from '@cuadre/api/analysis'
import type { Db } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { cents, fromCents } from '../../platform/money.ts'
import type * as aggregates from './aggregates/index.ts'
import * as conversion from './conversion.repository.ts'
import { amounts } from './figures.rules.ts'
import type { Place, View } from './item.ts'

/** What is unexplained of each business, and the largest differences, in the group's currency. */
export async function inGroupCurrency(
  db: Db,
  caller: Caller,
  { view, place, periodId }: { view: View; place: Place; periodId: number },
  rates: conversion.Rates,
  sums: readonly aggregates.Sums<'unexplained'>[],
  largest: readonly Analysis[],
) {
  const ofBusinesses = [...Map.groupBy(sums, ({ business }) => business!)].flatMap(([ID_NEGOCIO, of]) =>
    amounts(of, 'unexplained').map((sum) => ({ ID_NEGOCIO, ...sum })),
  )
  const differences = largest.map(({ MONEDA, VARIACION }) => ({ MONEDA, monto: VARIACION }))
  const found = await conversion.convert(db, rates, [...ofBusinesses, ...differences])
  const out = await conversion.leftOut(db, caller, view, place, periodId, rates)
  const used = new Set([...ofBusinesses, ...differences].map(({ MONEDA }) => MONEDA))
  return {
    MONEDA: rates.MONEDA,
    tasas: rates.tasas.filter(({ MONEDA }) => used.has(MONEDA)),
    sinTasa: out
      .filter(({ differing }) => differing > 0)
      .map(({ MONEDA, differing, difference }) => ({ MONEDA, n: differing, monto: difference })),
    sinExplicarSinTasa: out.filter(({ open }) => open > 0).map((each) => ({ MONEDA: each.MONEDA, n: each.open, monto: each.unexplained })),
    // A currency without a rate adds nothing here: it is named in what was left out.
    sinExplicar: [
      ...Map.groupBy(
        ofBusinesses.map((each, i) => ({ ...each, in: found[i] ?? '0' })),
        ({ ID_NEGOCIO }) => ID_NEGOCIO,
      ),
    ].map(([ID_NEGOCIO, of]) => ({ ID_NEGOCIO, monto: fromCents(of.reduce((sum, each) => sum + cents(each.in), 0n)) })),
    diferencias: largest.map(({ COD_ANALISIS }, i) => ({ COD_ANALISIS, VARIACION: found[ofBusinesses.length + i]! })),
  }
}
