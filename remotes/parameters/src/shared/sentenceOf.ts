import { Failure } from '@cuadre/shell'

/** What the server says of a failure; `otherwise` where it says nothing, or was not reached. */
export const sentenceOf = (error: unknown, otherwise: string) => (error instanceof Failure && error.message ? error.message : otherwise)
