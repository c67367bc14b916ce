import { isAt, preloadByName, role, scriptLoaded } from '../src/preboot/preload.ts'

/** The pages are the application's own here. */
export async function preloadPage() {
  const { lang } = document.documentElement
  preloadByName([lang, ...(role ? ['frame'] : [])])
  await scriptLoaded
  if (role) preloadByName(['/home', '/cuentas'].filter(isAt))
}
