import type { Locator, Page } from '@playwright/test'
import { apiOf, expect, test } from '../support/test.ts'

/*
 * What must agree in the demo's open month. The oracle is the list of its analyses (`/analysis`), counted here; a group is one item with the
 * sums of its members (rules §1). Periods, their closing, the summary of accounts and an audit count accounts, those of groups too.
 *
 * Whose turn it is (por preparar, rechazado, en jefatura, en control, aprobado; they add up to the total):
 *   control's home (headline, legend, every row and total by business) = review of control (tabs, list, progress) = summary of accounts
 *   = periods = closing page (signed of required) = gerencia's and the administrator's home (figure, donut, table, forecast) = charts = matrix
 *   = indicators; jefatura's home (headline, legend, departments, analysts) = review of jefatura = her charts;
 *   the row of an analyst there = the home of that analyst (headline, legend, columns, list, templates) = his summary.
 * Coverage: control's note = its table = the closing page's accounts without an analyst = the list that the note opens = the indicator.
 * In time: gerencia's figure = the dates of the analyses; competitiveness: items, punctuality, completion and first attempt of each business = theirs.
 * An auditor sees as many as are approved in the businesses of the audit.
 * Money: what is unexplained and what is unsupported: gerencia's home = its table = control's table = closing page = summary; a balance that
 * nobody has supported is no difference in any of them.
 */
test.setTimeout(240_000)
/** Every disagreement is told, not the first alone. */
const agree = expect.configure({ soft: true })

type Row = {
  ESTADO_PRINCIPAL_ID: number
  FECHA_ENVIO: string | null
  NEGOCIO: string
  ANALISTA: string
  DEPARTAMENTO: string
  MONEDA: string
  VALOR_BALANCE: string
  VARIACION: string
  COMENTARIO_VARIACION: string | null
  AGRUPADO_ID: number | null
}
/** The members of a group as one. */
function itemsOf(analyses: readonly Row[]): Row[] {
  const groups = Map.groupBy(
    analyses.filter(({ AGRUPADO_ID }) => AGRUPADO_ID !== null),
    ({ AGRUPADO_ID }) => AGRUPADO_ID,
  )
  const sum = (rows: readonly Row[], of: 'VALOR_BALANCE' | 'VARIACION') => {
    const total = rows.reduce((total, row) => total + cents(row[of]), 0n)
    return `${total < 0n ? '-' : ''}${String(size(total))
      .padStart(3, '0')
      .replace(/(?=..$)/, '.')}`
  }
  return [
    ...analyses.filter(({ AGRUPADO_ID }) => AGRUPADO_ID === null),
    ...[...groups.values()].map((rows) => ({ ...rows[0]!, VALOR_BALANCE: sum(rows, 'VALOR_BALANCE'), VARIACION: sum(rows, 'VARIACION') })),
  ]
}
/** With its dates, of `/dashboard/items`. */
type Dated = Record<'ETAPA' | 'NEGOCIO' | 'VENCE_ANALISTA' | 'VENCE_JEFATURA' | 'VENCE_CONTROL', string> &
  Record<'FECHA_ENVIO' | 'FECHA_JEFATURA' | 'FECHA_CONTROL', string | null> & { RECHAZOS: number }
/** Of each role whether it has signed, when, and until when it should. */
const signaturesOf = (row: Dated) => [
  { signed: row.ETAPA !== 'sin_enviar' && row.ETAPA !== 'rechazado', at: row.FECHA_ENVIO, due: row.VENCE_ANALISTA },
  { signed: row.ETAPA === 'en_control' || row.ETAPA === 'aprobado', at: row.FECHA_JEFATURA, due: row.VENCE_JEFATURA },
  { signed: row.ETAPA === 'aprobado', at: row.FECHA_CONTROL, due: row.VENCE_CONTROL },
]
const STAGES = ['toPrepare', 'rejected', 'atHead', 'atControl', 'approved'] as const
type Turns = Record<(typeof STAGES)[number] | 'total', number>
const stageOf = ({ ESTADO_PRINCIPAL_ID, FECHA_ENVIO }: Row) =>
  (({ 1: FECHA_ENVIO === null ? 'toPrepare' : 'atHead', 2: 'atControl', 3: 'rejected', 4: 'approved' }) as const)[ESTADO_PRINCIPAL_ID]!
const turnsOf = (rows: readonly Row[]): Turns => ({
  ...(Object.fromEntries(STAGES.map((stage) => [stage, rows.filter((row) => stageOf(row) === stage).length])) as Turns),
  total: rows.length,
})
const inOrder = (turns: Turns) => [...STAGES.map((stage) => turns[stage]), turns.total]
const cents = (amount: string) => BigInt(amount.replace('.', ''))
const size = (amount: bigint) => (amount < 0n ? -amount : amount)
/** By currency, those that are nothing left out. */
const sums = (rows: readonly Row[], of: (row: Row) => bigint) =>
  Object.fromEntries(
    [...Map.groupBy(rows, ({ MONEDA }) => MONEDA)]
      .map(([currency, same]) => [currency, same.reduce((sum, row) => sum + of(row), 0n)] as const)
      .filter(([, sum]) => sum !== 0n)
      .sort(),
  )
/** As it is written: 1.234,50 BRL 0,00 USD; shares, 0,05 %, are no amounts. */
const written = (text: string, only?: string) =>
  Object.fromEntries(
    [...text.replaceAll('\u00a0', ' ').matchAll(/([\d.]+,\d{2})(?! ?%)(?: ?([A-Z]{3}))?/g)]
      .map(([, amount, currency]) => [currency ?? only ?? '', BigInt(amount!.replaceAll(/[.,]/g, ''))] as const)
      .filter(([, amount]) => amount !== 0n)
      .sort(),
  )
const number = (text: string | null | undefined) =>
  Number(
    (text ?? '')
      .replaceAll(/[.\s\u00a0]/g, '')
      .replace(',', '.')
      .match(/-?\d+(\.\d+)?/)?.[0],
  )
const percent = (part: number, whole: number) => `${((part / whole) * 100).toFixed(1).replace('.', ',')} %`

/** Rows of a table by their first cell, as people read them. */
/** The rows by their names, each without its own. Several may share a place. */
async function rowsOf(table: Locator, nameAt = 0): Promise<Map<string, string[]>> {
  await expect(table.getByRole('row').nth(1)).toBeVisible()
  await expect(table.locator('.skeleton')).toHaveCount(0)
  // As it is seen: what stands on lines of its own stays apart.
  const rows = await table
    .getByRole('row')
    // biome-ignore lint/performance/useDomNodeTextContent: what can be seen is meant
    .evaluateAll((all) => all.map((row) => [...(row as HTMLTableRowElement).cells].map((cell) => cell.innerText.trim())))
  return new Map(rows.map((cells) => [(cells[nameAt] ?? '').split('\n')[0]!.trim(), cells.toSpliced(nameAt, 1)]))
}
const counts = (cells: readonly string[] | undefined, n: number) => (cells ?? []).slice(0, n).map((cell) => number(cell))
const seen = async (place: Locator) => (await place.allInnerTexts()).join(' ').replaceAll(/[\n\u00a0]/g, ' ')
/** The four ways of completion, as the legend of a donut tells them. */
async function completionOf(donut: Locator) {
  await expect(donut.getByText(/^Pendiente/).first()).toBeVisible()
  const said = await seen(donut)
  return ['Completado', 'Completado tarde', 'Vencido', 'Pendiente'].map((way) => number(new RegExp(`${way}\\s+([\\d.]+)`).exec(said)?.[1]))
}
const legendOf = async (page: Page) =>
  Object.fromEntries(
    (await page.locator('.home-legend li').allInnerTexts()).map((text) => {
      const [count, ...words] = text.trim().split(/\s+/)
      return [words.join(' '), number(count)]
    }),
  )

test('every figure of the open month that means the same says the same, on every page of every role', async ({ as }) => {
  const control = await as('bmontoya')
  const api = await apiOf(control)
  const head = await api('GET', '/dashboard/control')
  const period: number = head.period.COD_PERIODO
  const { data: accounts }: { data: Row[] } = await api('GET', `/analysis?periodId=${period}&limit=9999`)
  const all = itemsOf(accounts)
  expect(all.length).toBeLessThan(accounts.length)
  const whole = turnsOf(all)
  const open = whole.total - whole.approved
  const sent = all.filter(({ FECHA_ENVIO }) => FECHA_ENVIO !== null)
  const unsupportedOf = (rows: readonly Row[]) =>
    sums(
      rows.filter(({ FECHA_ENVIO }) => FECHA_ENVIO === null),
      ({ VALOR_BALANCE }) => size(cents(VALOR_BALANCE)),
    )
  const unsupported = unsupportedOf(all)
  const unexplained = sums(
    sent.filter((row) => stageOf(row) !== 'approved' || !row.COMENTARIO_VARIACION),
    ({ VARIACION }) => size(cents(VARIACION)),
  )
  const differing = sent.filter(({ VARIACION }) => size(cents(VARIACION)) > 1n)
  // Otherwise the story would compare nothing with nothing.
  expect(Math.min(...STAGES.map((stage) => whole[stage]))).toBeGreaterThan(0)
  expect([Object.keys(unsupported).length, differing.length]).toEqual([4, expect.any(Number)])
  expect(differing.length).toBeGreaterThan(0)

  let unassigned = 0
  await test.step('control: its home', async () => {
    await control.setViewportSize({ width: 1800, height: 900 })
    await agree(control.locator('.home-count')).toContainText(new RegExp(`^${whole.atControl}\\s*por aprobar, de ${whole.total}`))
    agree(await legendOf(control)).toEqual({
      Aprobados: whole.approved,
      'Por aprobar': whole.atControl,
      'En jefatura': whole.atHead,
      Rechazados: whole.rejected,
      'Por preparar': whole.toPrepare,
    })
    // The bar is as long as the figures say.
    const bar = await control.locator('.shares i').evaluateAll((parts) => parts.map((part) => Number(getComputedStyle(part).flexGrow)))
    agree(bar).toEqual(inOrder(whole).slice(0, 5).toReversed())
    const places = await rowsOf(control.getByRole('table', { name: /^Por negocio/ }))
    for (const [business, rows] of Map.groupBy(all, ({ NEGOCIO }) => NEGOCIO))
      agree([business, counts(places.get(business), 6)]).toEqual([business, inOrder(turnsOf(rows))])
    const total = places.get('Total')!
    agree(counts(total, 6)).toEqual(inOrder(whole))
    agree([written(total.at(-2)!), written(total.at(-1)!)]).toEqual([unsupported, unexplained])
    const forecast = await rowsOf(control.getByRole('table', { name: 'Pronóstico del cierre' }))
    agree(['Analista', 'Jefatura', 'Control'].map((role) => number(forecast.get(role)?.[0]))).toEqual([
      whole.toPrepare + whole.rejected,
      whole.toPrepare + whole.rejected + whole.atHead,
      open,
    ])
    const coverage = (await rowsOf(control.getByRole('table', { name: 'Cobertura' }))).get('Total')!
    unassigned = number(coverage[2])
    agree(number(coverage[0])).toBe(number(coverage[1]) + unassigned)
    const note = control.getByText(/cuentas del mes no tienen analista/)
    await agree(note).toContainText(new RegExp(`^${unassigned} cuentas`))
    await control.getByRole('link', { name: 'Asignarlas' }).click()
    await agree(control.getByText(new RegExp(`de ${unassigned}, filtrados`)).first()).toBeVisible()
  })

  await test.step('control: the review, of analyses that stand alone', async () => {
    await control.goto('/cuentas/analisis')
    const alone = all.filter(({ AGRUPADO_ID }) => AGRUPADO_ID === null)
    const own = turnsOf(alone)
    const tab = (name: string) => control.getByRole('tab', { name: new RegExp(`^${name}`) })
    const decided =
      own.approved +
      alone.filter((row) => stageOf(row) === 'rejected' && (row as Row & { ESTADO_CONTROL_ID: number | null }).ESTADO_CONTROL_ID === 3)
        .length
    await agree(tab('Por decidir')).toHaveText(`Por decidir${own.atControl}`)
    await agree(tab('Decididos')).toHaveText(`Decididos${decided}`)
    await agree(tab('Por preparar')).toHaveText(`Por preparar${own.toPrepare}`)
    await agree(control.getByText(`Marcar los ${own.atControl}`)).toBeVisible()
    await agree(control.locator('.review-items > li')).toHaveCount(own.atControl)
    await agree(control.locator('.review-list-foot')).toContainText(`${decided} de ${decided + own.atControl}`)
  })

  await test.step('summary of accounts, periods, closing', async () => {
    await control.goto('/cuentas/resumen')
    const summary = [...(await rowsOf(control.getByRole('grid', { name: 'Por período' })))][1]![1]
    const { toPrepare, atHead, atControl, rejected, approved, total } = turnsOf(accounts)
    agree(counts(summary.slice(2), 6)).toEqual([toPrepare, atHead, atControl, rejected, approved, differing.length])
    agree(written(summary.at(-1)!)).toEqual(sums(sent, ({ VARIACION }) => cents(VARIACION)))
    await control.goto('/periodos')
    const month = new Date(`${head.period.PERIODO}-15`).toLocaleDateString('es', { month: 'long', year: 'numeric' })
    await agree(control.getByRole('row', { name: new RegExp(month) })).toContainText(`${approved} de ${total}`)
    await control.goto(`/periodos/${period}/cerrar`)
    const main = control.getByRole('main')
    await agree(main.getByText(`${total - approved} cuentas sin aprobar`)).toBeVisible()
    const said = await seen(main)
    for (const role of [total - toPrepare - rejected, total - toPrepare - rejected - atHead, approved])
      agree(said).toContain(`${role} de ${total}`)
    agree(said).toContain(`${unassigned} saldos sin análisis`)
    const nothing = accounts.filter(({ FECHA_ENVIO, VALOR_BALANCE }) => FECHA_ENVIO === null && cents(VALOR_BALANCE) === 0n).length
    const amounts = (from: string, to: RegExp) => written(said.slice(said.indexOf(from) + from.length).split(to)[0]!)
    // A balance of zero needs no support to be right.
    agree(amounts(`${toPrepare - nothing} saldos sin sustentar`, /BRADESCO|ITAU|SANTANDER/)).toEqual(unsupportedOf(accounts))
    agree(amounts(`${differing.length} diferencias sin explicar`, /BRADESCO|ITAU|VOTORANTIM/)).toEqual(unexplained)
  })

  await test.step('charts, matrix, indicators', async () => {
    await control.goto('/estadisticas')
    await agree(control.getByRole('main')).toContainText(`${whole.total} análisis`)
    const donut = control.getByRole('figure').filter({ hasText: 'Completado en cuatro formas' })
    const four = await completionOf(donut)
    agree([four[0]! + four[1]!, four.reduce((a, b) => a + b)]).toEqual([whole.approved, whole.total])
    const states = control.getByRole('figure').filter({ hasText: 'Estados por departamento' })
    await states.getByRole('button', { name: 'Ver como tabla' }).click()
    const departments = await rowsOf(states.getByRole('table'))
    const added = [...departments].slice(1).flatMap(([name, cells]) => (name === 'Total' ? [] : [cells]))
    for (const [at, stage] of (['approved', 'atControl', 'atHead', 'rejected', 'toPrepare'] as const).entries())
      agree([stage, added.reduce((sum, cells) => sum + number(cells[at]), 0)]).toEqual([stage, whole[stage]])
    await control.goto('/matriz')
    const matrix = await rowsOf(control.getByRole('grid').or(control.getByRole('table')).first())
    for (const [business, rows] of [...Map.groupBy(all, ({ NEGOCIO }) => NEGOCIO), ['Total', all] as const]) {
      const share = percent(turnsOf(rows).approved, rows.length).replace(' %', '')
      agree([business, matrix.get(business)?.some((cell) => cell.split('\n').at(-1)!.trim() === share)]).toEqual([business, true])
    }
    await control.goto('/indicadores-anuales')
    const indicators = await rowsOf(control.getByRole('grid').or(control.getByRole('table')).first())
    const signed = 3 * whole.approved + 2 * whole.atControl + whole.atHead
    for (const [name, share] of [
      ['Completado', percent(whole.approved, whole.total)],
      ['Avance por firmas', percent(signed, 3 * whole.total)],
    ] as const) {
      const cells = [...indicators].find(([row]) => row.startsWith(name))?.[1]
      agree([name, cells?.some((cell) => cell.split('\n').at(-1)!.trim() === share.replace(' %', ''))]).toEqual([name, true])
    }
  })

  const { data: dated }: { data: Dated[] } = await api('GET', `/dashboard/items?periodId=${period}&limit=1000`)
  const signatures = dated.flatMap(signaturesOf)
  await test.step('competitiveness: the table, and what the index of each business is made of', async () => {
    await control.goto('/competitividad-empresarial')
    const table = control.getByRole('table', { name: 'Competitividad empresarial' })
    const ranking = await rowsOf(table, 1)
    for (const [business, rows] of Map.groupBy(dated, ({ NEGOCIO }) => NEGOCIO)) {
      agree([business, number(ranking.get(business)?.[1])]).toEqual([business, rows.length])
      await table.getByRole('button', { name: business, exact: true }).click()
      const panel = control.getByRole('dialog', { name: business })
      const parts = await rowsOf(panel.getByRole('table', { name: 'Componentes del índice' }))
      const done = rows.filter(({ ETAPA }) => ETAPA === 'aprobado')
      const kept = rows.flatMap(signaturesOf).filter(({ signed, at, due }) => signed && at! <= due)
      for (const [component, share] of [
        ['Puntualidad', percent(kept.length, 3 * rows.length)],
        ['Completitud al cierre', percent(done.length, rows.length)],
        ['Aprobado a la primera', percent(done.filter(({ RECHAZOS }) => RECHAZOS === 0).length, done.length)],
      ] as const)
        agree([business, component, parts.get(component)?.[1]?.replaceAll('\u00a0', ' ')]).toEqual([business, component, share])
    }
  })

  await test.step('an auditor: as many as are approved in the businesses of the audit', async () => {
    const page = await as('payala')
    const audited: { ID_NEGOCIO: number }[] = await (await apiOf(page))('GET', '/me/business')
    const ids = new Set(audited.map(({ ID_NEGOCIO }) => ID_NEGOCIO))
    const approved = (accounts as (Row & { ID_NEGOCIO: number })[]).filter((row) => stageOf(row) === 'approved' && ids.has(row.ID_NEGOCIO))
    expect(approved.length).toBeGreaterThan(0)
    await page.goto(`/home?periodId=${period}`)
    await agree(
      page
        .getByRole('main')
        .getByText(new RegExp(`de ${approved.length}\\b`))
        .first(),
    ).toBeVisible()
  })

  for (const who of ['hvillalobos', 'sbarrios'] as const)
    await test.step(`${who}: the home of management`, async () => {
      const page = await as(who)
      const figure = (name: string) => page.getByRole('region', { name, exact: true })
      await agree(figure('Completado')).toContainText(`${whole.approved} de ${whole.total} análisis`)
      await agree(figure('Completado')).toContainText(percent(whole.approved, whole.total))
      const now = new Date().toISOString()
      const inTime = signatures.filter(({ signed, at, due }) => (signed ? at! : now) <= due)
      await agree(figure('A tiempo')).toContainText(percent(inTime.length, signatures.length))
      // The figure itself: what it has changed by stands below.
      agree(written(await seen(figure('Diferencia sin explicar').locator('.figure')))).toEqual(unexplained)
      agree(written(await seen(figure('Sin sustentar')))).toEqual(unsupported)
      const places = await rowsOf(page.getByRole('table', { name: 'Por país y negocio' }))
      for (const [business, rows] of Map.groupBy(all, ({ NEGOCIO }) => NEGOCIO))
        agree([business, number(places.get(business)?.[0])]).toEqual([business, rows.length])
      agree(number(places.get('Total')![0])).toBe(whole.total)
      agree(written(places.get('Total')!.at(-2)!)).toEqual(unexplained)
      const forecast = await rowsOf(page.getByRole('table', { name: 'Pronóstico del cierre' }))
      agree(['Analistas', 'Jefaturas', 'Control'].map((role) => number(forecast.get(role)?.[0]))).toEqual([
        whole.toPrepare + whole.rejected,
        whole.toPrepare + whole.rejected + whole.atHead,
        open,
      ])
      const donut = page.getByRole('figure').filter({ hasText: 'Completitud' })
      const four = await completionOf(donut)
      agree([four[0]! + four[1]!, four.reduce((a, b) => a + b)]).toEqual([whole.approved, whole.total])
      const largest = await rowsOf(page.getByRole('table', { name: 'Mayores diferencias' }))
      agree(largest.size - 1).toBe(Math.min(10, differing.length))
    })

  const mine = all.filter((row) => (row as Row & { JEFE: string | null }).JEFE === 'Marcela Duarte Rocha')
  const hers = turnsOf(mine)
  await test.step('jefatura: her home, her review, her charts', async () => {
    const page = await as('mduarte')
    await agree(page.locator('.home-count')).toContainText(new RegExp(`^${hers.atHead}\\s*por aprobar, de ${hers.total}`))
    agree(await legendOf(page)).toEqual({
      Aprobados: hers.approved,
      'En control': hers.atControl,
      'Por aprobar': hers.atHead,
      Rechazados: hers.rejected,
      'Por preparar': hers.toPrepare,
    })
    for (const [name, key] of [
      [/^Por departamento/, ({ DEPARTAMENTO, NEGOCIO }: Row) => `${DEPARTAMENTO} ${NEGOCIO}`],
      [/^Por analista/, ({ ANALISTA }: Row) => ANALISTA],
    ] as const) {
      const rows = await rowsOf(page.getByRole('table', { name }))
      for (const [who, of] of Map.groupBy(mine, key)) agree([who, counts(rows.get(who), 6)]).toEqual([who, inOrder(turnsOf(of))])
      agree(counts(rows.get('Total'), 6)).toEqual(inOrder(hers))
    }
    await page.goto('/cuentas/analisis')
    await agree(page.getByRole('tab', { name: /^Por decidir/ })).toHaveText(`Por decidir${hers.atHead}`)
    await agree(page.getByRole('tab', { name: /^Decididos/ })).toHaveText(`Decididos${hers.approved + hers.atControl + hers.rejected}`)
    await agree(page.getByRole('tab', { name: /^Por preparar/ })).toHaveText(`Por preparar${hers.toPrepare}`)
    await page.goto('/estadisticas')
    await agree(page.getByRole('main')).toContainText(`${hers.total} análisis`)
    const donut = page.getByRole('figure').filter({ hasText: 'Completado en cuatro formas' })
    const four = await completionOf(donut)
    agree([four[0]! + four[1]!, four.reduce((a, b) => a + b)]).toEqual([hers.approved, hers.total])
  })

  await test.step('an analyst of hers: his home and his summary', async () => {
    const his = turnsOf(all.filter(({ ANALISTA }) => ANALISTA === 'Rodrigo Peña Villar'))
    const page = await as('rpena')
    const main = page.getByRole('main')
    await agree(page.getByRole('grid', { name: 'Todas' }).getByRole('row').nth(1)).toBeVisible()
    await agree(main).toContainText(new RegExp(`${his.total - his.toPrepare - his.rejected} de ${his.total}\\s*enviadas`))
    agree(await legendOf(page)).toEqual({
      Aprobadas: his.approved,
      'En control': his.atControl,
      'En jefatura': his.atHead,
      Rechazadas: his.rejected,
      'Por preparar': his.toPrepare,
    })
    const columns = (await page.locator('.attention .count').allInnerTexts()).map(number)
    agree([columns[0], columns[1]! + columns[2]!]).toEqual([his.rejected, his.toPrepare])
    await agree(page.getByRole('button', { name: `Plantillas (${his.toPrepare + his.rejected})` })).toBeVisible()
    await agree(page.getByRole('heading', { level: 2, name: 'Todas' }).locator('..')).toContainText(String(his.total))
    await page.goto('/cuentas/resumen')
    const summary = [...(await rowsOf(page.getByRole('grid', { name: 'Por período' })))][1]![1]
    agree(counts(summary.slice(2), 5)).toEqual([his.toPrepare, his.atHead, his.atControl, his.rejected, his.approved])
  })
})
