import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Mapping } from '@cuadre/api/balance'
import { upload } from '../../ledger/balance/balance.service.ts'
import type { Caller } from '../../platform/http/context.ts'
import type { DemoOptions } from './people.ts'

/** The published files, of which the groups are accounts too: at the banks they are what is analysed. */
const MAPPING: Mapping = {
  headerRow: 4,
  columns: { periodo: 0, negocioCodigo: 1, negocioNombre: 2, documento: 4, cuenta: 5, nombre: 6, saldo: 7 },
  grupos: 'cargar',
}

/** Loads one month of the published balances through the product's own load, with the month column changed to the period. */
export async function loadMonth(options: DemoOptions, control: Caller, periodId: number, period: string, month: number): Promise<void> {
  const source = `2008-${String(month).padStart(2, '0')}`
  const published = gunzipSync(readFileSync(new URL(`./cosif-${source}.csv.gz`, import.meta.url))).toString('latin1')
  const moved = Buffer.from(published.replaceAll(`\n${source.replace('-', '')};`, `\n${period.replace('-', '')};`), 'latin1')
  const path = join(tmpdir(), `cuadre-${randomUUID()}`)
  await writeFile(path, moved)
  try {
    const file = { path, name: `balancete-${period}.csv`, size: moved.length, sha256: createHash('sha256').update(moved).digest('hex') }
    await upload(options, control, { file, COD_PERIODO: periodId, SIMULAR: false, MAPEO: JSON.stringify(MAPPING) })
  } finally {
    await rm(path, { force: true })
  }
}
