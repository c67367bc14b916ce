/** What a person typed for an analysis, kept in this tab until it is sent; never the file, nor what was read in it. */
export interface Draft {
  VALOR_ANALISIS?: string
  COMENTARIO_VARIACION?: string
}
/** The version that it would go on from: what was sent meanwhile, in another window or with many, is not covered by what was typed before. */
type Of = { COD_ANALISIS: number; VERSION: number }
const keyOf = ({ COD_ANALISIS, VERSION }: Of) => `cuadre:borrador:${COD_ANALISIS}:${VERSION}`

export function readDraft(of: Of): Draft | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(of)) ?? 'null')
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
export const keepDraft = (of: Of, draft: Draft) => sessionStorage.setItem(keyOf(of), JSON.stringify(draft))
export const dropDraft = (of: Of) => sessionStorage.removeItem(keyOf(of))
