import { useTranslation } from '@cuadre/shell'
import { Button, formatCount, formatDate, formatMoney, formatPercent, LIGHT, LightGlyph, Section, TextLink, useLocale } from '@cuadre/ui'
import { useState } from 'react'
import { useListLink } from '../shared/items/listQuery.ts'
import { useItemName } from '../shared/items/NamedAccount.tsx'
import { type Movements, type Sentence, sentencesOf } from './sentences.ts'
import type { Management } from './sums.ts'
import './words.css'

/** The month in a few sentences made from its figures, each with its list; copied as text for those who were not here. */
export function Words({ data, movements }: { data: Management; movements: Movements | undefined }) {
  const { t } = useTranslation('statistics')
  const link = useListLink()
  const [copied, setCopied] = useState(false)
  const say = useSay()
  const sentences = sentencesOf(data, movements)
  if (sentences.length === 0) return null
  const periodId = data.period?.COD_PERIODO
  const copy = () => navigator.clipboard?.writeText(sentences.map(say).join('\n')).then(() => setCopied(true))
  return (
    <Section
      title={t('words.title')}
      end={
        <Button size="sm" onClick={() => void copy()}>
          {t(copied ? 'words.copied' : 'words.copy')}
        </Button>
      }
    >
      <ul className="words">
        {sentences.map((sentence) => (
          <li key={sentence.says}>
            <LightGlyph light={LIGHT[sentence.light]} size={9} />
            <span>
              <span className="sr-only">{t(`matrix.light.${LIGHT[sentence.light]}`)}: </span>
              <TextLink href={link({ periodId, ...sentence.list })} className="figure-link">
                {say(sentence)}
              </TextLink>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** More names than these are counted. */
const MOST = 3
function useSay() {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const nameOf = useItemName()
  const list = (names: readonly string[]) => new Intl.ListFormat(locale, { type: 'conjunction' }).format(names)
  const number = (value: number) => formatMoney(value, locale, { decimals: 1 })
  return (of: Sentence): string => {
    switch (of.says) {
      case 'overdue':
        return t(of.part === of.whole ? 'words.overdueAll' : 'words.overdue', {
          count: of.names.length,
          names: list(of.names),
          part: of.part,
          whole: of.whole,
        })
      case 'behind':
      case 'ahead':
        return t(`words.${of.says}`, { name: of.name, points: number(of.points) })
      case 'late':
      case 'inTime':
        return t(`words.${of.says}`, { day: formatDate(of.forecast.fecha, locale), due: formatDate(of.forecast.vence, locale) })
      case 'largest':
        return t(of.share === null ? 'words.largest' : of.ofCurrency ? 'words.largestIn' : 'words.largestOf', {
          account: nameOf(of.item),
          business: of.item.NEGOCIO,
          amount: `${formatMoney(of.item.VARIACION, locale)} ${of.item.MONEDA}`,
          percent: of.share === null ? '' : formatPercent(Math.min(1, of.share) * 100, locale),
          currency: of.item.MONEDA,
        })
      case 'clean':
        return of.names.length > MOST
          ? t(of.all ? 'words.allClean' : 'words.manyClean', { n: of.names.length })
          : t('words.clean', { count: of.names.length, names: list(of.names) })
      case 'unusual':
        return t(of.silent > 0 ? 'words.unusualSilent' : 'words.unusual', {
          count: of.marked,
          n: formatCount(of.marked, locale),
          silent: formatCount(of.silent, locale),
        })
    }
  }
}
