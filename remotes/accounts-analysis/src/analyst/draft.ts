/** What a person typed for an analysis, kept in this tab until it is sent; never the file, nor what was read in it. */
export interface Draft {
  VALOR_ANALISIS?: string
  COMENTARIO_VARIACION?: string
}
const keyOf = (id: number) => `cuadre:borrador:${id}`

export function readDraft(id: number): Draft | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(id)) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return undefined
    const text = <Name extends keyof Draft>(name: Name) => {
      const value: unknown = Reflect.get(kept, name)
      return typeof value === 'string' ? { [name]: value } : {}
    }
    return { ...text('VALOR_ANALISIS'), ...text('COMENTARIO_VARIACION') }
  } catch {
    return undefined
  }
}
export const keepDraft = (id: number, draft: Draft) => sessionStorage.setItem(keyOf(id), JSON.stringify(draft))
export const dropDraft = (id: number) => sessionStorage.removeItem(keyOf(id))
