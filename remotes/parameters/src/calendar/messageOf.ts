import { Failure } from '@cuadre/shell'

/** The sentence of a refusal: of its first field where it names one; none where the server was not reached. */
export const messageOf = (error: unknown) =>
  error instanceof Failure ? (error.issues?.[0]?.message ?? error.message) || undefined : undefined
