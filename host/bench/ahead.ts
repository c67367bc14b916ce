import { begun, isAt, preloadOwn, role } from '../src/first/asking.ts'

/** The pages are the application's own here. */
export async function lookAhead() {
  const { lang } = document.documentElement
  preloadOwn([lang, ...(role ? ['frame'] : [])])
  await begun
  if (role) preloadOwn(['/home', '/cuentas'].filter(isAt))
}
