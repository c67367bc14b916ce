import { createHash } from 'node:crypto'
import type { Parsed } from '@cuadre/api/endpoint'
import type { ExchangeRate, importExchangeRates, RateImport, RateImportRow } from '@cuadre/api/exchange-rate'
import { dryRun } from '../../platform/database/dry-run.ts'
import { type Db, transaction } from '../../platform/database/index.ts'
import { Conflict, Invalid, NamedError } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { sentence } from '../../platform/messages/index.ts'
import * as repository from './exchange-rate.repository.ts'
import { sameRate } from './exchange-rate.rules.ts'
import { createLocked, updateLocked } from './exchange-rate.service.ts'
import { type Line, readRates } from './import.reading.ts'
import { decimalOf, rateOf } from './import.rules.ts'

/**
 * The preview makes every rate by the rules of a single one and takes them back; the import makes exactly what was looked at, or nothing. A refused
 * row changes nothing: every rule is asked before anything is written.
 * @throws 409 with the preview of now where it is another, 422
 */
export async function importRates(
  db: Db,
  caller: Caller,
  { file, simular, huella, motivo }: Parsed<typeof importExchangeRates>['body'],
): Promise<RateImport> {
  const { lines, columnas } = await readRates(file)
  if (!simular && !huella) throw Invalid('huella', 'rate_unseen')
  const steps = async (tx: Db) => {
    await repository.lock(tx)
    return told(await makeAll(tx, caller, lines, motivo), columnas, simular)
  }
  if (simular) return dryRun(db, steps)
  return transaction(db, async (tx) => {
    const done = await steps(tx)
    if (done.huella !== huella) throw Conflict('rate_moved', {}, { ...done, simulado: true })
    return done
  })
}

async function makeAll(tx: Db, caller: Caller, lines: readonly Line[], motivo: string | undefined): Promise<RateImportRow[]> {
  if ((await repository.groupCurrency(tx)).MONEDA === null) throw Invalid('file', 'group_currency_needed')
  const periods = new Map((await repository.periods(tx)).map(({ id, name }) => [name, id]))
  const there = new Map((await repository.ofPeriods(tx, [...periods.values()])).map((rate) => [`${rate.PERIODO} ${rate.MONEDA}`, rate]))
  const decimal = decimalOf(lines)
  const first = new Map<string, number>()
  const done: RateImportRow[] = []
  for (const line of lines) {
    const { row: FILA, PERIODO, MONEDA, TASA, FECHA_TASA } = line
    try {
      const rate = rateOf(line, decimal)
      const key = `${rate.PERIODO} ${rate.MONEDA}`
      const earlier = first.get(key)
      if (earlier !== undefined) throw Invalid('MONEDA', 'rate_row_twice', { row: earlier })
      first.set(key, FILA)
      const before = there.get(key)
      done.push({ FILA, ...rate, MOTIVO: null, ...(await make(tx, caller, rate, periods.get(rate.PERIODO), before, motivo)) })
    } catch (error) {
      if (!(error instanceof NamedError)) throw error
      const { code, params } = error.issues?.[0] ?? error
      const why = sentence(code, caller.locale, params ?? {})
      done.push({ FILA, PERIODO, MONEDA, TASA, FECHA_TASA, CLASE: 'rechazada', ANTES: null, MOTIVO: why })
    }
  }
  return done
}

type Read = ReturnType<typeof rateOf>
async function make(
  tx: Db,
  caller: Caller,
  { PERIODO, MONEDA, TASA, FECHA_TASA }: Read,
  COD_PERIODO: number | undefined,
  before: ExchangeRate | undefined,
  motivo: string | undefined,
): Promise<Pick<RateImportRow, 'CLASE' | 'ANTES'>> {
  if (COD_PERIODO === undefined) throw Invalid('PERIODO', 'rate_row_no_period', { period: PERIODO })
  if (!before) {
    await createLocked(tx, caller, { COD_PERIODO, MONEDA, TASA, FECHA_TASA }, motivo)
    return { CLASE: 'nueva', ANTES: null }
  }
  const ANTES = { TASA: before.TASA, FECHA_TASA: before.FECHA_TASA }
  if (sameRate(before.TASA, TASA) && before.FECHA_TASA === FECHA_TASA) return { CLASE: 'igual', ANTES }
  await updateLocked(tx, caller, before.ID, { TASA, FECHA_TASA, motivo })
  return { CLASE: 'distinta', ANTES }
}

function told(data: RateImportRow[], columnas: RateImport['columnas'], simulado: boolean): RateImport {
  const count = (clase: RateImportRow['CLASE']) => data.filter(({ CLASE }) => CLASE === clase).length
  const total = { nueva: count('nueva'), distinta: count('distinta'), igual: count('igual'), rechazada: count('rechazada') }
  // Reasons are sentences in the reader's language: not part of what is done.
  const facts = data.map(({ MOTIVO: _why, ...each }) => each)
  return { simulado, huella: createHash('sha256').update(JSON.stringify(facts)).digest('hex'), columnas, total, data }
}
