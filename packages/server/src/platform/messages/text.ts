/** The sentences of one noun by their code; {x} is filled from the error's params. */
export type Messages = Record<string, [es: string, en: string]>
export type Params = Record<string, string | number>
