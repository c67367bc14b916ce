import { type BalanceLoad, balanceFile, getBalanceLoad, type LoadRow, listLoadRows } from '@cuadre/api/balance'
import { call, Failure, query, saveAs, sentenceOf } from '@cuadre/shell'
import { notify } from '@cuadre/ui'
import { useQueryClient } from '@tanstack/react-query'

export type Load = BalanceLoad
export const loadQuery = (id: number) => query(getBalanceLoad, { params: { id } })

/** Keeps what the server answered as the load that is shown; lists and rows are read again, those on the screen at once. */
export function useKeepLoad() {
  const client = useQueryClient()
  return async (load: Load) => {
    await client.invalidateQueries({ queryKey: ['balances'], refetchType: 'none' })
    client.setQueryData(loadQuery(load.COD_CARGA).queryKey, load)
    void client.refetchQueries({ queryKey: ['balances'], type: 'active', predicate: ({ state }) => state.isInvalidated })
  }
}

/** A confirmed load changes accounts, analyses, figures and periods wherever they are shown. */
export function useForgetFigures() {
  const client = useQueryClient()
  return () => {
    for (const noun of ['balances', 'account', 'analysis', 'analysis-metadata', 'dashboard', 'period', 'business', 'me'])
      void client.invalidateQueries({ queryKey: [noun] })
  }
}

/** The state of a load that a 409 carries. */
export function currentLoad(error: unknown, id: number): Load | undefined {
  if (!(error instanceof Failure) || error.status !== 409) return undefined
  const { current } = error
  return typeof current === 'object' && current !== null && 'COD_CARGA' in current && current.COD_CARGA === id
    ? // The contract says what a 409 of a load carries.
      (current as Load)
    : undefined
}

export async function downloadOriginal({ COD_CARGA, ARCHIVO }: Pick<Load, 'COD_CARGA' | 'ARCHIVO'>, failed: string) {
  try {
    saveAs(await call(balanceFile, { params: { id: COD_CARGA } }), ARCHIVO)
  } catch (error) {
    notify.danger(sentenceOf(error, failed))
  }
}

const PAGE = 1000
/** Every refused row of a load, page by page. */
export async function allRefused(id: number): Promise<LoadRow[]> {
  const rows: LoadRow[] = []
  for (let page = 1; ; page++) {
    const { data, total } = await call(listLoadRows, { params: { id }, query: { clase: 'rechazada', page, limit: PAGE } })
    rows.push(...data)
    if (data.length === 0 || rows.length >= total) return rows
  }
}
