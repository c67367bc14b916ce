import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inflateRawSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'

test('control takes an evidence binder home; one changed byte turns its check red, and names the file', async ({ as, browser }) => {
  const folder = mkdtempSync(join(tmpdir(), 'cuadre-binder-'))
  try {
    const page = await as('bmontoya', '/cuentas/historicos')
    await expect(page.getByText('0011100009').first()).toBeVisible()
    // Of everything there is none.
    await expect(page.getByRole('button', { name: 'Expediente', exact: true })).toBeHidden()
    await ofOnePeriod(page)
    await choosesAFileOfTheBrowser(page)
    await page.getByRole('button', { name: 'Expediente', exact: true }).click()
    await expect(page.getByText('Expediente guardado')).toBeVisible()
    const zip = join(folder, 'expediente.zip')
    const name = await page.getByText(/^Expediente .*\.zip$/).textContent()
    writeFileSync(zip, await written(page, name!))

    // Unpacked, without a network: the page that came with it.
    const bytes = readFileSync(zip)
    const parts = partsOf(bytes)
    const file = parts.find(({ name }) => /^analisis\/.*\/analisis\.json$/.test(name))!
    const unpacked = join(folder, 'unpacked')
    for (const { name, content } of parts) {
      mkdirSync(dirname(join(unpacked, name)), { recursive: true })
      writeFileSync(join(unpacked, name), content)
    }
    const context = await browser.newContext({ locale: 'es-CL', offline: true })
    const check = await context.newPage()
    await check.goto(pathToFileURL(join(unpacked, 'verificar.html')).href)
    const result = check.getByRole('status')
    await check.getByLabel('Elegir el archivo ZIP…').setInputFiles(zip)
    await expect(result).toContainText('Íntegro: nada ha cambiado desde que se firmó')
    await expect(result).toContainText('Beatriz Montoya')
    await check.getByLabel('Elegir la carpeta descomprimida…').setInputFiles(unpacked)
    await expect(result).toContainText('Íntegro: nada ha cambiado desde que se firmó')

    // A mended manifest is not the signed one.
    const mended = Buffer.from(file.content.toString().replace('"COD_ANALISIS"', '"COD_ANALISIs"'))
    const manifest = join(unpacked, 'manifiesto.json')
    const signed = readFileSync(manifest, 'utf8')
    writeFileSync(join(unpacked, file.name), mended)
    writeFileSync(manifest, signed.replace(sha256(file.content), sha256(mended)))
    await check.getByLabel('Elegir la carpeta descomprimida…').setInputFiles(unpacked)
    await expect(result).toHaveClass('bad')
    await expect(result).toContainText('La firma no corresponde al manifiesto')
    await expect(result.getByRole('listitem')).toHaveCount(1)
    writeFileSync(manifest, signed)

    // The same binder, as the server knows it.
    await page.getByRole('button', { name: 'Comprobar un expediente' }).click()
    const drawer = page.getByRole('dialog', { name: 'Comprobar un expediente' })
    await drawer.getByLabel(/Arrastre el expediente/).setInputFiles(zip)
    await expect(drawer.getByText('Lo firmó esta instalación de Cuadre y el manifiesto no ha cambiado.')).toBeVisible()
    await expect(drawer.getByText('Beatriz Montoya')).toBeVisible()

    const changed = Buffer.from(file.content)
    changed[changed.length - 1]! ^= 1
    writeFileSync(join(unpacked, file.name), changed)
    await check.getByLabel('Elegir la carpeta descomprimida…').setInputFiles(unpacked)
    await expect(result).toHaveClass('bad')
    await expect(result).toContainText(`Cambiado: ${file.name}`)

    bytes[file.at + 8]! ^= 1
    writeFileSync(zip, bytes)
    await check.getByLabel('Elegir el archivo ZIP…').setInputFiles(zip)
    await expect(result).toContainText(`Cambiado: ${file.name}`)
    await expect(result.getByRole('listitem')).toHaveCount(1)
    await context.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('where no file can be chosen the binder is put aside on the disk as it comes, and goes to the downloads from there', async ({
  as,
}) => {
  const page = await as('bmontoya', '/cuentas/historicos')
  await ofOnePeriod(page)
  await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Expediente', exact: true }).click()
  const bytes = readFileSync(await (await download).path())
  expect(partsOf(bytes).map(({ name }) => name)).toContain('verificar.html')
  const aside = await page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('descargas')
    const sizes: number[] = []
    for await (const name of folder.keys()) sizes.push((await (await folder.getFileHandle(name)).getFile()).size)
    return sizes
  })
  expect(aside).toEqual([bytes.length])
})

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')
const ofOnePeriod = async (page: Page) => {
  await page.getByRole('button', { name: 'Filtrar por Período' }).click()
  await page.getByRole('radio').nth(1).click()
  await page.keyboard.press('Escape')
}
/** In place of the dialog of the system, which no script can answer: the file is one that only the browser sees. */
const choosesAFileOfTheBrowser = (page: Page) =>
  page.evaluate(() => {
    const showSaveFilePicker = async ({ suggestedName }: { suggestedName: string }) =>
      (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true })
    Object.assign(window, { showSaveFilePicker })
  })
const written = async (page: Page, name: string) => {
  const url = await page.evaluate(async (name) => {
    const file = await (await (await navigator.storage.getDirectory()).getFileHandle(name)).getFile()
    return new Promise<string>((resolve) => {
      const reader = new FileReader()
      reader.onload = () => resolve(String(reader.result))
      reader.readAsDataURL(file)
    })
  }, name)
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}

/** What is in a ZIP, and where the packed bytes of each part begin. */
function partsOf(zip: Buffer) {
  const parts: { name: string; at: number; content: Buffer }[] = []
  for (let entry = zip.readUInt32LE(zip.length - 6); zip.readUInt32LE(entry) === 0x02014b50; ) {
    const length = zip.readUInt16LE(entry + 28)
    const local = zip.readUInt32LE(entry + 42)
    const at = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const name = zip.toString('utf8', entry + 46, entry + 46 + length)
    parts.push({ name, at, content: inflateRawSync(zip.subarray(at, at + zip.readUInt32LE(entry + 20))) })
    entry += 46 + length + zip.readUInt16LE(entry + 30) + zip.readUInt16LE(entry + 32)
  }
  return parts
}
