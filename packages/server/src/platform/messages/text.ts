/** The sentences of one noun by their code; {x} is filled from the error's params, {x:fila|filas} says one of them or several. */
export type Messages = Record<string, [es: string, en: string]>
export type Params = Record<string, string | number>

/** A sentence with its values. */
export const fill = (text: string, of: (name: string) => string) =>
  text.replace(/\{(\w+)(?::([^|{}]*)\|([^|{}]*))?\}/g, (_, name: string, one?: string, many?: string) =>
    one === undefined ? of(name) : Number(of(name)) === 1 ? one : many!,
  )
