import { MATERIALITY } from '@cuadre/api/analysis'
import type { ThresholdImpact } from '@cuadre/api/threshold'
import { useTranslation } from '@cuadre/shell'
import { formatCount, useLocale } from '@cuadre/ui'
import { useState } from 'react'
import { businessesOf, cell, type Move } from './impact.ts'

interface Props {
  /** Names the tables for those who do not see them. */
  label: string
  moves: readonly Move[]
  before: ThresholdImpact['antes']
  after: ThresholdImpact['despues']
}

const WRAPPED = { whiteSpace: 'normal' } as const

/** Analyses that change their class: business by business, and from which class to which, of all or of the one that is chosen. */
export function Moves({ label, moves, before, after }: Props) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const [chosen, setChosen] = useState<number>()
  const businesses = businessesOf(moves)
  const here = businesses.find(({ id }) => id === chosen)
  const stay = businesses.some((one) => one.stay > 0)
  const count = (n: number) => (n === 0 ? <span className="faint">—</span> : formatCount(n, locale))
  const sum = (of: 'changed' | 'rise' | 'fall' | 'stay') => businesses.reduce((total, one) => total + one[of], 0)
  const columns = (['changed', 'rise', 'fall', ...(stay ? (['stay'] as const) : [])] as const).map((of) => ({
    of,
    header: t(`threshold.moves.${of}`),
  }))
  return (
    <div className="load-figures" style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 440px), 1fr))' }}>
      <div className="table-frame">
        <table className="table" aria-label={t('threshold.byBusiness', { of: label })}>
          <thead>
            <tr>
              <th scope="col">{t('threshold.business')}</th>
              {columns.map(({ of, header }) => (
                <th key={of} scope="col" className="end" style={WRAPPED}>
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {businesses.map((one) => (
              <tr
                key={one.id}
                data-chosen={one.id === chosen || undefined}
                onClick={() => setChosen(one.id === chosen ? undefined : one.id)}
              >
                <td>
                  <button
                    type="button"
                    className="medium"
                    aria-pressed={one.id === chosen}
                    onClick={(event) => {
                      event.stopPropagation()
                      setChosen(one.id === chosen ? undefined : one.id)
                    }}
                  >
                    {one.name}
                  </button>
                </td>
                {columns.map(({ of }) => (
                  <td key={of} className="num end">
                    {count(one[of])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          {businesses.length > 1 && (
            <tfoot>
              <tr>
                <td>{t('threshold.all')}</td>
                {columns.map(({ of }) => (
                  <td key={of} className="num end">
                    {formatCount(sum(of), locale)}
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </div>
      <div className="table-frame">
        <table className="table" aria-label={t('threshold.fromTo', { of: here?.name ?? t('threshold.all') })}>
          <thead>
            <tr>
              <th scope="col">{here?.name ?? t('threshold.before')}</th>
              {MATERIALITY.map((to) => (
                <th key={to} scope="col" className="end" style={WRAPPED}>
                  <span className="sr-only">{t('threshold.to')} </span>
                  {t(`threshold.class.${to}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {MATERIALITY.map((from) => (
              <tr key={from} data-none>
                <th scope="row" style={{ textAlign: 'start', borderBlockEndColor: 'var(--line)' }}>
                  {t(`threshold.class.${from}`)}
                </th>
                {MATERIALITY.map((to) => (
                  <td key={to} className="num end" style={{ color: 'inherit' }}>
                    {from === to ? <span className="faint">·</span> : count(cell(moves, from, to, chosen))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          {chosen === undefined && (
            <tfoot>
              <tr>
                <td>{t('threshold.total')}</td>
                {MATERIALITY.map((of) => (
                  <td key={of} className="num end" style={WRAPPED}>
                    <bdi dir="ltr">
                      <span className="muted nowrap">{formatCount(before[of], locale)} →</span> {formatCount(after[of], locale)}
                    </bdi>
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </div>
    </div>
  )
}
