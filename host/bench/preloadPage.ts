import type { PagePath } from '@cuadre/api/pages'
import { applicationLoaded, isAt, preloadByName, role } from '../src/preboot/preload.ts'

const MEASURED: PagePath[] = ['/home', '/cuentas']

/** The pages are the application's own here. */
export async function preloadPage() {
  const { lang } = document.documentElement
  preloadByName([lang])
  await applicationLoaded
  if (role) preloadByName(['frame', ...MEASURED.filter(isAt)])
}
