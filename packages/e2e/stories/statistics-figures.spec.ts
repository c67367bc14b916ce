import type { Locator, Page } from '@playwright/test'
import { tabTo } from '../support/keyboard.ts'
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
const number = (text: string) => Number(text.replaceAll('.', '').replace(',', '.').replace('−', '-'))
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
  if (list.get('antiguedad'))
    return ['amount', number(text), sumas.reduce((sum: number, each: { sinExplicar: string }) => sum + Number(each.sinExplicar), 0)]
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

// `figures-agree` compares figures with their lists always.
test.skip(!process.env.EVERY_LOOK, 'CI opens every figure')

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
  // The completion's situations and its total, and on the first day of a close no more of the burn-down than that day.
  expect(kinds.count).toBeGreaterThan(2)
})

test('management opens no analysis: a row of its lists shows what became of the account, by keyboard too', async ({ as }) => {
  const page = await as('hvillalobos')
  const api = await apiOf(page)
  await page.getByRole('link', { name: 'Ver todas las diferencias' }).click()
  const drawer = page.getByRole('dialog')
  const list = drawer.getByRole('grid', { name: 'Análisis de la cifra' })
  const row = list.getByRole('row').nth(1)
  const code = (await row.getByRole('gridcell').first().textContent())!.trim().split(/\s/)[0]!
  await tabTo(page, list)
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(drawer.getByRole('button', { name: 'Volver a la lista' })).toBeFocused()
  const history = drawer.getByRole('table', { name: new RegExp(`^Historial de ${code} `) })
  const asked = new URL(page.url()).searchParams.get('lista')!
  const [item] = (await api('GET', `/dashboard/items?limit=1&${asked}`)).data
  expect(item.CUENTA).toBe(code)
  const { data } = await api('GET', `/dashboard/account-history/${item.ID_NEGOCIO}/${code}?periodId=${item.COD_PERIODO}`)
  // The newest first, each with its balance.
  await expect(history.locator('tbody tr')).toHaveCount(data.length)
  const balances = await history.locator('tbody tr td:nth-child(2)').allTextContents()
  expect(balances.map(number)).toEqual(data.map((month: { VALOR_BALANCE: string }) => Number(month.VALOR_BALANCE)).reverse())
  await page.keyboard.press('Enter')
  await expect(list).toBeVisible()
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
  const matrix = page.getByRole('table', { name: /^Matriz general/ })
  await test.step('the year of every row', async () => {
    await expect(matrix.getByRole('link').first()).toBeVisible()
    const { data, total } = await api('GET', '/dashboard/analysis-matrix?nivel=negocio')
    const years = [...data, { total }].filter((row) => row.total.valor !== null).map((row) => row.total.numerador)
    const listed = []
    for (const { asked } of await figuresOf(matrix)) listed.push((await api('GET', `/dashboard/items?limit=1&${asked}`)).total)
    expect(listed).toEqual(years)
    await matrix.getByRole('link').last().click()
    await expect(page.getByRole('dialog').getByText(/\d+ meses, de /)).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).first().click()
  })
  await test.step('the panel of a cell', async () => {
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
  await test.step('two months of a row compared: what is open in both, newly open and solved', async () => {
    const cells = matrix.getByRole('row', { name: /^Total/ }).getByRole('button')
    await page.keyboard.press('Escape')
    await cells.last().click()
    await cells.nth(-2).click({ modifiers: ['Shift'] })
    const compared = page.getByRole('region', { name: 'Comparación' })
    await expect(compared.getByText('Resueltos')).toBeVisible()
    await expect(compared.locator('.skeleton')).toHaveCount(0)
    const opened = await figuresOf(compared)
    await agree(api, opened, kinds)
    const shown = await compared
      .locator('.figure')
      .allTextContents()
      .then((all) => all.slice(-4).map((text) => text.split('→').map(number)))
    const [[earlier, later], [still], [fresh], [solved]] = shown as [[number, number], [number], [number], [number]]
    expect([still + fresh, still + solved]).toEqual([later, earlier])
    expect(opened.length).toBeGreaterThan(0)
    await compared.getByRole('button').first().click()
  })
  await test.step('the tip of a month and of the year of every indicator', async () => {
    await page.goto('/indicadores-anuales?moneda=BRL')
    // Of one currency, since amounts of several are in no ratio.
    const { data, rangos } = await api('GET', '/statistics/indicators?moneda=BRL')
    const rows = page.getByRole('row').filter({ has: page.locator('.indicator-cell') })
    await expect(rows.first()).toBeVisible()
    let opened = 0
    for (const row of await rows.all()) {
      const name = (await row.getByRole('rowheader').or(row.getByRole('cell')).first().textContent())!.trim()
      const indicator = data.find(({ etiquetaEs }: { etiquetaEs: string }) => name.startsWith(etiquetaEs))
      if (!indicator) continue
      const { codigo } = indicator
      const year = rangos.acumulado.map(({ COD_PERIODO }: { COD_PERIODO: number }) => COD_PERIODO)
      for (const [cell, { numerador, denominador }, months] of [
        [row.locator('td').first(), indicator.meses[0], [indicator.meses[0].COD_PERIODO]],
        [row.locator('.indicator-year'), indicator.partes.acumulado, year],
      ] as const) {
        const tip = page.locator('.indicator-tip')
        await cell.locator('.indicator-cell').click()
        await expect(tip).toBeVisible()
        await expect(tip.locator('.skeleton')).toHaveCount(0)
        const to = await tip.getByRole('link').evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
        // Coverage counts accounts, and a close is one of a month.
        if (codigo === 'K10') expect(to.map((href) => new URL(href).pathname)).toEqual(months.map((id: number) => `/periodos/${id}/cerrar`))
        else if (codigo === 'K1') {
          const asked = to.map((href) => new URL(href).searchParams.get('cuentas')!)
          const totals = await Promise.all(
            asked.map(async (list) => [
              list.includes('asignada=true'),
              (await api('GET', `/dashboard/accounts-assigned/details?limit=1&${list}`)).total as number,
            ]),
          )
          const sumOf = (assigned: boolean) => totals.reduce((sum, [each, n]) => (each === assigned ? sum + (n as number) : sum), 0)
          expect(sumOf(true)).toBe(numerador)
          if (months.length === 1) expect(sumOf(false)).toBe(denominador - numerador)
          else expect(to).toHaveLength(months.length)
        } else {
          const { asked } = (await figuresOf(tip)).find((each) => each.text === 'Abrir la lista')!
          const { total, sumas } = await api('GET', `/dashboard/items?limit=1&${asked}`)
          const counts: Record<string, number> = {
            K2: denominador / 3,
            ...Object.fromEntries(['K3', 'K4A', 'K4J', 'K4C', 'K5', 'K12', 'K14'].map((code) => [code, numerador])),
            ...Object.fromEntries(['K7', 'K8J', 'K8C', 'K9'].map((code) => [code, denominador])),
          }
          const amounts: Record<string, [name: string, amount: number]> = {
            K15: ['saldo', numerador],
            K16: ['sinExplicar', numerador],
            K17: ['variacionMaterial', denominador],
          }
          if (codigo in counts) expect([codigo, months, total]).toEqual([codigo, months, counts[codigo]])
          // The part that made it worse most opens what it has of it.
          const { parte } = await api('GET', `/statistics/indicators/${codigo}?moneda=BRL&periodIds=${months.join()}`)
          const part = (await figuresOf(tip)).find((each) => each.text === parte?.nombre)
          expect([codigo, months, part !== undefined]).toEqual([codigo, months, parte !== null])
          if (part && ['K3', 'K4A', 'K4J', 'K4C', 'K5', 'K12', 'K14'].includes(codigo))
            expect((await api('GET', `/dashboard/items?limit=1&${part.asked}`)).total).toBe(parte.numerador)
          const amount = amounts[codigo]
          if (amount) expect([codigo, months, Number(sumas[0]?.[amount[0]] ?? 0)]).toEqual([codigo, months, expect.closeTo(amount[1], 2)])
          // It says how many were rejected or reopened, and that the list has each of them once.
          if (codigo === 'K11' || codigo === 'K13') expect([codigo, total <= numerador, total > 0]).toEqual([codigo, true, numerador > 0])
        }
        opened++
        await page.keyboard.press('Escape')
        await expect(tip).toBeHidden()
      }
    }
    expect(opened).toBe(2 * data.length)
  })
  await test.step('coverage opens its accounts', async () => {
    await page
      .getByRole('row', { name: /^Cobertura de asignación/ })
      .locator('.indicator-year .indicator-cell')
      .click()
    await page.locator('.indicator-tip').getByRole('link').first().click()
    await expect(page.getByRole('dialog').getByLabel('Cuentas con saldo').getByRole('row').nth(1)).toBeVisible()
  })
})

test('competitiveness: what each component of a place is made of opens its list', async ({ as }) => {
  const page = await as('sbarrios', '/competitividad-empresarial')
  const api = await apiOf(page)
  const { data } = await api('GET', '/statistics/competitiveness')
  await test.step('how many analyses each place is of', async () => {
    await expect(page.getByRole('table').getByRole('link').first()).toBeVisible()
    const kinds: Record<string, number> = {}
    await agree(api, await figuresOf(page.getByRole('table')), kinds)
    expect(kinds.count).toBe(data.length)
  })
  await page.getByRole('table').getByRole('button').first().click()
  const parts = page.getByRole('dialog').locator('.rank-parts')
  await expect(parts).toHaveCount(5)
  const figures = await figuresOf(parts.first().locator('xpath=ancestor::tbody'))
  expect(figures).toHaveLength(7)
  let counted = 0
  for (const { text, asked } of figures) {
    const { total, sumas } = await api('GET', `/dashboard/items?limit=1&${asked}`)
    const days = / días en ([\d.]+) terminados$/.exec(text)
    const amount = /^([\d.,]+) [A-Z]{3} sin explicar$/.exec(text)
    if (amount) expect([asked, number(amount[1]!)]).toEqual([asked, Number(sumas[0]?.sinExplicar ?? 0)])
    else expect([asked, number(days ? days[1]! : text.split(' ')[0]!)]).toEqual([asked, total])
    counted += total
  }
  expect(counted).toBeGreaterThan(0)
  await test.step('and each kind of its mix', async () => {
    const kinds = await figuresOf(page.locator('.mix'))
    const totals = await Promise.all(kinds.map(({ asked }) => api('GET', `/dashboard/items?limit=1&${asked}`)))
    const all = totals.reduce((sum: number, { total }) => sum + total, 0)
    expect(kinds.map(({ text }) => number(text.split(' ')[0]!))).toEqual(totals.map(({ total }) => Math.round((100 * total) / all)))
    expect(all).toBe(data[0].items)
  })
})

test('indicators of several currencies: a row of amounts says why it has none and offers each', async ({ as }) => {
  const page = await as('sbarrios', '/indicadores-anuales')
  const row = page.getByRole('row', { name: /^Saldo sustentado/ })
  await expect(row).toContainText('Los importes de varias monedas no se suman')
  await row.getByRole('button', { name: 'BRL' }).click()
  await expect(page).toHaveURL(/moneda=BRL/)
  await expect(row.locator('.indicator-cell').first()).toContainText(/\d/)
})
