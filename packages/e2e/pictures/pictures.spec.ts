import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { PageAddress } from '../../api/src/pages.ts'
import { arrived, inTheme } from '../support/looks.ts'
import { expect, type Person, test } from '../support/test.ts'

/** One screen of each area, who looks at it, and what comes last on it. */
const SCREENS: Record<string, { who: Person; path: PageAddress; last?: string }> = {
  'accounts-analysis': { who: 'mduarte', path: '/cuentas/analisis' },
  statistics: { who: 'sbarrios', path: '/home' },
  admin: { who: 'sbarrios', path: '/roles-permisos' },
  parameters: { who: 'bmontoya', path: '/parametros/alertas', last: 'Cuántos avisos genera' },
  helpdesk: { who: 'bmontoya', path: '/ayuda/solicitudes-recibidas?ticket=1' },
}
/** Of all pictures together, in bytes. */
const LIMIT = 900_000
const fileOf = (area: string, theme: string) => fileURLToPath(new URL(`../../../docs/${area}-${theme}.jpg`, import.meta.url))

for (const [area, { who, path, last }] of Object.entries(SCREENS))
  test(area, async ({ as }) => {
    const page = await as(who, path)
    await page.setViewportSize({ width: 1280, height: 800 })
    await arrived(page)
    // What a person sees who has been here before.
    const skip = page.getByRole('button', { name: 'Omitir' })
    if (await skip.isVisible()) await skip.click()
    if (last) await expect(page.getByText(last)).toBeVisible()
    for (const theme of ['light', 'dark'] as const) {
      await inTheme(page, theme)
      await arrived(page)
      await page.screenshot({ path: fileOf(area, theme), type: 'jpeg', quality: 50 })
    }
  })

test('all of them are small', () => {
  const sizes = Object.keys(SCREENS).flatMap((area) => ['light', 'dark'].map((theme) => statSync(fileOf(area, theme)).size))
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(LIMIT)
})
