import { Failure } from '@cuadre/shell'

/** What the provider's own page has to do (409 `provider_action`), where the server answered so. */
export function actionOf(error: unknown): string | undefined {
  if (!(error instanceof Failure) || error.code !== 'provider_action') return undefined
  const { action } = (error.current ?? {}) as { action?: unknown }
  return typeof action === 'string' ? action : undefined
}
