import { DateTime } from 'luxon'
import { periods } from '../../ledger/exchange-rate/exchange-rate.repository.ts'
import { create, setGroup } from '../../ledger/exchange-rate/exchange-rate.service.ts'
import type { Db } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'

const REASON = 'Historia de demostración, cargada al crear la base de datos'
/** Dollars for one unit, the oldest month first. The Colombian peso of the newest month has not come in yet. */
const RATES = {
  BRL: ['0.1723', '0.1749', '0.1771', '0.1754', '0.1782', '0.1801', '0.1837', '0.1822', '0.1858', '0.1879', '0.1843', '0.1861'],
  CLP: [
    '0.001008',
    '0.001019',
    '0.001027',
    '0.001041',
    '0.001035',
    '0.001052',
    '0.00106',
    '0.001071',
    '0.001058',
    '0.001046',
    '0.001053',
    '0.001064',
  ],
  COP: [
    '0.0002291',
    '0.0002304',
    '0.0002318',
    '0.0002336',
    '0.0002379',
    '0.0002402',
    '0.0002388',
    '0.0002416',
    '0.0002447',
    '0.0002431',
    '0.0002459',
  ],
}

/** A year of closing rates into dollars, of the last working day of each month. */
export async function createExchangeRates(db: Db, administrator: Caller): Promise<void> {
  // What is closed is written down by who governs the rates.
  const caller: Caller = { ...administrator, permissions: new Set(['parameters.rate.govern']) }
  await setGroup(db, caller, { MONEDA: 'USD', motivo: REASON })
  const months = (await periods(db)).reverse()
  for (const [MONEDA, rates] of Object.entries(RATES))
    for (const [i, TASA] of rates.entries()) {
      const { id, name } = months[i]!
      const end = DateTime.fromISO(`${name}-01`).endOf('month')
      const day = end.minus({ days: Math.max(0, end.weekday - 5) })
      await create(db, caller, { COD_PERIODO: id, MONEDA, TASA, FECHA_TASA: day.toISODate()!, motivo: REASON })
    }
}
