import { expect, type Locator, type Page } from '@playwright/test'

/** On with the Tab key, as somebody without a mouse does. */
export async function tabTo(page: Page, wanted: Locator) {
  const there = () => wanted.evaluate((element) => element === document.activeElement)
  for (let steps = 0; steps < 400 && !(await there()); steps++) await page.keyboard.press('Tab')
  await expect(wanted).toBeFocused()
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
    /** An entry of the menu that is open. */
    async pick(entry: string) {
      await page.getByRole('menuitem', { name: entry }).first().waitFor()
      await keys.type(entry.slice(0, 12))
      await keys.press('Enter')
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
