import type { PagePath } from '@cuadre/api/pages'
import { isAt, preloadByName, role, scriptLoaded } from '../src/preboot/preload.ts'

const MEASURED: PagePath[] = ['/home', '/cuentas']

/** The pages are the application's own here. */
export async function preloadPage() {
  const { lang } = document.documentElement
  preloadByName([lang, ...(role ? ['frame'] : [])])
  await scriptLoaded
  if (role) preloadByName(MEASURED.filter(isAt))
}
