import type { Locator, Page } from '@playwright/test'
import { apiOf, expect, test } from '../support/test.ts'

/** Every figure of the area that can be opened, in charts' tables, tips and panels, is what its list holds. */
type Api = Awaited<ReturnType<typeof apiOf>>
type Figure = { text: string; asked: string }
/** Links of figures with the list each opens. */
const figuresOf = (place: Page | Locator): Promise<Figure[]> =>
  place.getByRole('link').evaluateAll((links) =>
    links.flatMap((link) => {
      const { pathname, search, searchParams } = new URL((link as HTMLAnchorElement).href)
      const asked = pathname === '/estadisticas/analisis' ? search.slice(1) : searchParams.get('lista')
      return asked === null ? [] : [{ text: (link.textContent ?? '').replaceAll('\u00a0', ' ').trim(), asked }]
    }),
  )
/** 1.234,5 → 1234.5 */
const number = (text: string) => Number(text.replaceAll('.', '').replace(',', '.'))
/** What stands in the table without a link although it counts something. */
const unlinked = (table: Locator, columns: number[] | undefined) =>
  table
    .locator('tr')
    .evaluateAll(
      (rows, only) =>
        rows.flatMap((row) =>
          [...(row as HTMLTableRowElement).cells].flatMap((cell, at) =>
            at > 0 &&
            (!only || only.includes(at)) &&
            /[1-9]/.test(cell.textContent ?? '') &&
            cell.tagName === 'TD' &&
            !cell.querySelector('a')
              ? [`${(row as HTMLTableRowElement).cells[0]!.textContent}: ${cell.textContent}`]
              : [],
          ),
        ),
      columns,
    )

const DAYS = { preparacion: 'DIAS_PREPARACION', jefatura: 'DIAS_JEFATURA', control: 'DIAS_CONTROL', total: 'DIAS_TOTAL' } as const
/** What a figure says, and what its list makes of it. */
async function compared(api: Api, { text, asked }: Figure): Promise<[kind: string, shown: number, listed: number]> {
  const list = new URLSearchParams(asked)
  const tramo = list.get('tramo') as keyof typeof DAYS | null
  const { total, sumas } = await api('GET', `/dashboard/items?limit=1&${asked}`)
  if (/^[\d.]+( análisis)?$/.test(text)) return ['count', number(text.split(' ')[0]!), total]
  const of = / en ([\d.]+) análisis$/.exec(text)
  if (of) return ['rejections', number(of[1]!), total]
  if (tramo) {
    const rows: Record<string, number>[] = []
    while (rows.length < total) rows.push(...(await api('GET', `/dashboard/items?limit=1000&page=${rows.length / 1000 + 1}&${asked}`)).data)
    const mean = rows.reduce((sum, row) => sum + row[DAYS[tramo]]!, 0) / total
    return ['days', number(text), Math.round(mean * 10) / 10]
  }
  if (list.get('plazo') === 'cumplido') {
    const whole = await api('GET', `/dashboard/items?limit=1&periodId=${list.get('periodId')}`)
    return ['share', number(text), Math.round((total / whole.total) * 1000) / 10]
  }
  if (list.get('diferencia'))
    return ['amount', number(text), sumas.reduce((sum: number, each: { diferencia: string }) => sum + Number(each.diferencia), 0)]
  throw new Error(`${text} opens ${asked}`)
}
async function agree(api: Api, figures: readonly Figure[], kinds: Record<string, number>) {
  for (const figure of new Map(figures.map((each) => [`${each.text} ${each.asked}`, each])).values()) {
    const [kind, shown, listed] = await compared(api, figure)
    expect([figure.asked, kind, Math.abs(shown - listed) < (kind === 'days' || kind === 'share' ? 0.051 : 0.001), shown, listed]).toEqual([
      figure.asked,
      kind,
      true,
      shown,
      listed,
    ])
    kinds[kind] = (kinds[kind] ?? 0) + 1
  }
}

test('charts: every figure of every table twin opens the list that it is made of', async ({ as }) => {
  test.setTimeout(240_000)
  const page = await as('sbarrios', '/estadisticas')
  const api = await apiOf(page)
  const charts = page.getByRole('figure')
  await expect.poll(() => charts.count()).toBeGreaterThanOrEqual(8)
  const kinds: Record<string, number> = {}
  for (const chart of await charts.all()) {
    await chart.getByRole('button', { name: 'Ver como tabla' }).click()
    const table = chart.getByRole('table')
    const heads = await table.getByRole('columnheader').allTextContents()
    // A plan and a forecast count no analysis; totals of means and of what is in several places neither.
    const counted = heads.flatMap((head, at) => (at > 0 && !['plan', 'pronóstico', 'Total'].includes(head) ? [at] : []))
    const body = table.locator('tbody')
    expect([heads, await unlinked(body, counted)]).toEqual([heads, []])
    await agree(api, await figuresOf(table), kinds)
  }
  await agree(api, await figuresOf(page.getByRole('list', { name: 'Reparto de los días' })), kinds)
  expect(kinds).toEqual({
    count: expect.any(Number),
    days: expect.any(Number),
    share: expect.any(Number),
    amount: expect.any(Number),
    ...('rejections' in kinds && { rejections: expect.any(Number) }),
  })
  for (const [kind, least] of Object.entries({ count: 40, days: 20, share: 20, amount: 2 }))
    expect([kind, kinds[kind]! >= least]).toEqual([kind, true])
})

test('the home of management: the burn-down, the trend and the completion open their lists from their tables', async ({ as }) => {
  const page = await as('hvillalobos')
  const api = await apiOf(page)
  const kinds: Record<string, number> = {}
  const charts = page.getByRole('figure')
  await expect.poll(() => charts.count()).toBe(3)
  for (const chart of await charts.all()) {
    await chart.getByRole('button', { name: 'Ver como tabla' }).click()
    const figures = await figuresOf(chart.getByRole('table'))
    expect(figures.length).toBeGreaterThan(1)
    // A share is part of the list of its month.
    await agree(
      api,
      figures.filter(({ text }) => !text.endsWith('%')),
      kinds,
    )
    for (const { asked } of figures.filter(({ text }) => text.endsWith('%')))
      expect((await api('GET', `/dashboard/items?limit=1&${asked}`)).total).toBeGreaterThan(0)
  }
  expect(kinds.count).toBeGreaterThan(10)
})

test('a chart drawn: a point of the burn-down, a bar of the cycle and a month of a panel open their lists', async ({ as }) => {
  const page = await as('sbarrios', '/estadisticas')
  const drawer = page.getByRole('dialog')
  const chartOf = (note: RegExp) => page.getByRole('figure').filter({ hasText: note })
  const close = async () => {
    await drawer.getByRole('button', { name: 'Cerrar' }).first().click()
    await expect(drawer).toBeHidden()
  }
  const panels = chartOf(/la línea es la meta/)
  await panels.locator('.role-point').last().click()
  await expect(drawer).toContainText('Hecho a tiempo: Control')
  await expect(drawer.getByRole('row').nth(1)).toBeVisible()
  await close()
  for (const [note, said] of [
    [/Días hábiles de preparación/, /Preparado|Decidido por jefatura|Decidido por control/],
    [/Sin aprobar por control, frente al plan/, /Sin aprobar por control al/],
  ] as const) {
    const canvas = chartOf(note).locator('canvas')
    await canvas.scrollIntoViewIfNeeded()
    const { width, height } = (await canvas.boundingBox())!
    // Where the pointer says so, there is something to open.
    const spot = async () => {
      for (let x = 0.1; x < 0.9; x += 0.04)
        for (let y = 0.1; y < 0.95; y += 0.06) {
          await canvas.hover({ position: { x: width * x, y: height * y } })
          if (await canvas.evaluate((node) => node.style.cursor === 'pointer')) return { x: width * x, y: height * y }
        }
      throw new Error('nothing to open')
    }
    await canvas.click({ position: await spot() })
    await expect(drawer).toContainText(said)
    await expect(drawer.getByRole('row').nth(1)).toBeVisible()
    await close()
  }
})

test('matrix and indicators: every figure of a panel or a tip opens its list', async ({ as }) => {
  test.setTimeout(240_000)
  const page = await as('sbarrios', '/matriz')
  const api = await apiOf(page)
  const kinds: Record<string, number> = {}
  await test.step('the panel of a cell', async () => {
    const matrix = page.getByRole('table', { name: /^Matriz general/ })
    await matrix
      .getByRole('row', { name: /^Total/ })
      .getByRole('button')
      .last()
      .click()
    const panel = page.getByRole('dialog')
    const table = panel.getByRole('table', { name: 'De dónde viene' })
    await expect(table).toBeVisible()
    const figures = await figuresOf(table)
    expect(figures.length).toBeGreaterThan(3)
    await agree(api, figures, kinds)
    // "812 de 1.096" counts the first, "Abrir los 284" what is still open.
    for (const { text, asked } of (await figuresOf(panel)).filter((each) => /^[\d.]+ de [\d.]+$|^Abrir los/.test(each.text)))
      await agree(api, [{ asked, text: /[\d.]+/.exec(text)![0] }], kinds)
    expect(kinds.count).toBeGreaterThan(figures.length / 2)
  })
  await test.step('the tip of every month of every indicator', async () => {
    await page.goto('/indicadores-anuales?moneda=BRL')
    // Of one currency, since amounts of several are in no ratio.
    const { data, anio } = await api('GET', '/statistics/indicators?moneda=BRL')
    const rows = page.getByRole('row').filter({ has: page.locator('.indicator-cell') })
    await expect(rows.first()).toBeVisible()
    let opened = 0
    for (const row of await rows.all()) {
      const name = (await row.getByRole('rowheader').or(row.getByRole('cell')).first().textContent())!.trim()
      const indicator = data.find(({ etiquetaEs }: { etiquetaEs: string }) => name.startsWith(etiquetaEs))
      // Coverage counts accounts, and a close is one of a month.
      if (!indicator || ['K1', 'K10'].includes(indicator.codigo)) continue
      await row.locator('.indicator-cell').first().click()
      const link = page.getByRole('link', { name: 'Abrir la lista' })
      await expect(link).toBeVisible()
      const [{ asked }] = (await figuresOf(page.locator('.indicator-tip'))) as [Figure]
      const { mes, numerador, denominador } = indicator.meses[0]
      expect([indicator.codigo, asked.includes(`mes=${mes}`), asked.includes(`anio=${anio}`)]).toEqual([indicator.codigo, true, true])
      const { total } = await api('GET', `/dashboard/items?limit=1&${asked}`)
      const counts: Record<string, number> = {
        K2: denominador / 3,
        ...Object.fromEntries(['K3', 'K4A', 'K4J', 'K4C', 'K5', 'K12', 'K14'].map((code) => [code, numerador])),
        ...Object.fromEntries(['K7', 'K8J', 'K8C', 'K9'].map((code) => [code, denominador])),
      }
      if (indicator.codigo in counts) expect([indicator.codigo, total]).toEqual([indicator.codigo, counts[indicator.codigo]])
      opened++
      await page.keyboard.press('Escape')
      await expect(link).toBeHidden()
    }
    expect(opened).toBe(data.length - 2)
  })
})
