import type { Page } from '@playwright/test'
import { arrived } from '../support/looks.ts'
import { expect, type Person, test } from '../support/test.ts'

/** A4 without its margins (`print.css`), in pixels of the page: 210 − 24 mm upright, 297 − 24 across. */
const PAPER = { width: 703, height: 1015 }
const ACROSS = { width: 1031, height: 688 }
const PAGES: { person: Person; path: Parameters<typeof atPath>[0]; pages: number; says: string; across?: true }[] = [
  { person: 'mduarte', path: '/cuentas/analisis', pages: 3, says: 'Comprobaciones' },
  { person: 'bmontoya', path: '/periodos/11/cerrar', pages: 3, says: 'Acta de cierre' },
  { person: 'hvillalobos', path: '/home', pages: 3, says: 'Por país y negocio' },
  { person: 'bmontoya', path: '/estadisticas', pages: 6, says: 'Completado en cuatro formas' },
  { person: 'bmontoya', path: '/tickets-soporte', pages: 3, says: 'Responsable' },
  { person: 'bmontoya', path: '/indicadores-anuales', pages: 3, says: 'Puntualidad', across: true },
  { person: 'bmontoya', path: '/cuentas/resumen', pages: 2, says: 'Por preparar', across: true },
  { person: 'bmontoya', path: '/cuentas/13/historico', pages: 3, says: 'Comentario', across: true },
  { person: 'bmontoya', path: '/roles-permisos', pages: 3, says: 'Otras acciones' },
  { person: 'bmontoya', path: '/parametros/materialidad', pages: 1, says: 'Se aplica a' },
]
const atPath = (
  path:
    | '/home'
    | '/cuentas/analisis'
    | '/periodos/11/cerrar'
    | '/estadisticas'
    | '/tickets-soporte'
    | '/indicadores-anuales'
    | '/cuentas/resumen'
    | '/cuentas/13/historico'
    | '/roles-permisos'
    | '/parametros/materialidad',
) => path

/** What would be printed as it must not: the application's own parts, what is pressed, what is wider than the paper or cut off by its box. */
const wrongOnPaper = (page: Page, paper: typeof PAPER) =>
  page.evaluate((width) => {
    const shown = (element: Element) => element.checkVisibility() && element.getBoundingClientRect().width > 1
    const name = (element: Element) => `${element.tagName}.${element.className} ${element.textContent!.trim().slice(0, 40)}`
    const all = (of: string) => [...document.querySelectorAll(of)].filter(shown)
    return {
      chrome: [
        ...all('nav, footer').filter((each) => !each.closest('main')),
        ...all('.toasts, main .btn, .filter-bar, .pager, .welcome, main td[data-phone="act"] > *, main td[data-phone="check"] > *'),
      ].map(name),
      wide: all('main table, main figure, main .kpis')
        .filter((each) => each.getBoundingClientRect().right > width + 1)
        .map(name),
      cut: all('main .table-frame, main .page, main .review-grid')
        .filter((each) => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflowX !== 'visible')
        .map(name),
      /** Dark, on light paper. */
      ink: getComputedStyle(all('main :is(h1, h2)')[0]!).color,
    }
  }, paper.width)

test('review, record of a closing, home of management and statistics are printed on A4: the content alone, whole and light', async ({
  as,
}) => {
  test.skip(!process.env.EVERY_LOOK, 'in .ci/run')
  test.setTimeout(180_000)
  for (const { person, path, pages, says, across } of PAGES)
    await test.step(path, async () => {
      const page = await as(person, path)
      await arrived(page)
      await expect(page.getByText(says).first()).toBeVisible()
      await page.evaluate(() => {
        document.documentElement.dataset.theme = 'dark'
      })
      const pdf = await page.pdf({ preferCSSPageSize: true })
      const sheets = [...pdf.toString('latin1').matchAll(/\/Type\s*\/Page\b(?!s)/g)].length
      expect.soft(sheets, `${path}: sheets of paper`).toBeLessThanOrEqual(pages)
      const paper = across ? ACROSS : PAPER
      const box = across ? /\/MediaBox \[0 0 84[12](\.\d+)? 59[456](\.\d+)?\]/ : /\/MediaBox \[0 0 59[456](\.\d+)? 84[12](\.\d+)?\]/
      expect.soft(pdf.toString('latin1'), `${path}: A4`).toMatch(box)
      await page.emulateMedia({ media: 'print' })
      await page.setViewportSize(paper)
      const { ink, ...wrong } = await wrongOnPaper(page, paper)
      expect.soft(wrong, path).toEqual({ chrome: [], wide: [], cut: [] })
      expect.soft(Math.max(...ink.match(/\d+/g)!.slice(0, 3).map(Number)), `${path}: ${ink}`).toBeLessThan(90)
    })
})
