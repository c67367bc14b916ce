/** What a person typed for an analysis, kept in this tab until it is sent; never the file, nor what was read in it. */
export interface Draft {
  VALOR_ANALISIS?: string
  COMENTARIO_VARIACION?: string
}
/** The version that it would go on from: what was sent meanwhile, in another window or with many, is not covered by what was typed before. */
type Of = { COD_ANALISIS: number; VERSION: number }
const keyOf = ({ COD_ANALISIS, VERSION }: Of) => `cuadre:borrador:${COD_ANALISIS}:${VERSION}`

export function readDraft(of: Of): Draft | undefined {
  const kept = read(of)
  return kept && textsOf(kept)
}
/** What the server kept when this was typed, and what this window has sent since without hearing of it; nothing where nothing was. */
export function readOwn(of: Of): Required<Draft>[] {
  const own: unknown = read(of)?.own
  return Array.isArray(own) ? own.map((one) => ({ VALOR_ANALISIS: '', COMENTARIO_VARIACION: '', ...textsOf(Object(one)) })) : []
}
export const keepDraft = (of: Of, draft: Draft, own: readonly Required<Draft>[]) =>
  sessionStorage.setItem(keyOf(of), JSON.stringify({ ...draft, own }))
export const dropDraft = (of: Of) => sessionStorage.removeItem(keyOf(of))

function read(of: Of): Record<string, unknown> | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(of)) ?? 'null')
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
function textsOf(kept: object): Draft {
  const text = <Name extends keyof Draft>(name: Name) => {
    const value: unknown = Reflect.get(kept, name)
    return typeof value === 'string' ? { [name]: value } : {}
  }
  return { ...text('VALOR_ANALISIS'), ...text('COMENTARIO_VARIACION') }
}
