import type { Analysis } from '@cuadre/api/analysis'
import type { Group } from '@cuadre/api/group'
import type { Mark } from '@cuadre/api/movement'
import { useTranslation } from '@cuadre/shell'
import { formatMoney, useLocale } from '@cuadre/ui'
import { Pause, TrendingDown, TrendingUp } from 'lucide-react'

const GLYPHS = { alto: TrendingUp, bajo: TrendingDown, silencio: Pause } satisfies Record<Mark, unknown>

/** That a movement is not one that the account's own history makes likely; `glyph`: the word only for those who point at it or listen. */
export function Unusual({ of, glyph }: { of: Pick<Analysis, 'INUSUAL' | 'VARIACION_PERIODO' | 'MONEDA'>; glyph?: boolean }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  if (!of.INUSUAL) return null
  const { VEREDICTO, BAJO, ALTO } = of.INUSUAL
  const Glyph = GLYPHS[VEREDICTO]
  const name = t(`unusual.marks.${VEREDICTO}`)
  const range = { low: formatMoney(BAJO, locale), high: formatMoney(ALTO, locale) }
  const movement = `${formatMoney(of.VARIACION_PERIODO, locale)} ${of.MONEDA}`
  const words = t(VEREDICTO === 'silencio' ? 'unusual.sentenceSilent' : 'unusual.sentence', { ...range, movement })
  return (
    <span className="badge badge-sm state-tarde" title={`${name}. ${words}`}>
      <Glyph aria-hidden />
      {glyph ? <span className="sr-only">{name}</span> : name}
    </span>
  )
}

/** Of a group, how many of its members are marked, by kind. */
export function UnusualMembers({ of, glyph }: { of: Group['INUSUALES'] | undefined; glyph?: boolean }) {
  const { t } = useTranslation('accounts-analysis')
  return of?.map(({ VEREDICTO, CUENTAS }) => {
    const Glyph = GLYPHS[VEREDICTO]
    const words = t(`unusual.members.${VEREDICTO}`, { count: CUENTAS })
    return (
      <span key={VEREDICTO} className="badge badge-sm state-tarde" title={words}>
        <Glyph aria-hidden />
        {glyph ? (
          <>
            {CUENTAS}
            <span className="sr-only"> {words}</span>
          </>
        ) : (
          words
        )}
      </span>
    )
  })
}
