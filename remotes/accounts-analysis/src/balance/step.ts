import type { BalanceLoad } from '@cuadre/api/balance'

export const STEPS = ['archivo', 'columnas', 'revision', 'resultado'] as const
export type Step = (typeof STEPS)[number]

/** Where a load stands. Who wants to change the columns of a load under review says so in the address. */
export function stepOf(load: Pick<BalanceLoad, 'ESTADO'> | undefined, wanted: string | null): Step {
  if (!load || load.ESTADO === 'descartada') return 'archivo'
  if (load.ESTADO === 'confirmada' || load.ESTADO === 'deshecha') return 'resultado'
  return load.ESTADO === 'columnas' || wanted === 'columnas' ? 'columnas' : 'revision'
}
