import type { Page } from '@playwright/test'
import { hands } from '../support/keyboard.ts'
import { apiOf, expect, test } from '../support/test.ts'

/** Every path of the area without a mouse, in English: something is refused, then done, and put back for whoever comes after. */
test.skip(!process.env.EVERY_LOOK, 'CI walks every path by keyboard alone')
test.setTimeout(240_000)

const REASON = 'Agreed by the committee in November'

async function inEnglish(page: Page, work: () => Promise<void>) {
  const api = await apiOf(page)
  await api('POST', '/me/locale', { locale: 'en' })
  await page.reload()
  await work()
  await api('POST', '/me/locale', { locale: 'es' })
}
const on = (page: Page) => {
  const main = page.getByRole('main')
  return {
    ...hands(page),
    main,
    keys: page.keyboard,
    button: (name: string) => main.getByRole('button', { name, exact: true }),
    field: (name: string | RegExp) => main.getByRole('textbox', { name, exact: true }),
    said: (text: string | RegExp) => expect(page.getByText(text, { exact: true }).last()).toBeVisible(),
  }
}

test('in English and by keyboard alone: what a role has of its own is given, refused where it contradicts, and given back', async ({
  as,
}) => {
  const page = await as('sbarrios', '/parametros/tiempo-en-sesion')
  const { press, write, main, button, field, said } = on(page)
  const VALUES = [
    ['/parametros/tiempo-en-sesion', 'Session time', '14', '240', '240 minutes'],
    ['/parametros/expiracion-de-contraseñas', 'Days until it expires', '366', '180', '180 days'],
    ['/parametros/cierre-de-sesion-por-inactividad', 'Minutes without activity', '241', '30', '30 minutes'],
  ] as const
  await inEnglish(page, async () => {
    for (const [path, label, wrong, value, text] of VALUES)
      await test.step(path, async () => {
        await page.goto(path)
        const row = main.getByRole('row', { name: /^Auditor/ }).first()
        await press(row.getByRole('link', { name: 'Give its own value' }))
        await write(field(label), wrong)
        await write(field('Reason'), REASON)
        await press(button('Save changes'))
        await expect(field(label)).toHaveAttribute('aria-invalid', 'true')
        await write(field(label), value)
        await press(button('Save changes'))
        await said(`Value of Auditor: ${text}`)
        await expect(main.getByRole('table', { name: 'History' })).toContainText(REASON)
        await press(row.getByRole('link').first())
        await press(main.getByRole('switch', { name: /own/ }), 'Space')
        await write(field('Reason'), REASON)
        await press(button('Save changes'))
        await said(/^Auditor is back to the value of all roles: /)
      })
  })
})

test('in English and by keyboard alone: a role, a sub-status and a reason are made, renamed and removed', async ({ as }) => {
  const page = await as('sbarrios', '/parametros/configuracion-de-roles')
  const { press, write, take, pick, toRow, main, keys, button, field, said } = on(page)
  await inEnglish(page, async () => {
    await test.step('/parametros/configuracion-de-roles: a name that is taken is refused', async () => {
      await page.goto('/parametros/configuracion-de-roles')
      await press(main.getByRole('link', { name: 'Create role' }).first())
      await write(field('Role'), 'control')
      await take(main.getByRole('combobox', { name: 'Works as' }), 'Man')
      await press(button('Create role'))
      await expect(field('Role')).toHaveAttribute('aria-invalid', 'true')
      await write(field('Role'), 'Closing desk')
      await press(button('Create role'))
      await said(/^Role Closing desk created$/i)
      await press(main.getByRole('link', { name: 'Roles configuration' }))
      await toRow(main.getByRole('grid'), 'Closing desk')
      await press(main.getByRole('button', { name: /^More actions of Closing desk$/i }))
      await pick('Remove')
      await press(page.getByRole('alertdialog').getByRole('button', { name: /^Remove Closing desk$/i }))
      await said(/^Role Closing desk removed$/i)
    })
    await test.step('/parametros/estados-de-analisis: a colour that cannot be read is refused', async () => {
      await page.goto('/parametros/estados-de-analisis/crear?categoria=APROBADO')
      await write(field('Name in Spanish'), 'Aprobado con reserva')
      await write(field('Name in English'), 'Approved with reserve')
      await write(field('Code'), 'CON_RESERVA')
      await write(field('Colour'), '#eeeeee')
      await press(button('Create sub-status'))
      await expect(field('Colour')).toHaveAttribute('aria-invalid', 'true')
      await write(field('Colour'), '#116a3d')
      await press(button('Create sub-status'))
      await said('Status Approved with reserve saved')
      await press(main.getByRole('region', { name: 'Approved' }).getByRole('link', { name: /Approved with reserve/ }))
      await write(field('Name in English'), 'Approved with a reserve')
      await press(button('Save changes'))
      await said('Status Approved with a reserve saved')
      await press(main.getByRole('region', { name: 'Approved' }).getByRole('link', { name: /with a reserve/ }))
      await press(button('Remove sub-status'))
      await press(page.getByRole('alertdialog').getByRole('button', { name: 'Remove sub-status' }))
      await said(/^Sub-status .+ removed$/)
    })
    await test.step('its second part: a reason whose code is none is refused', async () => {
      await page.goto('/parametros/estados-de-analisis')
      await press(main.getByRole('link', { name: 'Reasons for rejection' }))
      await press(main.getByRole('button', { name: 'Create reason' }).or(main.getByRole('link', { name: 'Create reason' })))
      const drawer = page.getByRole('dialog', { name: 'Create reason' })
      await write(drawer.getByRole('textbox', { name: 'Name in Spanish' }), 'Falta la carta del banco')
      await write(drawer.getByRole('textbox', { name: 'Name in English' }), 'A letter of the bank is missing')
      await write(drawer.getByRole('textbox', { name: 'Code' }), 'con 1 cifra')
      await press(drawer.getByRole('button', { name: 'Create reason' }))
      await expect(drawer.getByRole('textbox', { name: 'Code' })).toHaveAttribute('aria-invalid', 'true')
      await write(drawer.getByRole('textbox', { name: 'Code' }), 'A_CARTA')
      await press(drawer.getByRole('button', { name: 'Create reason' }))
      await said(/^Reason .+ saved$/)
      await expect(drawer).toBeHidden()
      await toRow(main.getByRole('grid', { name: 'Reasons for rejection' }), 'A letter of the bank is missing')
      await keys.press('Enter')
      await press(page.getByRole('dialog').getByRole('button', { name: 'Remove reason' }))
      await said(/^Reason .+ removed$/)
    })
  })
})

test('in English and by keyboard alone: a holiday, a rate, a threshold to come and an alert', async ({ as }) => {
  const page = await as('sbarrios', '/parametros/calendario')
  const { press, write, take, choose, pick, main, keys, button, field, said } = on(page)
  const year = new Date().getFullYear() + 1
  await inEnglish(page, async () => {
    await test.step('/parametros/calendario: the year is one stop of the Tab key; a holiday without a name is not saved', async () => {
      await page.goto(`/parametros/calendario?pais=2&anio=${year}`)
      const days = main.getByRole('region', { name: `Calendar of ${year}` })
      const day = days.locator('button[tabindex="0"]')
      await expect(day).toHaveCount(1)
      await press(day, 'Home')
      for (const key of ['PageDown', 'ArrowDown', 'ArrowRight']) await keys.press(key)
      await expect(days.locator(':focus')).toHaveAttribute('data-day', `${year}-02-09`)
      await keys.press('Enter')
      await expect(main.getByText('1 holiday has no name.')).toBeVisible()
      await keys.type('Bridge day')
      await write(field(/^Reason/), REASON)
      await press(button('See the impact'))
      const dialog = page.getByRole('dialog', { name: /^Calendar of / })
      await press(dialog.getByRole('button', { name: 'Save and move the deadlines' }))
      await said(/^Calendar of .+ saved$/)
      await press(main.getByRole('button', { name: 'Remove Bridge day' }))
      await write(field(/^Reason/), REASON)
      await press(button('See the impact'))
      await press(dialog.getByRole('button', { name: 'Save and move the deadlines' }))
      await expect(main.getByText('Bridge day')).toHaveCount(0)
      await expect(dialog).toBeHidden()
    })
    await test.step('/parametros/tipos-de-cambio: what is no rate is refused; Escape leaves it as it was', async () => {
      await page.goto('/parametros/tipos-de-cambio')
      const cell = main.getByRole('button', { name: /^CLP in .*: \d/ }).first()
      const before = await cell.textContent()
      await press(cell)
      const rate = field('1 CLP is worth')
      await write(rate, '1,000.5')
      await keys.press('Enter')
      await expect(main.getByText('Enter a number above zero, without thousands separators.').first()).toBeVisible()
      await keys.press('Escape')
      await expect(rate).toHaveCount(0)
      await expect(cell).toHaveText(before!)
    })
    await test.step('/parametros/materialidad: an amount of nothing is refused; what it would do is seen before it is kept', async () => {
      await page.goto('/parametros/materialidad')
      await press(main.getByRole('link', { name: 'Create threshold' }).first())
      await take(main.getByRole('combobox', { name: 'Scope' }), 'Acc')
      await choose(main.getByRole('combobox', { name: 'Account' }), '1')
      const since = main.getByRole('combobox', { name: 'Holds from' })
      await press(since, 'End')
      await write(field('Amount'), '0')
      await write(field('Reason'), REASON)
      await press(button('See the impact'))
      await expect(main.getByText('Enter an amount above zero.').first()).toBeVisible()
      await write(field('Amount'), '250000')
      await press(button('See the impact'))
      await expect(main.getByText(/^It judges no open analysis/)).toBeVisible()
      await press(button('Confirm the change'))
      await said(/^Threshold saved: /)
    })
    await test.step('/parametros/alertas: one that tells nobody is not saved; then it is, of one place, paused, and removed', async () => {
      await page.goto('/parametros/alertas')
      await press(button('Create alert'))
      await pick('Balances loaded')
      await write(main.getByRole('textbox', { name: 'Name of the alert' }), 'Loads of the desk')
      await press(main.getByRole('button', { name: /^Where: / }))
      await expect(page.locator('[type="radio"]:focus')).toBeChecked()
      await keys.press('ArrowDown')
      await keys.press('ArrowDown')
      await keys.press('Enter')
      await expect(main.getByRole('button', { name: 'Where: Chile, all businesses' })).toBeFocused()
      await press(main.getByRole('button', { name: /^Whom: / }))
      const checked = page.locator('[type="checkbox"]:checked:visible').and(page.getByRole('dialog').locator('input'))
      for (let left = await checked.count(); left > 0; left--) await press(checked.first(), 'Space')
      await keys.press('Escape')
      const create = button('Create alert').last()
      await press(create)
      await expect(main.getByText('Choose at least one recipient.').first()).toBeVisible()
      await press(main.getByRole('button', { name: /^Whom: / }))
      await press(page.getByRole('dialog').getByRole('checkbox', { name: 'Control' }), 'Space')
      await keys.press('Escape')
      await press(main.getByRole('switch'), 'Space')
      await press(create)
      await said('Alert Loads of the desk saved')
      await expect(main.getByRole('button', { name: /Loads of the desk.*Chile.*Paused/ })).toBeVisible()
      await press(main.getByRole('button', { name: 'More actions of Loads of the desk' }))
      await pick('Remove')
      await press(page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }))
      await said('Alert Loads of the desk removed')
    })
  })
})
