import { sql } from 'kysely'
import type { DateTime } from 'luxon'
import { transfer, undo } from '../../ledger/transfer/transfer.service.ts'
import { type Db, rows } from '../../platform/database/index.ts'
import { personNamed } from './people.ts'

/** Accounts handed over in Chile: for a leave, from which they come back by themselves, and one by mistake, which was undone. */
export async function createTransfers(db: Db, periodId: number, today: DateTime): Promise<void> {
  const control = await personNamed(db, 'rvaldes', 3)
  const hand = async (from: string, to: string, accounts: number, motivo: string, hasta?: string) => {
    const origin = await personNamed(db, from, 1)
    const destination = await personNamed(db, to, 1)
    const found = await rows(
      db,
      sql<{ id: number }>`select id from account where analyst_id = ${origin.userId} and active order by code desc limit ${accounts}`,
    )
    const order = {
      origenUsuarioId: origin.userId,
      destinoUsuarioId: destination.userId,
      rol: 'ANALISTA' as const,
      cuentaIds: found.map(({ id }) => id),
      desdePeriodoId: periodId,
      incluirEnCurso: false,
      omitir: [],
      omitirErrores: true,
      motivo,
      notificar: false,
      hasta,
    }
    const clock = { zone: today.zoneName!, now: today.toJSDate() }
    const { huella } = await transfer(db, control, { ...order, simular: true }, clock)
    return (await transfer(db, control, { ...order, simular: false, huella }, clock)).lote!
  }
  await hand('mbustamante', 'lcarrasco', 3, 'Licencia médica de Macarena Bustamante.', today.plus({ days: 18 }).toISODate()!)
  await undo(db, control, await hand('jparedes', 'knavarrete', 2, 'Reparto por carga de trabajo.'))
}
