import { create } from '../../ledger/tie-out/tie-out.service.ts'
import type { Db } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'

/** Rules of a bank's chart (COSIF): what compensates itself ties out, the rest is for somebody to look at. */
export async function createTieOutRules(db: Db, administrator: Caller): Promise<void> {
  const rule = { ID_NEGOCIO: null, OPUESTO: false, TOLERANCIA: '0.00' }
  await create(db, administrator, {
    ...rule,
    NOMBRE: 'Compensación activa y pasiva',
    TIPO: 'igual',
    IZQUIERDA: ['003*'],
    DERECHA: ['009*'],
    TOLERANCIA: '1.00',
    SEVERIDAD: 'aviso',
  })
  await create(db, administrator, {
    ...rule,
    NOMBRE: 'Total contra el mayor',
    TIPO: 'control',
    IZQUIERDA: [],
    DERECHA: [],
    SEVERIDAD: 'aviso',
  })
}
