import type { PagePath } from '@cuadre/api/pages'
import { begun, isAt, preloadOwn, role } from '../src/first/asking.ts'

const MEASURED: PagePath[] = ['/home', '/cuentas']

/** The pages are the application's own here. */
export async function lookAhead() {
  const { lang } = document.documentElement
  preloadOwn([lang, ...(role ? ['frame'] : [])])
  await begun
  if (role) preloadOwn(MEASURED.filter(isAt))
}
