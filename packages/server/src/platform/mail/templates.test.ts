import { describe, expect, test } from '@jest/globals'
import { compose } from './message.ts'
import { renderTemplate, type Template, templates } from './templates.ts'

const names = Object.keys(templates) as Template[]
const placeholders = (texts: readonly string[]) => [...new Set(texts.join(' ').match(/\{\w+\}/g) ?? [])].sort()
/** A distinct value for each placeholder. */
const params = (name: Template) =>
  Object.fromEntries(
    placeholders(templates[name].es).map((placeholder) => {
      const key = placeholder.slice(1, -1)
      const value = { period: '2026-08', due: '2026-09-04T21:00:00.000Z', level: 'jefatura', state: 2, n: 731 }[key] ?? `«${key}»`
      return [key, value]
    }),
  )
const WRITTEN = {
  es: {
    '{period}': 'agosto de 2026',
    '{due}': '4 de septiembre de 2026, 18:00',
    '{level}': 'la jefatura',
    '{state}': 'en proceso',
    '{n}': '731',
  },
  en: { '{period}': 'August 2026', '{due}': 'September 4, 2026, 18:00', '{level}': 'the head', '{state}': 'in progress', '{n}': '731' },
}

describe.each(names)('the mail %s', (name) => {
  test('says the same in both languages', () => {
    expect(placeholders(templates[name].en)).toEqual(placeholders(templates[name].es))
  })

  test.each(['es', 'en'] as const)('is whole in %s', (locale) => {
    const { title, text } = renderTemplate(name, locale, params(name), 'America/Sao_Paulo')
    expect(`${title} ${text}`).not.toMatch(/[{}]|undefined|null/)
    for (const placeholder of placeholders(templates[name][locale])) {
      const written = (WRITTEN[locale] as Record<string, string>)[placeholder] ?? `«${placeholder.slice(1, -1)}»`
      expect(`${title} ${text}`).toContain(written)
    }
    const items = [{ template: 'enviado', params: params('enviado'), route: '/home' }]
    const mail = compose(
      { id: 1, email: 'a@b.example', locale, template: name, params: params(name), route: '/home', items },
      'utc',
      'https://cuadre.example',
    )
    for (const part of [mail.subject, mail.text, mail.html]) {
      expect(part.length).toBeGreaterThan(5)
      expect(part).not.toMatch(/\{\w+\}|undefined|null/)
    }
  })
})

test('one is not told as several, in either language', () => {
  const told = (n: number, locale: 'es' | 'en') =>
    renderTemplate('saldos_cargados', locale, { n, period: '2026-08', due: '2026-09-04T21:00:00.000Z' })
  expect(told(1, 'en').text).toBe('You have 1 analysis to prepare. It is due September 4, 2026, 21:00.')
  expect(told(2, 'en').text).toBe('You have 2 analyses to prepare. They are due September 4, 2026, 21:00.')
  expect(told(1, 'es').text).toBe('Tiene 1 análisis por preparar. Vence el 4 de septiembre de 2026, 21:00.')
})

test('what a backup receives is told as such, and an account of one’s own without a word more', () => {
  const told = (as: object) => renderTemplate('traspaso_recibido', 'es', { n: 3, who: 'Ana Ruiz', period: '2026-08', ...as }).text
  expect(told({ as: 'RESPALDO' })).toBe('Recibió 3 cuentas de Ana Ruiz como respaldo, desde agosto de 2026.')
  expect(told({})).toBe('Recibió 3 cuentas de Ana Ruiz, desde agosto de 2026.')
})

test('who hears that a period is closing is told the deadline, which may have changed with it', () => {
  const params = { period: '2026-08', due: '2026-09-04T23:00:00.000Z', zone: 'America/Bogota' }
  expect(renderTemplate('periodo_en_cierre', 'es', params).text).toContain('Los análisis vencen el 4 de septiembre de 2026, 18:00.')
})

test('a deadline is told in the zone that comes with it', () => {
  const params = { period: '2026-08', due: '2026-09-04T23:00:00.000Z', zone: 'America/Bogota' }
  expect(renderTemplate('periodo_abierto', 'es', params, 'America/Sao_Paulo').text).toContain('4 de septiembre de 2026, 18:00')
})
