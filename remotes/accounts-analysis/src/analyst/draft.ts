/** What was typed for an analysis, kept in this tab until it is sent; never the file. */
export interface Draft {
  VALOR_ANALISIS: string
  COMENTARIO_VARIACION: string
}
const keyOf = (id: number) => `cuadre:borrador:${id}`

export function readDraft(id: number): Draft | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(id)) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return undefined
    const text = (name: keyof Draft) => {
      const value: unknown = Reflect.get(kept, name)
      return typeof value === 'string' ? value : ''
    }
    return { VALOR_ANALISIS: text('VALOR_ANALISIS'), COMENTARIO_VARIACION: text('COMENTARIO_VARIACION') }
  } catch {
    return undefined
  }
}
export const keepDraft = (id: number, draft: Draft) => sessionStorage.setItem(keyOf(id), JSON.stringify(draft))
export const dropDraft = (id: number) => sessionStorage.removeItem(keyOf(id))
