import type { Page } from '@playwright/test'
import { accessible, arrived, inTheme, looksRight } from '../support/looks.ts'
import { expect, test } from '../support/test.ts'

const DOT = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64')
const reply = (page: Page) => page.getByRole('region', { name: 'Responder' })
const answer = (page: Page) => reply(page).getByRole('textbox', { name: 'Respuesta' })

test('help is asked for from a page, answered in a queue that moves by itself, and never twice', async ({ as }) => {
  const author = await as('lferreyra', '/mis-recursos')
  const subject = 'El archivo de Itaú no abre desde ayer'
  await test.step('the page that one comes from goes with it, and can be left out; answers that exist are shown', async () => {
    await author.getByRole('button', { name: /Lucía Ferreyra/ }).click()
    await author.getByRole('link', { name: '¿Necesita ayuda?' }).click()
    await author.waitForURL('**/tickets-soporte/crear?**')
    await expect(author.getByRole('checkbox', { name: /Desde dónde escribe: Recursos de utilidad/ })).toBeChecked()
    await author.getByRole('textbox', { name: 'Asunto' }).fill('La carga rechaza')
    await expect(author.getByRole('complementary', { name: 'Quizá ya está respondido' }).locator('details')).toHaveCount(0)
    await author.getByRole('textbox', { name: 'Asunto' }).fill('La carga rechaza monedas')
    await expect(author.getByText('Cómo se reconocen las monedas en una carga')).toBeVisible()
    await expect(author.getByRole('combobox', { name: 'Categoría' })).toHaveValue('4')
    await author.getByRole('textbox', { name: 'Asunto' }).fill(subject)
  })
  await test.step('what is wrong is said at its field; a file that is refused is named', async () => {
    await author.getByRole('button', { name: 'Enviar' }).click()
    await expect(author.getByRole('textbox', { name: 'Qué pasa' })).toHaveAttribute('aria-invalid', 'true')
    await author
      .getByLabel(/Archivos/)
      .setInputFiles({ name: 'macro.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') })
    await expect(author.getByRole('alert').filter({ hasText: 'macro.exe' })).toBeVisible()
  })
  await author.getByRole('textbox', { name: 'Qué pasa' }).fill('Excel avisa que contiene datos no legibles.')
  await author.getByLabel(/Archivos/).setInputFiles({ name: 'aviso.png', mimeType: 'image/png', buffer: DOT })
  const agent = await as('bmontoya', '/ayuda/solicitudes-recibidas?cola=free')
  await expect(agent.getByRole('heading', { name: 'Solicitudes recibidas' })).toBeVisible()
  await author.getByRole('button', { name: 'Enviar' }).click()
  await author.waitForURL(/\/ayuda\/solicitudes\?ticket=\d+$/)
  await expect(author.getByRole('button', { name: 'Ampliar aviso.png' })).toBeVisible()

  const row = agent.getByRole('button', { name: new RegExp(subject) })
  await test.step('it comes into the queue without being asked for; its clock is drawn', async () => {
    await row.click()
    await expect(agent.getByRole('article', { name: subject })).toBeVisible()
    await expect(agent.getByRole('region', { name: 'Plazo de la solicitud' })).toContainText('Quedan')
    await expect(agent.getByRole('complementary', { name: 'Datos de la solicitud' })).toContainText('Recursos de utilidad')
  })
  await test.step('A takes it, N writes a note that its author does not see, ?? inserts a saved answer', async () => {
    await agent.getByRole('article', { name: subject }).getByRole('heading', { name: subject }).click()
    await agent.keyboard.press('a')
    await expect(agent.getByRole('combobox', { name: 'Responsable' })).toHaveValue(/^[1-9]/)
    await agent.keyboard.press('n')
    await agent.getByRole('textbox', { name: 'Nota interna' }).fill('Puede ser la plantilla de octubre')
    await agent.getByRole('button', { name: 'Guardar la nota' }).click()
    await expect(agent.getByText('Nota interna de Beatriz Montoya Ríos')).toBeVisible()
    await answer(agent).pressSequentially('Hola, Lucía. ??')
    await agent.getByRole('dialog', { name: 'Insertar una respuesta' }).getByText('Pedir el archivo original').click()
    await expect(answer(agent)).toHaveValue(/Hola, Lucía\.[\s\S]*archivo original/)
  })
  const other = await as('vlagos', '/ayuda/solicitudes-recibidas?cola=all')
  await other.getByRole('button', { name: new RegExp(subject) }).click()
  await test.step('another one who answers is seen; who comes second reads the first answer before sending', async () => {
    await expect(reply(other).getByText(/Beatriz Montoya Ríos (está escribiendo|también la está viendo)/)).toBeVisible()
    await answer(other).fill('Descárguelo otra vez, por favor.')
    // Verónica's page has not read the answer yet: what it asks for waits until she has sent hers.
    const { promise: sent, resolve: release } = Promise.withResolvers<void>()
    await other.route(/\/tickets-suport\/\d+$/, async (route) => {
      if (route.request().method() === 'GET') await sent
      await route.continue()
    })
    await answer(agent).press('Control+Enter')
    await expect(agent.getByText('Mensaje enviado')).toBeVisible()
    await answer(other).press('Control+Enter')
    await expect(other.getByText(/Beatriz Montoya Ríos respondió mientras usted escribía/)).toBeVisible()
    release()
    await expect(other.getByRole('list', { name: 'Conversación' })).toContainText('archivo original')
    await expect(answer(other)).toHaveValue('Descárguelo otra vez, por favor.')
  })
  await test.step('its author reads the answer where they are, without the note, and answers', async () => {
    await expect(author.getByRole('list', { name: 'Conversación' })).toContainText('archivo original')
    await expect(author.getByText('Puede ser la plantilla de octubre')).toHaveCount(0)
    await answer(author).fill('Ya lo envié por aquí.')
    await answer(author).press('Control+Enter')
    await expect(agent.getByRole('list', { name: 'Conversación' })).toContainText('Ya lo envié por aquí.')
  })
  await test.step('it is closed; its author opens it again, and whoever had it has it in the queue again', async () => {
    const move = async (page: Page, to: string) => {
      await page.getByRole('article', { name: subject }).getByRole('button', { name: 'Cambiar de estado' }).click()
      await page.getByRole('menuitem', { name: to, exact: true }).click()
    }
    const closed = 'La solicitud está cerrada. Puede reabrirse durante cinco días hábiles.'
    await move(agent, 'Resolver')
    await expect(author.getByRole('article', { name: subject }).getByText('Resuelta').first()).toBeVisible()
    await move(author, 'Cerrar')
    await expect(author.getByText(closed)).toBeVisible()
    await expect(agent.getByText(closed)).toBeVisible()
    await expect(answer(author)).toHaveCount(0)
    await move(author, 'Reabrir')
    await expect(answer(author)).toBeVisible()
    await expect(agent.getByText(closed)).toBeHidden()
    await agent.goto('/ayuda/solicitudes-recibidas?cola=mine')
    await expect(row).toBeVisible()
    await row.click()
    await expect(agent.getByRole('region', { name: 'Plazo de la solicitud' })).toContainText(/Quedan|−/)
  })
})

test.describe('every look', () => {
  test.skip(!process.env.EVERY_LOOK, 'in .ci/run')

  test('resources: a name that is taken becomes a version, a folder goes with what is in it, and only who may see it does', async ({
    as,
  }) => {
    const page = await as('bmontoya', '/ayuda/utilidades')
    await page.getByRole('button', { name: 'Crear carpeta' }).click()
    const form = page.getByRole('dialog', { name: 'Crear carpeta' })
    await form.getByRole('textbox', { name: 'Nombre' }).fill('Cierre mensual')
    await form.getByRole('button', { name: 'Guardar los cambios' }).click()
    await expect(form.getByRole('textbox', { name: 'Nombre' })).toHaveAttribute('aria-invalid', 'true')
    await form.getByRole('textbox', { name: 'Nombre' }).fill('Comité')
    await form.getByRole('checkbox', { name: 'Gerencia' }).check()
    await form.getByRole('button', { name: 'Guardar los cambios' }).click()
    await expect(page.getByRole('heading', { name: 'Comité', level: 1 })).toBeVisible()
    await expect(page.getByText('La ven: Gerencia.')).toBeVisible()
    const paper = (text: string) => ({ name: 'acta.txt', mimeType: 'text/plain', buffer: Buffer.from(text) })
    const upload = page.locator('input[type=file][multiple]').first()
    await upload.setInputFiles(paper('primera'))
    await expect(page.getByRole('button', { name: 'acta.txt', exact: true })).toBeVisible()
    await upload.setInputFiles(paper('segunda'))
    await page.getByRole('button', { name: 'Guardar como versión nueva' }).click()
    await expect(
      page
        .getByRole('row', { name: /acta\.txt/ })
        .getByRole('cell')
        .nth(2),
    ).toHaveText('2')
    const folderUrl = new URL(page.url())
    const reader = await as('rpena', `/mis-recursos/${folderUrl.searchParams.get('carpeta')}/archivos` as '/mis-recursos')
    await expect(reader.getByRole('alert')).toBeVisible()
    await expect(reader.getByRole('link', { name: '¿Necesita ayuda?' })).toBeVisible()
    await page.getByRole('button', { name: 'Esta carpeta' }).click()
    await page.getByRole('menuitem', { name: 'Eliminar la carpeta' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('1 archivo')
    await expect(question).toContainText('acta.txt')
    await question.getByRole('button', { name: 'Eliminar la carpeta' }).click()
    await expect(page.getByRole('navigation', { name: 'Carpetas' }).getByText('Comité')).toHaveCount(0)
  })

  test('a PDF and a workbook are read in the page', async ({ as }) => {
    const page = await as('rpena', '/mis-recursos')
    await page.getByRole('searchbox').fill('calendario')
    await page.getByRole('button', { name: 'Calendario de cierre.xlsx', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Hoja Hoja 1' }).getByRole('cell', { name: 'Noviembre' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('searchbox').fill('guía del analista')
    await page.getByRole('button', { name: 'Guía del analista.pdf', exact: true }).click()
    await expect(page.locator('iframe[title="Guía del analista.pdf"]')).toBeVisible()
    await expect(page.getByText('Versión 1', { exact: true })).toBeVisible()
  })

  test('questions: found by Ctrl-K, voted, what is not found is linked and then found', async ({ as }) => {
    const reader = await as('rpena')
    await reader.keyboard.press('Control+k')
    await reader.getByRole('combobox', { name: 'Buscar o ir a una página' }).fill('segundo factor')
    await reader.getByRole('option', { name: /Perdí el segundo factor/ }).click()
    await expect(reader.getByText('Entre con uno de sus códigos de recuperación')).toBeVisible()
    await reader.getByRole('button', { name: 'Sí', exact: true }).first().click()
    await expect(reader.getByText('Gracias por su respuesta')).toBeVisible()
    const page = await as('bmontoya', '/faq')
    const miss = page.getByRole('listitem').filter({ hasText: 'firma borrosa' })
    await miss.getByRole('button', { name: 'Enlazar' }).click()
    await page.getByRole('menuitem', { name: '¿Cómo cambio de rol?' }).click()
    await expect(page.getByText('«firma borrosa» ya encuentra la pregunta')).toBeVisible()
    await reader.getByRole('searchbox').fill('firma borrosa')
    await expect(reader.getByText('¿Cómo cambio de rol?')).toBeVisible()
  })

  for (const [width, height] of [
    [1440, 900],
    [1100, 800],
    [390, 844],
  ] as const)
    test(`at ${width} nothing runs over, in both themes`, async ({ as }) => {
      const page = await as('bmontoya')
      await page.setViewportSize({ width, height })
      for (const path of [
        '/ayuda/solicitudes-recibidas?ticket=1',
        '/ayuda/solicitudes?crear=1',
        '/tickets-soporte',
        '/mis-recursos',
        '/mis-recursos/1/archivos',
        '/ayuda/utilidades?carpeta=2',
        '/faq',
      ]) {
        await page.goto(path)
        await arrived(page)
        await looksRight(page, path, 'es')
        for (const theme of ['light', 'dark'] as const) {
          await inTheme(page, theme)
          await accessible(page, `${path} ${theme}`, { again: theme === 'dark' })
        }
      }
    })
})
