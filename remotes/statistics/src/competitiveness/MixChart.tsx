import type { Answer } from '@cuadre/api/endpoint'
import type { statisticsCompetitor } from '@cuadre/api/statistics'
import { useTranslation } from '@cuadre/shell'
import { formatCount, formatPercent, TextLink, useLocale } from '@cuadre/ui'
import { ChartFrame } from '@cuadre/ui/charts'
import { Fragment } from 'react'
import { type ListQuery, useListLink } from '../shared/items/listQuery.ts'

type Mix = Answer<typeof statisticsCompetitor>['mezcla']
interface Props {
  title: string
  name: string
  mix: Mix
  /** The list of all of its analyses. */
  where: ListQuery
}

/** Why the index is adjusted: which part of its analyses each kind of risk, materiality and frequency is, beside that of all. */
export function MixChart({ title, name, mix, where }: Props) {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const link = useListLink()
  const share = (value: number | null) => (value ?? 0) * 100
  const percent = (value: number) => formatPercent(value, locale, { decimals: 0 })
  const kinds = mix.map(({ riesgo, material }) => t(`competitiveness.mix.${riesgo}.${material ? 'material' : 'other'}`))
  // In most months everything falls due monthly: frequency is named where it tells rows apart.
  const apart = new Set(mix.map(({ frecuencia }) => frecuencia)).size > 1
  const often = mix.map(({ frecuencia }) => t(`competitiveness.frequencies.${frecuencia}`))
  const labels = apart ? kinds.map((kind, i) => t('competitiveness.kindOf', { kind, frequency: often[i] })) : kinds
  const most = Math.max(1, ...mix.flatMap(({ parte, parteTodos }) => [share(parte), share(parteTodos)]))
  const at = (value: number) => `${(value / most) * 100}%`
  const listOf = ({ riesgo, material, frecuencia }: Mix[number]) =>
    link({ ...where, riesgo, materialidad: material ? 'material,critica' : 'no_material,menor', frecuencia })
  const series = [
    { label: name, values: mix.map(({ parte }) => share(parte)), color: 'line' as const },
    { label: t('competitiveness.everybody'), values: mix.map(({ parteTodos }) => share(parteTodos)), color: 'reference' as const },
  ]
  return (
    <ChartFrame
      title={title}
      note={t('competitiveness.mixNote')}
      drawing={{ kind: 'bar', labels, series, horizontal: true, write: percent }}
      table={{
        head: [t('competitiveness.kind'), ...series.map(({ label }) => label), t('matrix.items')],
        rows: labels.map((label, i) => [
          label,
          ...series.map(({ values }) => formatPercent(values[i]!, locale)),
          { text: formatCount(mix[i]!.items, locale), to: listOf(mix[i]!) },
        ]),
      }}
      plot={
        <div className="mix">
          {labels.map((label, i) => {
            const [own, all] = [series[0]!.values[i]!, series[1]!.values[i]!]
            return (
              <Fragment key={label}>
                {apart && often[i] !== often[i - 1] && (
                  <h4 className="mix-frequency">{t('competitiveness.frequencyOf', { frequency: often[i] })}</h4>
                )}
                <div className="mix-row">
                  <span>{kinds[i]}</span>
                  <span className="mix-track">
                    <i className="mix-line" style={{ insetInlineStart: at(Math.min(own, all)), inlineSize: at(Math.abs(own - all)) }} />
                    <i className="rank-dot rank-raw" style={{ insetInlineStart: at(all) }} />
                    <i className="rank-dot" style={{ insetInlineStart: at(own) }} />
                  </span>
                  <span className="num muted" title={t('items', { count: mix[i]!.items, n: formatCount(mix[i]!.items, locale) })}>
                    <TextLink href={listOf(mix[i]!)}>{percent(own)}</TextLink> {t('competitiveness.mixAnd', { all: percent(all) })}
                  </span>
                </div>
              </Fragment>
            )
          })}
          <p className="dash-key">
            <span className="row">
              <i className="rank-dot" /> {name}
            </span>
            <span className="row">
              <i className="rank-dot rank-raw" /> {t('competitiveness.everybody')}
            </span>
          </p>
        </div>
      }
    />
  )
}
