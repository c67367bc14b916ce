import { expect, type Locator, type Page } from '@playwright/test'

/** On with the Tab key, or back where it lies before what has the focus, as somebody without a mouse does. */
export async function tabTo(page: Page, wanted: Locator) {
  const there = () => wanted.evaluate((element) => element === document.activeElement)
  const before = await wanted.evaluate(
    (element) =>
      document.activeElement !== document.body &&
      Boolean(document.activeElement!.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING),
  )
  for (let steps = 0; steps < 400 && !(await there()); steps++) await page.keyboard.press(before ? 'Shift+Tab' : 'Tab')
  await expect(wanted).toBeFocused()
}

/** Types the name of an entry of the menu that has just been opened, once the menu listens, and takes it. */
export async function pick(page: Page, entry: string | RegExp, typed: string) {
  const wanted = page.getByRole('menuitem', { name: entry }).first()
  await wanted.waitFor()
  await expect(page.locator('[role="menu"]:focus, [role="menu"] :focus')).toHaveCount(1)
  await page.keyboard.type(typed)
  await expect(wanted).toHaveAttribute('data-highlighted', '')
  await page.keyboard.press('Enter')
}

/** What somebody without a mouse does on a page: each goes there with Tab first. */
export function hands(page: Page) {
  const keys = page.keyboard
  const press = async (wanted: Locator, key = 'Enter') => {
    await tabTo(page, wanted)
    await keys.press(key)
  }
  const write = async (field: Locator, text: string) => {
    await tabTo(page, field)
    await keys.press('Control+a')
    await keys.type(text)
  }
  return {
    press,
    write,
    /** From the list that opens below a field. */
    async choose(field: Locator, text: string) {
      await write(field, text)
      await expect(page.locator('[role="option"]').first()).toContainText(text.trim(), { ignoreCase: true })
      await keys.press('ArrowDown')
      await keys.press('Enter')
    },
    /** In a list that the browser draws. */
    async take(field: Locator, text: string) {
      await expect(field.locator('option').filter({ hasText: text })).not.toHaveCount(0)
      await tabTo(page, field)
      await keys.type(text)
    },
    async put(field: Locator, file: Parameters<Locator['setInputFiles']>[0]) {
      const chooser = page.waitForEvent('filechooser')
      await press(field)
      await (await chooser).setFiles(file)
    },
    /** An entry of the menu that is open, by its first word: a space that comes late would take the entry. */
    pick: (entry: string) => pick(page, entry, entry.split(' ')[0]!),
    /** The row that says so, with the arrows. */
    async toRow(list: Locator, text: string) {
      const on = list.locator('tr[data-cursor]')
      await expect(list.getByRole('row').filter({ hasText: text })).toBeVisible()
      await tabTo(page, list)
      // What is searched for may come, and the rows with it, while one walks.
      await expect(async () => {
        await keys.press('Home')
        for (let steps = 0; steps < 20 && !(await on.textContent())?.includes(text); steps++) await keys.press('ArrowDown')
        expect(await on.textContent()).toContain(text)
      }).toPass()
    },
    /** The first row of the list, once it is the one looked for. */
    async firstRow(list: Locator, text: string, key = 'Enter') {
      await expect(list.locator('tbody tr').first()).toContainText(text)
      await tabTo(page, list)
      await keys.press('Home')
      await keys.press(key)
    },
  }
}
