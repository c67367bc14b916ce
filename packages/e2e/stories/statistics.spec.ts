import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { apiOf, expect, test } from '../support/test.ts'
import { parts } from '../support/xlsx.ts'

/** Every link of a figure on the page: what it shows, and the list that it opens. */
const figuresOf = (page: Page) =>
  page.getByRole('link').evaluateAll((links) =>
    links.flatMap((link) => {
      const { pathname, search, searchParams } = new URL((link as HTMLAnchorElement).href)
      const asked = pathname === '/estadisticas/analisis' ? search.slice(1) : searchParams.get('lista')
      // A figure is a whole number; shares and amounts open the list that they are made of.
      const text = (link.textContent ?? '').replaceAll(/[.\s\u00a0]/g, '')
      return asked !== null && /^\d+$/.test(text) ? [{ shown: Number(text), asked }] : []
    }),
  )
type Api = Awaited<ReturnType<typeof apiOf>>
/** What the list holds is what the figure says. */
async function figuresOpenTheirLists(page: Page, api: Api, atLeast: number) {
  const figures = await figuresOf(page)
  expect(figures.length).toBeGreaterThanOrEqual(atLeast)
  const distinct = [...new Map(figures.map((figure) => [figure.asked, figure])).values()]
  for (const { shown, asked } of distinct) {
    const { total } = await api('GET', `/dashboard/items?limit=1&${asked}`)
    expect([asked, total]).toEqual([asked, shown])
  }
}

/** Each chart is a picture named by its finding; beside it is the button that puts its table, of the same name, in its place, by the keyboard alone. */
async function heardByName(page: Page, atLeast: number) {
  const charts = page.getByRole('figure')
  await expect.poll(() => charts.count()).toBeGreaterThanOrEqual(atLeast)
  for (const chart of await charts.all()) {
    const finding = (await chart.getByRole('heading').textContent())!
    expect(finding.trim()).not.toBe('')
    await expect(chart.getByRole('img', { name: finding, exact: true })).toBeVisible()
    const asTable = chart.getByRole('button', { name: 'Ver como tabla' })
    await asTable.focus()
    await page.keyboard.press('Enter')
    const table = chart.getByRole('table', { name: finding, exact: true })
    expect(await table.getByRole('columnheader').count()).toBeGreaterThan(1)
    expect(await table.getByRole('row').count()).toBeGreaterThan(1)
    await expect(chart.getByRole('button', { name: 'Ver como gráfica' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(chart.getByRole('img', { name: finding, exact: true })).toBeVisible()
  }
}

test('every figure of the home of management and of the charts opens the list that it counts', async ({ as }) => {
  const page = await as('hvillalobos')
  await expect(page.getByRole('heading', { level: 1, name: /^Cierre de / })).toBeVisible()
  const table = page.getByRole('table', { name: 'Por país y negocio' })
  const api = await apiOf(page)
  await expect(table.getByRole('link').first()).toBeVisible()
  await figuresOpenTheirLists(page, api, 15)
  await test.step('by hand: the drawer shows as many, and can become a page', async () => {
    const overdue = table
      .getByRole('row', { name: /^Total/ })
      .getByRole('link')
      .first()
    const shown = Number((await overdue.textContent())!.replaceAll('.', ''))
    await overdue.click()
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByText(new RegExp(`de ${shown.toLocaleString('es')}\\b`)).first()).toBeVisible()
    await drawer.getByRole('link', { name: 'Abrir como página' }).click()
    await page.waitForURL(/\/estadisticas\/analisis\?/)
    await expect(page.getByText(new RegExp(`de ${shown.toLocaleString('es')}\\b`)).first()).toBeVisible()
  })
})

test('every figure of the homes of jefatura and control opens its list, and every row adds up to its total', async ({ as }) => {
  for (const [who, table] of [
    ['mduarte', /^Por departamento/],
    ['bmontoya', /^Por negocio/],
  ] as const) {
    const page = await as(who)
    // Asks the page for its token, which loads it again.
    const api = await apiOf(page)
    const rows = page.getByRole('table', { name: table }).getByRole('row')
    await expect(rows.nth(1)).toBeVisible()
    // A reopening is counted as often as it happened: the list names each analysis once.
    for (const link of await page.locator('a[href*="reabiertos"]').all()) await link.evaluate((node) => node.removeAttribute('href'))
    await figuresOpenTheirLists(page, api, 10)
    const numbers = await rows.evaluateAll((all) =>
      all
        .slice(1)
        .map((row) => [...row.querySelectorAll('td.num')].map((cell) => Number.parseInt(cell.textContent!.replaceAll('.', ''), 10))),
    )
    expect(numbers.length).toBeGreaterThan(0)
    for (const [toPrepare, rejected, head, control, approved, total] of numbers)
      expect(toPrepare! + rejected! + head! + control! + approved!).toBe(total)
  }
})

/** As the screens write a count: groups of four digits too. */
const grouped = (n: number) => String(n).replaceAll(/\B(?=(\d{3})+$)/g, '.')
/** What loads when it comes into sight. */
const seeBelow = async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(async () => {
    await page.locator('.home-below').scrollIntoViewIfNeeded({ timeout: 2_000 })
    await expect(page.getByRole('table', { name: 'Pronóstico por analista' })).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 20_000 })
}

test('the home of the administrator draws what its call answers; who is late is named, and a suggestion opens the mass transfer filled in', async ({
  as,
}) => {
  const page = await as('sbarrios')
  const api = await apiOf(page)
  const home = await api('GET', '/dashboard/analysis-gerencia')
  const facts = page.getByRole('region', { name: 'Saldos cargados' })
  await expect(facts).toContainText(`de ${grouped(home.saldos.esperados)}`)
  await expect(page.getByRole('region', { name: 'Último cierre' })).toContainText(String(home.cierre.dias))
  await expect(page.getByRole('table', { name: 'Pronóstico del cierre' }).getByRole('row')).toHaveCount(4)
  await seeBelow(page)
  await expect(page.getByRole('table', { name: 'Pronóstico por analista' })).toBeVisible()
  await figuresOpenTheirLists(page, api, 20)

  // One analyst of the demo is quick enough to take accounts of the others.
  const { sugerencias } = await api('GET', '/dashboard/transfer-suggestions')
  const { ORIGEN, DESTINO } = sugerencias[0]
  const transfers = page.getByRole('table', { name: 'Traspasos sugeridos' })
  await transfers.getByRole('link', { name: `el traspaso de ${ORIGEN} a ${DESTINO}` }).click()
  await page.waitForURL(/\/cuentas\/traspaso-masivo\?/)
  await expect(page.getByRole('heading', { level: 1, name: 'Revise el traspaso antes de hacerlo' })).toBeVisible()
  await expect(page.getByText(DESTINO).first()).toBeVisible()
})

test('a head sees who is late and what would help, without the way to make it', async ({ as }) => {
  const page = await as('mduarte')
  await seeBelow(page)
  await expect(page.getByRole('table', { name: 'Pronóstico por analista' })).toBeVisible()
  await expect(page.getByRole('link', { name: /el traspaso de/ })).toHaveCount(0)
})

test('movements out of the usual: each figure opens its list, which is looked at a kind at a time', async ({ as }) => {
  const page = await as('sbarrios', '/estadisticas')
  const api = await apiOf(page)
  const whole = await api('GET', '/statistics/movements')
  expect(whole.marcados).toBeGreaterThan(0)
  const chart = page.getByRole('figure').filter({ has: page.getByRole('heading', { name: /fuera de lo usual/ }) })
  await chart.getByRole('button', { name: 'Ver como tabla' }).click()
  const rows = chart.getByRole('table').getByRole('row')
  await expect(rows.nth(1)).toBeVisible()
  const marked = whole.porNegocio.filter(({ marcados }: { marcados: number }) => marcados > 0)
  // With its head and its total.
  await expect(rows).toHaveCount(marked.length + 2)
  await figuresOpenTheirLists(page, api, 3)
  await page.getByRole('radio', { name: 'País' }).click()
  await expect(rows).toHaveCount(whole.porPais.filter(({ marcados }: { marcados: number }) => marcados > 0).length + 2)
  await figuresOpenTheirLists(page, api, 3)

  await page.goto(`/estadisticas/analisis?periodId=${whole.period.COD_PERIODO}&movimiento=alto,bajo,silencio`)
  const pager = (n: number) => page.getByText(new RegExp(`de ${grouped(n)}\\b`)).first()
  await expect(pager(whole.marcados)).toBeVisible()
  await page.getByRole('button', { name: /^Filtrar por Movimiento/ }).click()
  await page.getByRole('checkbox', { name: 'movimiento alto' }).click()
  await page.getByRole('checkbox', { name: 'movimiento bajo' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'No se movió' })).toBeVisible()
  await expect(whole.silencio > 0 ? pager(whole.silencio) : page.getByText('Ningún análisis coincide con los filtros')).toBeVisible()
})

test('charts, matrix, indicators and ranking answer one question each, down to the analyses', async ({ as }) => {
  const page = await as('sbarrios', '/estadisticas')
  await test.step('charts: a screen reader hears each by its finding, and reaches its figures as a table by the keyboard', async () => {
    await heardByName(page, 8)
    await expect(page.getByRole('list').filter({ hasText: 'Completado tarde' }).getByRole('listitem')).toHaveCount(4)
  })
  await test.step('charts: findings as titles, figures in the table twins', async () => {
    const api = await apiOf(page)
    const completion = page.getByRole('figure').filter({ has: page.getByRole('heading', { name: /está aprobado y/ }) })
    await completion.getByRole('button', { name: 'Ver como tabla' }).click()
    await figuresOpenTheirLists(page, api, 1)
  })
  await test.step('charts: narrowed by the address, and saved as vectors and as a workbook', async () => {
    const saved = async (chart: ReturnType<typeof page.getByRole>, kind: string) => {
      await chart.getByRole('button', { name: 'Descargar la gráfica' }).click()
      const file = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: kind }).click()
      return readFileSync(await (await file).path())
    }
    const chart = page.getByRole('figure').first()
    const title = (await chart.getByRole('heading').textContent())!
    const svg = (await saved(chart, 'Dibujo vectorial (SVG)')).toString('utf8')
    expect(svg).toContain(`>${title}</text>`)
    const book = parts(await saved(chart, 'Libro de Excel (XLSX)'))
    expect([...book.keys()].filter((name) => name.startsWith('xl/worksheets/'))).toHaveLength(2)
    await page.getByRole('button', { name: 'Filtrar por Subgerencia' }).click()
    await page.getByRole('radio').first().click()
    await expect(page).toHaveURL(/subgerencia=\d+/)
    await page.goto('/estadisticas')
  })
  await test.step('matrix: a row opens to the account, a cell to its analyses, two are compared', async () => {
    await page.getByRole('link', { name: 'Matriz general' }).click()
    const matrix = page.getByRole('table', { name: /^Matriz general/ })
    await matrix.getByRole('button', { name: 'Abrir BANRISUL' }).click()
    await matrix.getByRole('button', { name: 'Abrir Subgerencia de contabilidad' }).first().click()
    await matrix.getByRole('button', { name: 'Abrir Contabilidad financiera' }).first().click()
    const heading = matrix.getByRole('button', { name: /^Abrir (Cuentas por pagar|Deudores varios|Diferidos)/ }).first()
    await heading.click()
    await expect(matrix.locator('tr[data-depth="4"]').first()).toBeVisible()
    // The workbook is asked for with the rows that are open: one path, down to the heading.
    await page.getByRole('button', { name: 'Excel' }).click()
    const [workbook, file] = await Promise.all([
      page.waitForRequest(/analysis-matrix\?.*format=excel/),
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Lo que está abierto' }).click(),
    ])
    expect(new URL(workbook.url()).searchParams.getAll('abiertas').map((path) => path.split('/').length)).toEqual([4])
    expect(await file.failure()).toBeNull()
    // Of an account there is no share: its state, in a letter, a shape and a word.
    await expect(matrix.locator('tr[data-depth="4"] .matrix-letter').first()).toContainText(/aprobado|rechazado|por preparar|en control/)
    const cells = matrix.getByRole('row', { name: /^Total/ }).getByRole('button')
    await cells.last().click()
    const panel = page.getByRole('dialog')
    await expect(panel.getByRole('table', { name: 'De dónde viene' })).toBeVisible()
    // The panel follows to the month before, which is compared with the latest.
    await page.keyboard.press('ArrowLeft')
    await expect(cells.nth(-2)).toBeFocused()
    await cells.last().click({ modifiers: ['Shift'] })
    await expect(page.getByRole('region', { name: 'Comparación' })).toContainText('Siguen abiertos')
  })
  await test.step('matrix: a sub-management made in the course of the year has the months before by the structure of today alone', async () => {
    const first = new Date()
    first.setUTCMonth(first.getUTCMonth() - 12, 1)
    await page.goto(`/matriz?anio=${first.getUTCFullYear()}`)
    const matrix = page.getByRole('table', { name: /^Matriz general/ })
    await matrix.getByRole('button', { name: 'Abrir BRADESCO' }).click()
    await expect(matrix.getByRole('row', { name: /Subgerencia de contabilidad/ })).toBeVisible()
    const months = matrix.getByRole('row', { name: /Subgerencia de riesgo de crédito/ }).locator('[data-cell]')
    const opened = await months.count()
    await page.getByRole('button', { name: 'Más filtros' }).click()
    await page.getByRole('combobox', { name: 'Estructura' }).selectOption('Actual')
    await page.keyboard.press('Escape')
    await expect.poll(() => months.count()).toBeGreaterThan(opened)
    await expect(page).toHaveURL(/estructura=actual/)
    await months.first().click()
    await page
      .getByRole('dialog')
      .getByRole('link', { name: / de \d/ })
      .click()
    await expect(
      page
        .getByRole('dialog', { name: /según la estructura actual/i })
        .getByRole('row')
        .nth(1),
    ).toBeVisible()
  })
  await test.step('indicators by the structure of today: coverage opens its accounts', async () => {
    await page.goto('/indicadores-anuales?estructura=actual')
    await page
      .getByRole('row', { name: /^Cobertura de asignación/ })
      .getByRole('button')
      .first()
      .click()
    await page.getByRole('link', { name: 'Abrir la lista' }).click()
    await expect(
      page
        .getByRole('dialog', { name: /^Cobertura/ })
        .getByRole('row')
        .nth(1),
    ).toBeVisible()
  })
  await test.step('indicators: a month says what it is made of; a target is changed and told', async () => {
    await page.goto('/indicadores-anuales')
    const row = page.getByRole('row', { name: /^A tiempo: jefatura/ })
    await row.getByRole('button').first().click()
    await expect(page.getByText('Abrir la lista')).toBeVisible()
    await page.getByRole('button', { name: 'Editar metas' }).click()
    await page.getByRole('textbox', { name: 'Meta de Aprobado a la primera' }).fill('92,5')
    await expect(page.getByText(/Aprobado a la primera: 90 → 92,5/)).toBeVisible()
    await page.getByRole('textbox', { name: 'Meta de Tasa de rechazo' }).fill('mucho')
    await expect(page.getByText('Escriba un número de 0 a 1.000.')).toBeVisible()
    await page.getByRole('textbox', { name: 'Meta de Tasa de rechazo' }).fill('5')
    const before = new Date().toISOString()
    await page.getByRole('button', { name: 'Guardar las metas' }).click()
    await expect(page.getByText('Metas guardadas')).toBeVisible()
    await expect(page.getByRole('row', { name: /^Aprobado a la primera/ })).toContainText('92,5')
    // As it stood before: the target of then, and the way back to now.
    await page.goto(`/indicadores-anuales?asOf=${before}`)
    await expect(page.getByText(/^Así estaba el /).filter({ visible: true })).toHaveCount(1)
    await expect(page.getByRole('row', { name: /^Aprobado a la primera/ })).not.toContainText('92,5')
    await page.getByRole('button', { name: 'Volver a ahora' }).click()
    await expect(page.getByRole('row', { name: /^Aprobado a la primera/ })).toContainText('92,5')
    await page.goto('/estadisticas?asOf=2999-01-01T00:00:00Z')
    await expect(page.getByText('Escriba un momento que ya haya pasado.').first()).toBeVisible()
  })
  await test.step('ranking: places with what is possible, what would move one, weights that must make a hundred', async () => {
    await page.goto('/competitividad-empresarial')
    const ranking = page.getByRole('table', { name: 'Competitividad empresarial' })
    await ranking.getByRole('button').last().click()
    await expect(page.getByRole('dialog').getByRole('table', { name: 'Componentes del índice' })).toBeVisible()
    const name = (await ranking.getByRole('button').last().textContent())!
    await expect(page.getByRole('img', { name: `${name} en 13 meses` })).toBeVisible()
    const why = page.getByRole('figure').filter({ has: page.getByRole('heading', { name: /^(Por qué el ajuste|El ajuste no lo mueve)/ }) })
    await why.getByRole('button', { name: 'Ver como tabla' }).click()
    const shares = await why
      .getByRole('row')
      .evaluateAll((rows) =>
        rows
          .slice(1)
          .map((row) => [...row.querySelectorAll('td.num')].map((cell) => Number.parseFloat(cell.textContent!.replace(',', '.')))),
      )
    // Each is the whole of somebody's analyses, to the tenth that each row is rounded to.
    for (const of of [0, 1]) expect(shares.reduce((sum, row) => sum + row[of]!, 0)).toBeCloseTo(100, 0)
    const { todos } = await (await apiOf(page))('GET', '/statistics/competitiveness')
    await expect(page.getByText(`todos, ${todos.toFixed(1).replace('.', ',')}`)).toBeVisible()
    await page.goto('/competitividad-empresarial')
    await page.getByRole('button', { name: /^Pesos/ }).click()
    const indices = () => ranking.locator('.rank-index').allTextContents()
    const before = await indices()
    await page.getByRole('spinbutton', { name: 'Exactitud' }).fill('15')
    // The saved weights: nothing moves.
    expect(await indices()).toEqual(before)
    await page.getByRole('spinbutton', { name: 'Agilidad' }).fill('20')
    await expect(page.getByText('Los pesos suman 110; deben sumar 100.')).toBeVisible()
    await page.getByRole('spinbutton', { name: 'Puntualidad' }).fill('20')
    const tried = await indices()
    expect(tried).not.toEqual(before)
    await page.getByRole('button', { name: 'Guardar los pesos' }).click()
    await expect(page.getByText('Pesos guardados')).toBeVisible()
    // What was tried is what saving gave.
    await expect(page.getByText(/todos, \d/)).toBeVisible()
    expect(await indices()).toEqual(tried)
  })
})

test('ranking: the mix is adjusted for unless the switch is off, which the address keeps', async ({ as }) => {
  const page = await as('sbarrios', '/competitividad-empresarial')
  const api = await apiOf(page)
  const ranking = page.getByRole('table', { name: 'Competitividad empresarial' })
  const adjust = page.getByRole('switch', { name: 'Ajustar por mezcla' })
  type Place = { nombre: string; estado: string; indice: number; indiceAjustado: number }
  /** How far each figure of a column is from the one that was asked for: at most what rounding to a tenth takes. */
  const apart = async (column: string, asked: readonly number[]) => {
    const shown = (await ranking.locator(column).allTextContents()).map((text) => Number(/[\d,]+$/.exec(text.trim())![0].replace(',', '.')))
    expect(shown).toHaveLength(asked.length)
    return Math.max(...shown.map((figure, i) => Math.abs(figure - asked[i]!)))
  }
  for (const [ajustar, orders, beside, word] of [
    [true, 'indiceAjustado', 'indice', 'Bruto'],
    [false, 'indice', 'indiceAjustado', 'Ajustado'],
  ] as const) {
    await test.step(ajustar ? 'on as it comes' : 'off, also after a reload', async () => {
      if (!ajustar) {
        await adjust.click()
        await expect(page).toHaveURL(/ajuste=no/)
        await page.reload()
      }
      await expect(adjust).toBeChecked({ checked: ajustar })
      await expect(ranking.getByRole('columnheader', { name: word, exact: true })).toBeVisible()
      const { data } = await api('GET', `/statistics/competitiveness?ajustar=${ajustar}`)
      const ranked: Place[] = data.filter(({ estado }: Place) => estado === 'clasificado')
      expect(ranked.length).toBeGreaterThan(1)
      expect(ranked.map((place) => place[orders])).toEqual(ranked.map((place) => place[orders]).sort((a, b) => b - a))
      await expect(ranking.locator('.rank-index').first()).toBeVisible()
      expect(
        await apart(
          'tbody .rank-index',
          ranked.map((place) => place[orders]),
        ),
      ).toBeLessThan(0.051)
      expect(
        await apart(
          'tbody .rank-unadjusted',
          ranked.map((place) => place[beside]),
        ),
      ).toBeLessThan(0.051)
    })
  }
  await test.step('the panel and the months are of the index that orders', async () => {
    await ranking.getByRole('button').last().click()
    await expect(page.getByText('Índice bruto, con los pesos de hoy')).toBeVisible()
    await adjust.click()
    await expect(page.getByText('Índice ajustado, con los pesos de hoy')).toBeVisible()
    await expect(page).not.toHaveURL(/ajuste/)
  })
})

test('matrix: walked by keyboard, its thresholds changed after a look at what they make of the closed months, and who has something open reminded', async ({
  as,
}) => {
  const page = await as('sbarrios', '/matriz?metrica=cumplimiento')
  const api = await apiOf(page)
  const matrix = page.getByRole('table', { name: /^Matriz general/ })
  const cell = (row: number, at: number) => matrix.locator('tbody tr').nth(row).locator('td').nth(at).getByRole('button')
  const panel = page.getByRole('dialog')
  await test.step('arrows go from figure to figure, Enter opens one, Escape comes back to it', async () => {
    await cell(0, 0).focus()
    for (const [key, row, at] of [
      ['ArrowRight', 0, 1],
      ['ArrowDown', 1, 1],
      ['ArrowLeft', 1, 0],
      ['ArrowUp', 0, 0],
      // There is nothing further.
      ['ArrowUp', 0, 0],
      ['ArrowDown', 1, 0],
    ] as const) {
      await page.keyboard.press(key)
      await expect(cell(row, at)).toBeFocused()
    }
    await page.keyboard.press('Enter')
    await expect(panel.getByText('De dónde viene').first()).toBeVisible()
    // The panel follows the arrows, which bring the focus back to the table.
    const title = (await panel.getByRole('heading').first().textContent())!
    await page.keyboard.press('ArrowRight')
    await expect(panel.getByRole('heading').first()).not.toHaveText(title)
    await expect(cell(1, 1)).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(panel.getByRole('heading').first()).toHaveText(title)
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(cell(1, 0)).toBeFocused()
  })
  await test.step('thresholds', async () => {
    await page.getByRole('button', { name: 'Umbrales' }).click()
    const before = await api('GET', '/dashboard/analysis-matrix-params')
    const umbrales = before.metricas.find(({ clave }: { clave: string }) => clave === 'cumplimiento').umbrales
    const { data } = await api('GET', '/dashboard/analysis-matrix?nivel=negocio&metrica=cumplimiento')
    type Cell = { enCurso: boolean; valor: number | null; semaforo: string }
    const closed: Cell[] = data
      .flatMap(({ celdas }: { celdas: Cell[] }) => celdas)
      .filter(({ enCurso, valor }: Cell) => !enCurso && valor !== null)
    // From just under what the month with the least amber has: all of them change.
    const least = Math.floor(Math.min(...closed.map(({ valor }) => valor!)) * 100)
    const changed = closed.filter(({ semaforo }) => semaforo !== 'verde').length
    expect(changed).toBeGreaterThan(0)
    const metric = panel.getByRole('region', { name: 'A tiempo', exact: true })
    await metric.getByRole('textbox').first().fill(String(least))
    await metric
      .getByRole('textbox')
      .last()
      .fill(String(least - 5))
    await expect(panel.getByText(`${changed} de ${closed.length} celdas cerradas cambiarían de color.`)).toBeVisible()
    await panel.getByRole('button', { name: 'Guardar los umbrales' }).click()
    await expect(page.getByText('Umbrales guardados')).toBeVisible()
    const after = await api('GET', '/dashboard/analysis-matrix?nivel=negocio&metrica=cumplimiento')
    expect(
      after.data
        .flatMap(({ celdas }: { celdas: Cell[] }) => celdas)
        .filter(({ enCurso, valor, semaforo }: Cell) => !enCurso && valor !== null && semaforo !== 'verde'),
    ).toEqual([])
    await api('PATCH', '/dashboard/analysis-matrix-params', { metricas: [{ clave: 'cumplimiento', umbrales }] })
  })
  await test.step('a reminder, once those who get it have been seen by name', async () => {
    await page.goto('/matriz')
    await matrix
      .getByRole('row', { name: /^Total/ })
      .getByRole('button')
      .last()
      .click()
    await panel.getByRole('button', { name: 'Recordar' }).click()
    const asked = page.getByRole('dialog', { name: /^Recordar lo abierto de / })
    const people = asked.getByRole('listitem')
    await expect(people.first()).toBeVisible()
    const n = await people.count()
    await asked.getByRole('button', { name: n === 1 ? 'Avisar a 1 persona' : `Avisar a ${n} personas` }).click()
    await expect(page.getByText(/^Avisad[oa]s?: /)).toBeVisible()
  })
})

test('as of a moment: every page says so, everything that it shows is asked of that moment, and so is the list behind a figure', async ({
  as,
}) => {
  // What is offered, and what is told of the moment itself.
  const OFFERED = /\/(statistics\/(filters|as-of|targets)|dashboard\/analysis-matrix-params)$/
  for (const [who, paths] of [
    ['hvillalobos', ['/home']],
    ['sbarrios', ['/estadisticas', '/estadisticas/analisis', '/matriz', '/indicadores-anuales', '/competitividad-empresarial']],
  ] as const) {
    // A page that asks for nothing of these: the home of now would still be asking.
    const page = await as(who, '/profile')
    const asked: URL[] = []
    page.on('request', (request) => asked.push(new URL(request.url())))
    for (const path of paths)
      await test.step(path, async () => {
        const moment = new Date().toISOString()
        await page.goto(`${path}?asOf=${moment}`)
        await expect(page.getByText(/^Así estaba el /).filter({ visible: true })).toHaveCount(1)
        await expect(page.locator('.skeleton, .loader, [aria-busy="true"]')).toHaveCount(0)
        const unasked = () =>
          asked
            .filter(({ pathname }) => /^\/api\/(statistics|dashboard)\//.test(pathname) && !OFFERED.test(pathname))
            .filter(({ searchParams }) => searchParams.get('asOf') !== moment)
            .map(({ pathname, search }) => pathname + search)
        expect(unasked()).toEqual([])
        const figure = page.locator('main a[href*="lista="]').first()
        if (await figure.count()) {
          await figure.click()
          await expect(page.getByRole('dialog').getByRole('row').nth(1)).toBeVisible()
          expect(unasked()).toEqual([])
        }
        expect(
          asked.some(({ pathname, searchParams }) => /^\/api\/(statistics|dashboard)\//.test(pathname) && searchParams.has('asOf')),
        ).toBe(true)
        asked.length = 0
      })
  }
})

test('on a phone what one looks for is in sight: the index of every place, the latest month of the matrix and of every indicator', async ({
  as,
}) => {
  const page = await as('sbarrios', '/competitividad-empresarial')
  await page.setViewportSize({ width: 390, height: 844 })
  const beyond = (of: string) =>
    page
      .locator(of)
      .evaluateAll(
        (all) => all.map((each) => each.getBoundingClientRect()).filter(({ left, right }) => left < 0 || right > innerWidth).length,
      )
  const ranking = page.getByRole('table', { name: 'Competitividad empresarial' })
  await expect(ranking.locator('.rank-index').first()).toBeVisible()
  expect(await ranking.locator('.rank-index').count()).toBeGreaterThan(1)
  for (const part of ['place', 'name', 'items', 'step', 'index', 'unadjusted', 'possible']) {
    await expect(ranking.locator(`.rank-${part}`).first()).toBeVisible()
    expect([part, await beyond(`.rank-${part}`)]).toEqual([part, 0])
  }
  for (const [path, latest] of [
    ['/matriz', '.matrix [data-latest]'],
    ['/indicadores-anuales', '.indicators [data-latest]'],
  ] as const) {
    await page.goto(path)
    await expect(page.locator(latest).first()).toBeVisible()
    expect([latest, await beyond(latest)]).toEqual([latest, 0])
  }
})

test('the names of others are kept from heads of department where administration says so, and given back', async ({ as }) => {
  // A head of area has a department in each business: the others are those of their colleagues.
  const page = await as('sbarrios', '/competitividad-empresarial?nivel=departamento')
  const api = await apiOf(page)
  const head = await as('mduarte', '/competitividad-empresarial?nivel=departamento')
  type Place = { nombre: string; propio: boolean }
  const { data }: { data: Place[] } = await (await apiOf(head))('GET', '/statistics/competitiveness?nivel=departamento')
  const own = data.filter(({ propio }) => propio).map(({ nombre }) => nombre)
  /** The places as the page names them now, and those of them that are not one's own; a colleague's may have the same name. */
  const places = async (of: Page) => {
    const ranking = of.getByRole('table', { name: 'Competitividad empresarial' })
    await expect(ranking.locator('.rank-name').first()).toBeVisible()
    const names = (await ranking.locator('.rank-name').allTextContents()).map((text) => text.trim()).sort()
    const others = [...names]
    for (const name of own) {
      expect(others).toContain(name)
      others.splice(others.indexOf(name), 1)
    }
    return { names, others }
  }
  const before = await places(head)
  expect([own.length > 0, before.others.length]).toEqual([true, data.length - own.length])
  expect(before.others.length).toBeGreaterThan(1)
  await page.getByRole('button', { name: /^Pesos/ }).click()
  const keep = page.getByRole('checkbox', { name: 'Ocultar a las jefaturas los nombres de los demás' })
  await expect(keep).not.toBeChecked()
  try {
    // It is marked once the server has kept it.
    await keep.click()
    await expect(page.getByText('Las jefaturas ven a los demás con un número')).toBeVisible()
    await expect(keep).toBeChecked()
    await head.reload()
    const { others } = await places(head)
    expect(others).toEqual(before.others.map((_, at) => `Otro departamento ${at + 1}`).sort())
    // Neither the sentence above nor a tooltip says who they are.
    const said = await head.locator('main').innerHTML()
    for (const name of before.others.filter((name) => !own.includes(name))) expect([name, said.includes(name)]).toEqual([name, false])
    // Whoever sees all reads their names.
    expect((await places(page)).names).toEqual(expect.arrayContaining(before.names))
    await keep.click()
    await expect(page.getByText('Las jefaturas ven los nombres de los demás')).toBeVisible()
  } finally {
    await api('PATCH', '/statistics/competitiveness/names', { anonimo: false })
  }
  await head.reload()
  expect(await places(head)).toEqual(before)
})
