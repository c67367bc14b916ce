import { readdirSync, readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { type Balance, balancesOf, changed, count, fileOf, linesOf, money } from '../support/cosif.ts'
import { apiOf, expect, test } from '../support/test.ts'
import { namedCell, withCells } from '../support/xlsx.ts'

// One month from its opening to its close, each step by the person whose turn it is. The stories build on each other.
test.describe.configure({ mode: 'serial' })
test.setTimeout(240_000)

const january = linesOf('200801')
const february = linesOf('200802')
const [balances, next] = [balancesOf(january), balancesOf(february)]
const sum = (some: readonly Balance[]) => some.reduce((total, { cents }) => total + cents, 0n)
const itau = (account: string) => balances.find((one) => one.business === 'ITAU' && one.account === account)!
/** Rejected, corrected, approved, reopened; approved at once; sent and never decided. */
const [first, second, third] = [itau('0018300008'), itau('0021500008'), itau('0019900005')]
/** What is said of an account: by its name in Spanish with the published one, or by that alone. */
const said = (before: string, { name }: typeof first, after = '') =>
  new RegExp(`${before} ?«(.* · )?${name}» ?${after.replaceAll('.', '\\.')}`)
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const REASON = 'Falta el soporte de la partida mayor; adjunte el auxiliar.'

/** How many analyses the load opened, and how many the assignments. */
let opened = 0
let period = ''
let book: Buffer

const upload = async (page: Page, name: string, buffer: Buffer) => {
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
  await page.waitForURL(/carga=\d+/)
  await expect(page.getByRole('heading', { name: 'Revise la carga antes de confirmar' })).toBeVisible()
}
const chooseMonth = async (page: Page, month: string) => {
  await page.goto('/cuentas/carga-balance')
  await page.getByRole('combobox', { name: 'Período' }).selectOption({ label: month })
}
/** The cells of one class in "Qué cambia". */
const cells = (page: Page, of: string) =>
  page
    .getByRole('table', { name: 'Qué cambia' })
    .getByRole('row', { name: new RegExp(`^${of}`) })
    .getByRole('cell')
/** What is shown as the total is what will be stored. */
const expectStored = async (page: Page) => {
  // biome-ignore lint/performance/useDomNodeTextContent: a locator's visible text is meant
  const total = await cells(page, 'Total').nth(4).innerText()
  await expect(page.getByRole('row', { name: /^Quedará guardado en el período \(BRL\)/ })).toContainText(total)
}
const counted = async (locator: Locator, text: RegExp) =>
  // biome-ignore lint/performance/useDomNodeTextContent: a locator's visible text is meant
  Number(text.exec(await locator.filter({ hasText: text }).innerText())![1]!.replaceAll('.', ''))
const rowOf = (page: Page, { account, cents }: Balance) =>
  page
    .getByRole('row')
    .filter({ hasText: account })
    .filter({ hasText: money(cents) })
const sent = (page: Page) => page.getByRole('region', { name: 'Avance del mes' })
const drawer = (page: Page, { name }: Balance) => page.getByRole('dialog', { name })
const inJanuary = async (page: Page) => {
  await page.getByRole('combobox', { name: 'Período' }).selectOption({ label: 'enero de 2008' })
}

/** The template of an account, filled in: two items that add up to `supported`. */
function filled(template: Buffer, balance: bigint, supported: bigint, comment: string) {
  const [value, difference, note] = ['VALOR_ANALISIS', 'VARIACION', 'COMENTARIO'].map((name) => namedCell(template, name)) as [
    string,
    string,
    string,
  ]
  return withCells(template, {
    A19: 'Saldo conciliado con el auxiliar',
    D19: supported - 12_345n,
    A20: 'Partida en tránsito',
    D20: 12_345n,
    [value]: supported,
    [difference]: balance - supported,
    [note]: comment,
    D49: supported,
  })
}
async function takeTemplate(page: Page, account: Balance) {
  const download = page.waitForEvent('download')
  await drawer(page, account).getByRole('button', { name: 'Plantilla' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe(`${account.account}_2008-01.xlsx`)
  const bytes = readFileSync(await file.path())
  expect(bytes.subarray(0, 4).toString('latin1'), 'a zip, as every XLSX is').toBe('PK\x03\x04')
  return bytes
}
async function fillIn(
  page: Page,
  account: Balance,
  file: { name: string; mimeType: string; buffer: Buffer },
  value: bigint,
  comment: string,
) {
  const form = drawer(page, account)
  await form.locator('input[type=file]').first().setInputFiles(file)
  await form.getByRole('textbox', { name: 'Sustentado' }).fill(money(value).replace('\u2212', '-'))
  await form.getByRole('textbox', { name: 'Comentario de la variación' }).fill(comment)
}
const send = async (page: Page, account: Balance) => {
  // A book that is still being checked is not sent.
  await expect(drawer(page, account).getByText('Comprobando el libro…')).toHaveCount(0)
  await drawer(page, account).getByRole('button', { name: 'Enviar', exact: true }).click()
}

test('control opens January 2008 and sees what its published balances would do', async ({ as }) => {
  const page = await as('bmontoya', '/periodos/crear')
  await page.getByRole('combobox', { name: 'Mes' }).selectOption({ label: 'enero' })
  await page.getByRole('combobox', { name: 'Año' }).selectOption('2008')
  await page.getByRole('button', { name: 'Abrir período' }).click()
  await page.waitForURL('**/periodos')
  await expect(page.getByText('enero de 2008 está abierto')).toBeVisible()

  await chooseMonth(page, 'enero de 2008')
  await upload(page, 'cosif-200801.csv', fileOf(january))
  const known = balances.filter(({ business }) => ['ITAU', 'VOTORANTIM'].includes(business))
  await test.step('two of its four businesses are unknown: their rows are refused', async () => {
    await expect(page.getByRole('row', { name: /^Leído en el archivo/ })).toContainText('filas rechazadas')
    await expect(cells(page, 'Rechazadas').nth(1)).toHaveText(count(balances.length - known.length))
    await expect(page.getByText('El negocio 00050201 MÁXIMA no existe.').first()).toBeVisible()
  })
  await test.step('they are to be created in Brasil, and the groups of the file are accounts of the banks', async () => {
    await page.getByRole('link', { name: 'Cambiar columnas' }).click()
    await expect(page.getByRole('heading', { name: 'Indique qué es cada columna' })).toBeVisible()
    await page.getByRole('checkbox', { name: /Crear en Cuadre los negocios/ }).check()
    await page.getByRole('combobox', { name: 'País de los negocios nuevos' }).selectOption({ label: 'Brasil' })
    await page.getByRole('combobox', { name: /^Filas que son la suma de otras/ }).selectOption({ label: 'Se cargan como cuentas' })
    await page.getByRole('button', { name: 'Continuar a la revisión' }).click()
  })
  await test.step('every row is good now, and no total counts a group and its parts', async () => {
    await expect(cells(page, 'Rechazadas').nth(1)).toHaveText('0')
    await expect(cells(page, 'Nuevas').nth(1)).toHaveText('524')
    await expect(cells(page, 'Total')).toHaveText(['Total', '524', /\d/, '0,00', /\d/, /\d/])
    await expect(cells(page, 'Total').nth(4)).not.toHaveText(money(sum(balances)))
    await expectStored(page)
    await expect(page.getByText('Se crean 192 cuentas.')).toBeVisible()
    await expect(page.getByText('Se crean 2 negocios: MÁXIMA y OMNI.')).toBeVisible()
    await expect(page.getByText('524 saldos se aplican tal como se ven')).toBeVisible()
    const facts = page.getByRole('listitem')
    opened = await counted(facts, /Se abren ([\d.]+) análisis nuevos/)
    // Accounts of zero need nobody.
    expect(opened + (await counted(facts, /([\d.]+) cuentas no tienen analista/))).toBeLessThanOrEqual(524)
  })
})

test('rows that cannot be read are refused, each with its number and reason', async ({ as }) => {
  const page = await as('bmontoya', '/cuentas/carga-balance')
  await chooseMonth(page, 'enero de 2008')
  // Lines count from 0, rows from 1.
  const wrong = january.filter((_, index) => index < 40)
  wrong[9] = changed(wrong[9]!, { amount: 'por definir' })
  wrong[19] = changed(wrong[19]!, { period: '200802' })
  wrong[29] = changed(wrong[29]!, { business: ['00099999', 'BANCO FANTASMA'] })
  wrong.push(wrong[34]!)
  await upload(page, 'cosif-con-errores.csv', fileOf(wrong))
  await test.step('that January was to create businesses is not remembered: nobody wants one created by a slip', async () => {
    await expect(page.getByRole('heading', { name: /^Revise la carga/ })).toBeVisible()
    await expect(page.getByText(/Se crea 1 negocio/)).toHaveCount(0)
  })
  await expect(cells(page, 'Rechazadas').nth(1)).toHaveText('5')
  await expect(cells(page, 'Nuevas').nth(1)).toHaveText('32')
  const refused = page.getByRole('table', { name: 'Filas rechazadas' }).getByRole('row')
  for (const [row, reason] of [
    [10, 'El saldo no es un número.'],
    [20, 'El período de la fila no es enero de 2008.'],
    [30, 'El negocio 00099999 BANCO FANTASMA no existe.'],
    [35, 'La cuenta aparece 2 veces (filas 35 a 41): no se carga ninguna, porque no se sabe cuál vale.'],
  ] as const)
    await expect(refused.filter({ hasText: reason }).getByRole('cell').first()).toHaveText(String(row), { useInnerText: true })
  await expect(page.getByText('32 saldos se aplican tal como se ven; 5 filas rechazadas quedan fuera')).toBeVisible()
  await page.getByRole('button', { name: 'Descartar' }).click()
  await page.getByRole('button', { name: 'Descartar la carga' }).click()
  await expect(page.getByText('Carga descartada')).toBeVisible()
})

test('control confirms the good file; the same file again is recognised', async ({ as }) => {
  const page = await as('bmontoya', '/cuentas/carga-balance')
  await page.getByRole('row').filter({ hasText: 'Por confirmar' }).filter({ hasText: 'cosif-200801.csv' }).dblclick()
  await page.getByRole('button', { name: 'Confirmar la carga' }).click()
  await expect(page.getByRole('heading', { name: 'La carga está aplicada' })).toBeVisible()
  for (const [figure, value] of [
    ['Saldos aplicados', 524],
    ['Cuentas creadas', 192],
    ['Análisis nuevos', opened],
    ['Análisis reabiertos', 0],
  ] as const)
    await expect(page.getByRole('region', { name: figure })).toContainText(new RegExp(`${figure}\\s*${count(value)}`))
  await page.getByRole('link', { name: 'Cargar otro archivo' }).click()
  await upload(page, 'copia.csv', fileOf(january))
  await expect(page.getByText('Este archivo ya se confirmó en este período.')).toBeVisible()
  await expect(cells(page, 'Iguales').nth(1)).toHaveText('524')
  await page.getByRole('button', { name: 'Confirmar la carga' }).click()
  await expect(page.getByText('El archivo era el mismo de una carga anterior: no cambió nada.')).toBeVisible()
})

test('control assigns accounts to an analyst, one and several at once', async ({ as }) => {
  const page = await as('bmontoya', '/cuentas?statusId=1')
  const unassigned = page.getByRole('link', { name: /^No asignadas/ })
  await page.getByRole('button', { name: 'Filtrar por Período' }).click()
  await page.getByRole('radio', { name: 'enero de 2008' }).click()
  await expect(unassigned).toHaveText(`No asignadas${524 - opened}`)
  await page.getByRole('button', { name: 'Filtrar por Negocio' }).click()
  await page.getByRole('radio', { name: 'ITAU' }).click()
  await page.keyboard.press('Escape')

  const assign = async (n: number) => {
    const form = page.getByRole('dialog', { name: /^Asignar/ })
    await form.getByRole('combobox', { name: 'Analista' }).fill('pena')
    await page.getByRole('option', { name: /Rodrigo Peña/ }).click()
    await form.getByRole('combobox', { name: 'Departamento de ITAU' }).selectOption({ label: 'Contabilidad financiera' })
    await expect(form.getByText('Jefatura: Marcela Duarte Rocha')).toBeVisible()
    await form.getByRole('button', { name: `Asignar ${n}`, exact: true }).click()
    await expect(form).toBeHidden()
  }
  await rowOf(page, itau('0011000006')).getByRole('button', { name: 'Asignar DISPONIBILIDADES' }).click()
  await assign(1)
  await expect(page.getByText('1 cuenta asignada')).toBeVisible()
  await expect(unassigned).toHaveText(`No asignadas${524 - opened - 1}`)
  for (const code of ['0012000005', '0016000001', '0018000009']) await rowOf(page, itau(code)).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Asignar 3 a…' }).click()
  await assign(3)
  await expect(page.getByText('3 cuentas asignadas')).toBeVisible()
  await expect(unassigned).toHaveText(`No asignadas${524 - opened - 4}`)
  opened += 4
})

test('the analyst downloads the workbook, fills it in and sends it', async ({ as }) => {
  const page = await as('rpena')
  await inJanuary(page)
  await expect(page.getByRole('heading', { name: 'Mis cuentas de enero de 2008' })).toBeVisible()
  period = new URL(page.url()).searchParams.get('periodo')!
  await expect(sent(page)).toContainText('0 de 64')
  await rowOf(page, first).getByRole('button', { name: 'Cargar libro' }).click()
  const form = drawer(page, first)
  const template = await takeTemplate(page, first)
  book = filled(template, first.cents, first.cents, 'Ver comentario')

  await test.step('a workbook of another account is refused by its cell', async () => {
    const cell = namedCell(template, 'CUENTA')
    const other = withCells(book, { [cell]: third.account })
    await fillIn(page, first, { name: 'otra-cuenta.xlsx', mimeType: XLSX, buffer: other }, first.cents, 'Rentas del mes.')
    const refusal = form.getByText(
      `El libro es de otra cuenta o de otro período: Análisis!${cell} dice ${third.account} y debía decir ${first.account}.`,
    )
    await expect(refusal, 'as soon as it is chosen').toHaveCount(1)
    await send(page, first)
    await expect(refusal, 'and at its field when it is sent').toHaveCount(2)
  })
  await test.step('a material movement wants its comment', async () => {
    const silent = withCells(book, { [namedCell(template, 'COMENTARIO')]: '' })
    await fillIn(page, first, { name: 'libro.xlsx', mimeType: XLSX, buffer: silent }, first.cents, '')
    await send(page, first)
    const comment = form.getByRole('textbox', { name: 'Comentario de la variación' })
    await expect(comment).toHaveAttribute('aria-invalid', 'true')
    await expect(comment).toBeFocused()
    await expect(form.getByText('Complete este campo.')).toBeVisible()
  })
  await test.step('a value that the workbook does not say is refused', async () => {
    await fillIn(page, first, { name: 'libro.xlsx', mimeType: XLSX, buffer: book }, first.cents - 100n, 'Rentas del mes.')
    await expect(form.getByRole('status').filter({ hasText: '1,00' })).toBeVisible()
    await send(page, first)
    const cell = namedCell(template, 'VALOR_ANALISIS')
    await expect(
      form.getByText(`La celda Análisis!${cell} dice ${money(first.cents)} y usted escribió ${money(first.cents - 100n)}.`),
    ).toBeVisible()
  })
  await test.step('what agrees is sent', async () => {
    await fillIn(page, first, { name: 'libro.xlsx', mimeType: XLSX, buffer: book }, first.cents, 'Rentas devengadas del mes.')
    await send(page, first)
    await expect(form).toBeHidden()
    await expect(page.getByText(said('Envió', first))).toBeVisible()
    await expect(sent(page)).toContainText('1 de 64')
    await expect(rowOf(page, first)).toContainText('En jefatura')
  })
  await test.step('another with a difference that is explained, and one supported by a text table', async () => {
    await rowOf(page, second).getByRole('button', { name: 'Cargar libro' }).click()
    const supported = second.cents - 150_000n
    const buffer = filled(await takeTemplate(page, second), second.cents, supported, 'Diferencia en tránsito')
    await fillIn(page, second, { name: 'acciones.xlsx', mimeType: XLSX, buffer }, supported, 'Diferencia de 1.500,00 en tránsito.')
    await expect(drawer(page, second).getByRole('status').filter({ hasText: '1.500,00' })).toBeVisible()
    await send(page, second)
    await expect(drawer(page, second)).toBeHidden()
    await rowOf(page, third).getByRole('button', { name: 'Cargar libro' }).click()
    const table = Buffer.from(`Concepto;Importe\r\nGastos anticipados;${money(third.cents)}\r\n`)
    await fillIn(page, third, { name: 'gastos.csv', mimeType: 'text/csv', buffer: table }, third.cents, 'Según auxiliar.')
    await send(page, third)
    await expect(sent(page)).toContainText('3 de 64')
  })
})

test('jefatura rejects with the keyboard, the analyst sees why and corrects', async ({ as }) => {
  const jefatura = await as('mduarte', '/cuentas/analisis')
  await inJanuary(jefatura)
  await jefatura
    .getByRole('list', { name: 'Por decidir' })
    .getByRole('button', { name: new RegExp(first.name) })
    .click()
  const item = jefatura.getByRole('region', { name: first.name })
  await test.step('the workbook is there as a grid', async () => {
    await expect(jefatura.getByRole('tab', { name: /Por decidir/ })).toHaveText('Por decidir3')
    await expect(item.getByText(`celda ${namedCell(book, 'VALOR_ANALISIS')} del libro`)).toBeVisible()
    const sheet = item.getByRole('region', { name: 'Hoja Análisis' })
    await expect(sheet.getByRole('row', { name: /^4 / }).getByRole('cell').nth(1)).toHaveText(first.account)
    await expect(sheet.getByRole('row', { name: /^12 / }).getByRole('cell').nth(1)).toHaveText(money(first.cents))
    await expect(sheet.getByRole('row', { name: /^20 / }).getByRole('cell').nth(3)).toHaveText('123,45')
    await expect(jefatura.getByText('El libro coincide con el valor sustentado')).toBeVisible()
    await expect(jefatura.getByText('registro íntegro')).toBeVisible()
  })
  await test.step('R, a reason that is too short, then the reason', async () => {
    await item.getByRole('heading', { name: first.name }).focus()
    await jefatura.keyboard.press('r')
    const reason = item.getByRole('textbox', { name: 'Motivo del rechazo' })
    await expect(reason).toBeFocused()
    await jefatura.keyboard.type('Falta')
    await jefatura.keyboard.press('Enter')
    await expect(item.getByRole('alert')).toHaveText('Escriba el motivo: mínimo 10 caracteres (5 de 10)')
    await reason.fill(REASON)
    await jefatura.keyboard.press('Enter')
    await expect(jefatura.getByRole('status').filter({ hasText: said('', first, 'rechazado. 2 por decidir.') })).toBeAttached()
    await expect(jefatura.getByRole('tab', { name: /Decididos/ })).toHaveText('Decididos1')
  })
  const analyst = await as('rpena', `/home?periodo=${period}`)
  await test.step('the reason stands at the top of the analyst’s day', async () => {
    const rejected = analyst.getByRole('listitem').filter({ hasText: REASON })
    await expect(rejected).toContainText('Marcela Duarte Rocha')
    await rejected.getByRole('link').click()
    const form = drawer(analyst, first)
    await expect(form.getByText(REASON)).toBeVisible()
    await fillIn(
      analyst,
      first,
      { name: 'libro-v2.xlsx', mimeType: XLSX, buffer: book },
      first.cents,
      'Rentas devengadas; se adjunta el auxiliar.',
    )
    await send(analyst, first)
    await expect(analyst.getByText(said('Envió', first))).toBeVisible()
    await expect(rejected).toHaveCount(0)
  })
})

test('jefatura and control approve; management sees it', async ({ as }) => {
  const management = await as('hvillalobos', `/home?periodo=${period}`)
  const charts = await as('bmontoya', `/estadisticas?periodo=${period}`)
  const figures = async (approved: number) => {
    await expect(management.getByRole('heading', { name: 'Cierre de enero de 2008' })).toBeVisible()
    await expect(management.getByRole('region', { name: 'Completado' })).toContainText(`${approved} de ${opened} análisis`)
    await expect(charts.getByText(`${opened} análisis`, { exact: true })).toBeVisible()
    await expect(charts.getByRole('listitem').filter({ hasText: 'Completado tarde' })).toHaveText(
      new RegExp(`^Completado tarde ?${approved}`),
    )
    await expect(charts.getByRole('listitem').filter({ hasText: 'Vencido' })).toHaveText(new RegExp(`^Vencido ?${opened - approved}`))
  }
  await test.step('before: nothing is approved', () => figures(0))

  const approve = async (page: Page, account: Balance, answer: RegExp) => {
    await page
      .getByRole('list', { name: 'Por decidir' })
      .getByRole('button', { name: new RegExp(account.account) })
      .click()
    const item = page.getByRole('region', { name: account.name })
    await expect(item.getByRole('region', { name: 'Hoja Análisis' })).toBeVisible()
    await expect(item.getByRole('button', { name: /^Aprobar/ })).not.toHaveAttribute('aria-disabled')
    await item.getByRole('heading', { name: account.name }).focus()
    await page.keyboard.press('a')
    await expect(page.getByRole('status').filter({ hasText: answer })).toBeAttached()
  }
  const jefatura = await as('mduarte', `/cuentas/analisis?periodo=${period}`)
  await approve(jefatura, first, said('', first, 'aprobado. 2 por decidir.'))
  await approve(jefatura, second, said('', second, 'aprobado. 1 por decidir.'))
  const control = await charts.context().newPage()
  await control.goto(`/cuentas/analisis?periodo=${period}`)
  await expect(control.getByRole('tab', { name: /Por decidir/ })).toHaveText('Por decidir2')
  await approve(control, first, said('', first, 'aprobado. 1 por decidir.'))
  await approve(control, second, said('', second, 'aprobado. 0 por decidir.'))
  await expect(control.getByText('Nada por decidir')).toBeVisible()

  await test.step('after: two are', async () => {
    await management.reload()
    await charts.reload()
    await figures(2)
  })
})

test('February, dry: what is new, missing and changed against January; then it is discarded', async ({ as }) => {
  const page = await as('bmontoya', '/periodos/crear')
  await page.getByRole('combobox', { name: 'Mes' }).selectOption({ label: 'febrero' })
  await page.getByRole('combobox', { name: 'Año' }).selectOption('2008')
  await page.getByRole('button', { name: 'Abrir período' }).click()
  await page.waitForURL('**/periodos')
  await chooseMonth(page, 'febrero de 2008')
  await upload(page, 'cosif-200802.csv', fileOf(february))

  const key = ({ code, account }: Balance) => `${code}/${account}`
  const before = new Map(balances.map((one) => [key(one), one.cents]))
  const after = new Set(next.map(key))
  const fresh = next.filter((one) => !before.has(key(one)))
  const same = next.filter((one) => before.get(key(one)) === one.cents)
  const moved = next.length - fresh.length - same.length
  const gone = balances.filter((one) => !after.has(key(one)))
  expect([fresh.length, gone.length], 'as ATTRIBUTION.md says').toEqual([8, 7])
  await expect(cells(page, 'Nuevas').nth(1)).toHaveText(count(fresh.length))
  await expect(cells(page, 'Cambian').nth(1)).toHaveText(count(moved))
  await expect(cells(page, 'Iguales').nth(1)).toHaveText(count(same.length))
  await expect(cells(page, 'Faltan').nth(1)).toHaveText(count(gone.length))
  await expect(cells(page, 'Faltan').nth(3)).toHaveText(money(sum(gone)))
  // What is missing stores nothing this month.
  await expect(cells(page, 'Faltan').nth(4)).toHaveText('0,00')
  await expectStored(page)
  await page.getByRole('button', { name: /^Faltan/ }).click()
  await expect(page.getByRole('region', { name: 'Cuentas que faltan en el archivo' }).getByRole('row')).toHaveCount(gone.length + 1)

  await page.getByRole('button', { name: 'Descartar' }).click()
  await page.getByRole('button', { name: 'Descartar la carga' }).click()
  await expect(page.getByText('Carga descartada')).toBeVisible()
  await page.goto('/cuentas/carga-balance')
  await expect(page.getByRole('row').filter({ hasText: 'cosif-200802.csv' })).toContainText('Descartada')
  await page.goto('/estadisticas')
  await page.getByRole('combobox', { name: 'Elija un período' }).selectOption({ label: 'febrero de 2008' })
  await expect(page.getByText('Aún no hay análisis en febrero de 2008')).toBeVisible()
})

test('a corrected January reopens what was approved, and its history stays', async ({ as }) => {
  const page = await as('bmontoya', '/cuentas/carga-balance')
  await chooseMonth(page, 'enero de 2008')
  const corrected = [...january]
  const cents = first.cents + 100_000n
  corrected[first.row - 1] = changed(corrected[first.row - 1]!, { amount: money(cents).replaceAll('.', '') })
  await upload(page, 'cosif-200801-corregido.csv', fileOf(corrected))
  await expect(cells(page, 'Cambian')).toHaveText(['Cambian', '1', '—', money(first.cents), money(cents), '+1.000,00'])
  await expect(cells(page, 'Iguales').nth(1)).toHaveText('523')
  await expect(page.getByText('Reabrirá 1 análisis. Es 1 aprobado. Su saldo cambia: vuelve a estar por preparar')).toBeVisible()
  const box = page.getByRole('checkbox', { name: 'Entiendo que se reabre 1 análisis, con 1.000,00 de cambio' })
  await test.step('without the tick nothing is done', async () => {
    await page.getByRole('button', { name: 'Confirmar la carga' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Marque la casilla para confirmar la carga.' })).toBeVisible()
    await expect(box).toBeFocused()
  })
  await box.check()
  await page.getByRole('button', { name: 'Confirmar la carga' }).click()
  await expect(page.getByRole('heading', { name: 'La carga está aplicada' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Análisis reabiertos' })).toContainText(/Análisis reabiertos\s*1/)

  const analyst = await as('rpena', `/home?periodo=${period}`)
  const account = { ...first, cents }
  await expect(rowOf(analyst, account)).toContainText('Por preparar')
  await rowOf(analyst, account).getByRole('button', { name: 'Cargar libro' }).click()
  await test.step('the workbook of the old balance no longer serves', async () => {
    await fillIn(analyst, account, { name: 'libro.xlsx', mimeType: XLSX, buffer: book }, first.cents, 'Rentas devengadas.')
    await send(analyst, account)
    await expect(
      drawer(analyst, account).getByText(
        `El saldo de la celda Análisis!${namedCell(book, 'VALOR_BALANCE')} (${money(first.cents)}) ya no es el del balance (${money(cents)}). Descargue la plantilla de nuevo.`,
      ),
    ).toHaveCount(2)
  })

  await test.step('who did what is still told, in its order', async () => {
    const control = await as('bmontoya', `/cuentas/analisis?periodo=${period}&bandeja=sin_enviar`)
    await control.getByRole('searchbox', { name: 'Cuenta o nombre' }).fill(first.account)
    await control
      .getByRole('list', { name: 'Por preparar' })
      .getByRole('button', { name: new RegExp(money(cents)) })
      .click()
    const evidence = control.getByRole('complementary', { name: 'Evidencia' })
    await expect(evidence.getByText('registro íntegro')).toBeVisible()
    // Who decides within two seconds has not seen the file: that it was opened is told of some steps only.
    await expect(evidence.locator('.history-line > :first-child').filter({ hasNotText: 'Abrió el archivo' })).toHaveText([
      'Cambió el saldo',
      'Aprobó (control)',
      'Aprobó (jefatura)',
      'Envió la versión 2',
      'Rechazó (jefatura)',
      'Envió la versión 1',
      'Descargó la plantilla',
      'Generó el análisis',
    ])
    await expect(evidence.getByRole('listitem').filter({ hasText: 'Rechazó (jefatura)' })).toContainText(REASON)
  })
})

test('control closes January; afterwards nothing in it changes', async ({ as }) => {
  const [cents, account] = [first.cents + 100_000n, { ...first, cents: first.cents + 100_000n }]
  const analyst = await as('rpena', `/home?periodo=${period}`)
  await test.step('three people are in the middle of something', async () => {
    await rowOf(analyst, account).getByRole('button', { name: 'Cargar libro' }).click()
    const buffer = filled(await takeTemplate(analyst, account), cents, cents, 'Rentas')
    await fillIn(analyst, account, { name: 'libro-v3.xlsx', mimeType: XLSX, buffer }, cents, 'Rentas con el saldo corregido.')
  })
  const jefatura = await as('mduarte', `/cuentas/analisis?periodo=${period}`)
  await expect(jefatura.getByRole('heading', { name: third.name })).toBeVisible()
  await expect(jefatura.getByRole('button', { name: /^Aprobar/ })).not.toHaveAttribute('aria-disabled')
  const loader = await as('bmontoya', '/cuentas/carga-balance')
  await chooseMonth(loader, 'enero de 2008')
  const again = [...january]
  again[second.row - 1] = changed(again[second.row - 1]!, { amount: '1,00' })
  await upload(loader, 'cosif-tarde.csv', fileOf(again))

  const control = await as('bmontoya', '/periodos?statusId=1')
  await test.step('critical analyses without approval block, until the administrator lets them warn', async () => {
    await control.goto(`/periodos/${period}/cerrar`)
    await expect(control.getByRole('list', { name: 'Lista de cierre' }).getByText(/cuentas críticas sin aprobar$/)).toBeVisible()
    await expect(control.getByRole('textbox', { name: /^Motivo de cerrar con/ })).toHaveCount(0)
    const call = await apiOf(await as('sbarrios'))
    const { ID, PRUEBAS, SEGUNDA_PERSONA } = await call('GET', '/period/closing-policy')
    const warns = { aviso: '0', bloqueo: null }
    await call('POST', '/period/closing-policy', {
      ID,
      PRUEBAS: { ...PRUEBAS, criticas_sin_aprobar: { A: warns, M: warns, B: warns } },
      SEGUNDA_PERSONA,
      MOTIVO: 'Se cierra un mes histórico con lo revisado.',
    })
    await control.goto('/periodos?statusId=1')
  })
  await test.step('the checklist warns: control asks with a reason, and the administrator closes', async () => {
    await control.getByRole('button', { name: 'Acciones de enero de 2008' }).click()
    await control.getByRole('menuitem', { name: 'Cerrar período' }).click()
    const list = control.getByRole('list', { name: 'Lista de cierre' })
    await expect(list.getByRole('listitem').filter({ hasText: `${opened - 1} cuentas sin aprobar` })).toBeVisible()
    // Of the 524 loaded, three balances are zero and need nobody.
    await expect(list.getByText(`${521 - opened} saldos sin análisis`)).toBeVisible()
    await expect(list.getByText('Los períodos anteriores están cerrados')).toBeVisible()
    await expect(list.getByText('El registro de eventos está íntegro')).toBeVisible()
    await control.getByRole('textbox', { name: /^Motivo de cerrar con/ }).fill('Balance histórico: se cierra con lo revisado.')
    const typed = (page: Page) => page.getByRole('textbox', { name: 'Escriba enero de 2008 para confirmar' })
    await typed(control).fill('enero de 2008')
    await control.getByRole('button', { name: /^Pedir el cierre de enero de 2008/ }).click()
    await expect(control.getByText(/^Usted pidió el cierre el/)).toBeVisible()
    const administrator = await as('sbarrios', `/periodos/${period}/cerrar`)
    await typed(administrator).fill('Enero 2008')
    await administrator.getByRole('button', { name: /^Cerrar enero de 2008/ }).click()
    await expect(administrator.getByText('enero de 2008 está cerrado')).toBeVisible()
    await expect(administrator.getByRole('heading', { level: 1, name: 'Acta de cierre de enero de 2008' })).toBeVisible()
  })
  const closed = 'El período está cerrado: nada en él puede cambiar.'
  await test.step('the analyst’s workbook is refused', async () => {
    await send(analyst, account)
    await expect(drawer(analyst, account).getByText(closed)).toBeVisible()
    // The form goes once the page has heard of the closing; before that, leaving it is asked about.
    await expect(drawer(analyst, account).getByRole('button', { name: 'Enviar', exact: true })).toHaveCount(0)
    await drawer(analyst, account).getByRole('button', { name: 'Cerrar' }).click()
    await expect(rowOf(analyst, account)).toContainText('Por preparar')
  })
  await test.step('the decision is refused, and the item comes back', async () => {
    await jefatura.getByRole('heading', { name: third.name }).focus()
    await jefatura.keyboard.press('a')
    const told = jefatura.getByRole('region', { name: 'Avisos' })
    await expect(told.getByText(said('No se aprobó', third))).toBeVisible()
    await expect(told.getByText(closed)).toBeVisible()
    await expect(jefatura.getByRole('tab', { name: /Por decidir/ })).toHaveText('Por decidir1')
  })
  await test.step('the load is refused, and the month is offered no more', async () => {
    const box = loader.getByRole('checkbox', { name: /^Entiendo que se reabre 1 análisis/ })
    await box.check()
    await loader.getByRole('button', { name: 'Confirmar la carga' }).click()
    const told = loader.getByRole('region', { name: 'Avisos' })
    await expect(told.getByText('La carga no se confirmó')).toBeVisible()
    await expect(told.getByText(closed)).toBeVisible()
    await loader.goto('/cuentas/carga-balance')
    await expect(loader.getByRole('combobox', { name: 'Período' }).getByRole('option', { name: 'febrero de 2008' })).toBeAttached()
    await expect(loader.getByRole('combobox', { name: 'Período' }).getByRole('option', { name: 'enero de 2008' })).toHaveCount(0)
  })
})

test('every step was mailed to whom it concerned', async ({ product }) => {
  const folder = `${product.dataDir}/mail`
  const mails = () =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.eml'))
      .map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
      .map((mail) => `${/^To: (\w+)@/m.exec(mail)?.[1]}: ${/^Subject: (.*)$/m.exec(mail)?.[1]}`)
  const code = first.account
  for (const mail of [
    'rpena: Saldos de enero de 2008 cargados',
    'rpena: Cuentas asignadas',
    `mduarte: Análisis por aprobar: ${code}`,
    `rpena: Análisis rechazado: ${code}`,
    `bmontoya: Por aprobar en control: ${code}`,
    `rpena: Análisis aprobado: ${code}`,
    `rpena: Cambió el saldo de ${code}`,
    'mduarte: Período enero de 2008 cerrado',
  ])
    await expect.poll(mails, { message: mail, timeout: 20_000 }).toContain(mail)
})
