import { existsSync, readFileSync } from 'node:fs'
import { MAX_CHART_ROWS } from '@cuadre/api/chart'
import { HEADING_LEVELS } from '@cuadre/api/heading'
import { RESOURCE_MB } from '@cuadre/api/resource'
import { IMAGE_MB, TEMPLATE_FILE_MB } from '@cuadre/api/template'
import { MAX_TRANSFERRED } from '@cuadre/api/transfer'
import { expect, test } from '@jest/globals'
import { ENOUGH, HISTORY, judge } from '../../ledger/movement/movement.rules.ts'
import { STOP_HOURS } from '../../organisation/user/account-notice.ts'
import { MIN_ITEMS } from '../../reporting/statistics/ranking.rules.ts'
import { templates } from '../mail/templates.ts'
import { MAX_FILE } from '../storage/disk.ts'
import { sentence } from './index.ts'

/** What the texts of pages, mails and refusals say in figures is what the rules hold. */
const root = new URL('../../../../../', import.meta.url).pathname
type Texts = { [key: string]: string | Texts }
/** In Spanish and in English. */
function said(place: string, key: string): string[] {
  return ['es', 'en'].map((locale) => {
    const texts: Texts = JSON.parse(readFileSync(`${root}${place}/src/locales/${locale}.json`, 'utf8'))
    return key.split('.').reduce<string | Texts>((of, name) => (of as Texts)[name]!, texts) as string
  })
}
const figure = (of: number, locale: 'es' | 'en') => of.toLocaleString(locale === 'es' ? 'de' : 'en')
const accounts = 'remotes/accounts-analysis'
const admin = 'remotes/admin'

test.each([
  [accounts, 'account.chart.dropHint', MAX_CHART_ROWS],
  [accounts, 'transfer.dropHint', MAX_TRANSFERRED],
  [accounts, 'analyst.fileHint', MAX_FILE / 1024 ** 2],
  [accounts, 'annex.fileHint', MAX_FILE / 1024 ** 2],
  [accounts, 'balance.dropHint', MAX_FILE / 1024 ** 2],
  [accounts, 'unusual.none', ENOUGH],
  [admin, 'template.fileHint', TEMPLATE_FILE_MB],
  [admin, 'template.imageHint', IMAGE_MB],
  [admin, 'business.imageHint', IMAGE_MB],
  ['remotes/helpdesk', 'keep.drop', RESOURCE_MB],
  ['remotes/helpdesk', 'keep.imageHint', IMAGE_MB],
  ['remotes/parameters', 'movement.hint', HISTORY],
  ['remotes/statistics', 'competitiveness.fewItems', MIN_ITEMS],
  ['host', 'public.stopChange.text', STOP_HOURS],
] as const)('%s %s says %d', (place, key, held) => {
  if (!existsSync(`${root}${place}`)) return
  const [es, en] = said(place, key)
  expect(es!.split(/[^\d.]+/)).toContain(figure(held, 'es'))
  expect(en!.split(/[^\d,]+/)).toContain(figure(held, 'en'))
})

test('a heading lies within as many levels as are told in words', () => {
  expect(HEADING_LEVELS).toBe(8)
  expect(said(admin, 'heading.parentHint')).toEqual([expect.stringContaining('ocho niveles'), expect.stringContaining('eight levels')])
})

test('an account is stopped for as long as every mail about it says', () => {
  const hours = Object.values(templates).flatMap(({ es, en }) =>
    [...es, ...en].flatMap((text) => text.match(/\d+(?= (horas|hours)\b)/g) ?? []),
  )
  expect(hours.length).toBeGreaterThan(20)
  expect(new Set(hours)).toEqual(new Set([String(STOP_HOURS)]))
  expect(sentence('file_too_large', 'es')).toContain(`${MAX_FILE / 1024 ** 2} MB`)
})

test.each(['ALTA', 'MEDIA', 'BAJA'] as const)(
  'how far a movement strays at sensitivity %s, with a long history and with a short one',
  (sensitivity) => {
    const rule = { sensitivity, minimum: 0n, percent: 0n }
    const straysFrom = (months: number) => {
      const earlier = Array.from({ length: months }, (_, i) => ({ month: `19${70 + i}-01`, amount: i % 2 ? 100_000n : -100_000n }))
      const { likely } = judge({ month: '2026-02', amount: 0n, before: 0n }, earlier, rule)
      return Math.round(Number(likely!.high) / Number(likely!.spread))
    }
    for (const text of said('remotes/parameters', `movement.sensitivityHint.${sensitivity}`))
      expect(text.match(/\d+/g)).toEqual([straysFrom(HISTORY), straysFrom(ENOUGH)].map(String))
  },
)
