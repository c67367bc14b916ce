import { apiOf, expect, test } from '../support/test.ts'

test('an auditor reads, takes a file home, asks and draws a sample; all of it is written down, and the responsible answers', async ({
  as,
}) => {
  const page = await as('payala')
  const [auditor, control] = [await apiOf(page), await apiOf(await as('bmontoya'))]
  // Of an analyst whose part it is to answer, with a file.
  const [item] = (await control('GET', '/analysis/control?limit=1&estadoPrincipalId=2&search=0018')).data
  const found = `/analysis?limit=1&periodId=${item.COD_PERIODO}&accountId=${item.COD_CUENTA}`
  const main = page.getByRole('main')
  const table = (name: string) => main.getByRole('table', { name }).or(main.getByRole('grid', { name }))
  const record = page.getByRole('complementary', { name: 'Firmas, historial y observaciones' })
  await test.step('an approved analysis, its evidence and its file', async () => {
    expect((await auditor('GET', found)).total, 'not before it is approved').toBe(0)
    await control('PATCH', `/sub-management/aprobar-analisis-control/${item.COD_ANALISIS}`, { comentario: '', REVISION: item.REVISION })
    expect((await auditor('GET', found)).total).toBe(1)
    await page.goto(`/home?buscar=${item.CUENTA}&businessId=${item.ID_NEGOCIO}&periodId=${item.COD_PERIODO}`)
    await table('Análisis').locator('tbody').getByRole('row').first().click()
    await expect(record.getByText('registro íntegro')).toBeVisible()
    const download = page.waitForEvent('download')
    await main.getByRole('button', { name: 'Descargar', exact: true }).click()
    await download
  })
  await test.step('an observation', async () => {
    await record.getByRole('button', { name: 'Observar' }).click()
    const drawer = page.getByRole('dialog', { name: 'Nueva observación' })
    await drawer.getByRole('textbox', { name: 'Asunto' }).fill('Partida sin fecha')
    await drawer.getByRole('textbox', { name: 'Pregunta' }).fill('¿De cuándo es la partida mayor?')
    await drawer.getByRole('button', { name: 'Enviar la observación' }).click()
    await expect(page.getByText('La observación se envió a los responsables')).toBeVisible()
    await expect(record.getByText('Partida sin fecha')).toBeVisible()
  })
  await test.step('a sample, the same for the same seed', async () => {
    const draw = async (name: string) => {
      await page.goto('/home?vista=muestras')
      await main.getByRole('button', { name: 'Extraer una muestra' }).first().click()
      const drawer = page.getByRole('dialog', { name: 'Extraer una muestra' })
      await drawer.getByRole('textbox', { name: 'Nombre de la muestra' }).fill(name)
      await drawer.getByRole('textbox', { name: 'Tamaño' }).fill('5')
      await drawer.getByRole('textbox', { name: 'Semilla' }).fill('2026')
      await drawer.getByRole('button', { name: 'Extraer una muestra' }).click()
      await page.waitForURL(/muestra=\d+/)
      await expect(main.locator('tbody').getByRole('row')).toHaveCount(5)
      return main.locator('tbody .code').allTextContents()
    }
    expect(await draw('Muestra de control')).toEqual(await draw('Otra con la misma semilla'))
  })
  await test.step('the log has each of these, newest first; what was only looked at is a press away', async () => {
    await page.goto('/auditores')
    const log = table('Registro de accesos').locator('tbody').getByRole('row')
    for (const what of ['Muestra extraída', 'Observación enviada', 'Archivo descargado o leído'])
      await expect(log.filter({ hasText: what }).first()).toBeVisible()
    await expect(log.filter({ hasText: /Su acceso|Conteos/ })).toHaveCount(0)
    await main.getByRole('tab', { name: /^Consultas\s*[1-9]/ }).click()
    await expect(log.filter({ hasText: 'Análisis' }).filter({ hasText: item.CUENTA }).first()).toContainText('Consulta')
    await expect(log.filter({ hasText: 'Muestra extraída' })).toHaveCount(0)
  })
  await test.step('the analyst answers where the analysis is, and the auditor sees it', async () => {
    const analyst = await as('rpena', `/home?analisis=${item.COD_ANALISIS}`)
    await analyst.getByRole('button', { name: 'Partida sin fecha' }).click()
    const thread = analyst.getByRole('dialog', { name: 'Partida sin fecha' })
    await thread.getByRole('textbox', { name: 'Su respuesta' }).fill('Del 14 de enero; va en el auxiliar adjunto.')
    await thread.getByRole('button', { name: 'Responder' }).click()
    await expect(analyst.getByText('Respuesta enviada')).toBeVisible()
    await page.goto('/home?vista=observaciones')
    await expect(table('Observaciones').getByRole('row', { name: /Partida sin fecha/ })).toContainText('Respondida')
  })
})
