import { useTranslation } from '@cuadre/shell'
import { formatCount, formatMoney, TextLink, useLocale } from '@cuadre/ui'
import { type CSSProperties, Fragment } from 'react'
import { useListLink } from '../shared/items/listQuery.ts'
import { indicesOf, type Place, placeQuery, quartilesOf, type Ranked } from './ranking.ts'

type Props = {
  data: readonly Place[]
  of: Ranked
  /** Which of the two indices orders. */
  adjusted: boolean
  /** The index of all together. */
  all: number | null
  /** The places with the saved weights, while others are tried. */
  saved: ReadonlyMap<number, number | null> | undefined
  chosen: number | undefined
  onChoose: (id: number) => void
}

export function RankingTable({ data, of, adjusted, all, saved, chosen, onChoose }: Props) {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const link = useListLink()
  const ranked = data.filter(({ estado }) => estado === 'clasificado')
  const quartiles = quartilesOf(ranked)
  const rest = data.filter(({ estado }) => estado !== 'clasificado')
  const figures = ranked.flatMap(({ indice, indiceAjustado, intervaloIndice }) =>
    [indice, indiceAjustado, intervaloIndice?.desde, intervaloIndice?.hasta].filter((value) => typeof value === 'number'),
  )
  if (all !== null && ranked.length > 0) figures.push(all)
  const low = Math.max(0, Math.floor((Math.min(...figures, 100) - 2) / 5) * 5)
  const high = Math.min(100, Math.ceil((Math.max(...figures, 0) + 1) / 5) * 5)
  const at = (value: number) => `${((value - low) / (high - low || 1)) * 100}%`
  const number = (value: number | null) => (value === null ? '—' : formatMoney(value, locale, { decimals: 1 }))
  const counted = (id: number, items: number | null) =>
    items === null ? (
      '—'
    ) : (
      <TextLink href={link(placeQuery(of, id))} className="figure-link">
        {formatCount(items, locale)}
      </TextLink>
    )
  return (
    <div className="rank-frame">
      <table className="table ranking" aria-label={t('competitiveness.title')}>
        <thead>
          <tr>
            <th scope="col">{t('competitiveness.place')}</th>
            <th scope="col">{t('competitiveness.name')}</th>
            <th scope="col" className="end">
              {t('matrix.items')}
            </th>
            <th scope="col">{t('competitiveness.before')}</th>
            <th scope="col" className="rank-year">
              {t('competitiveness.yearBefore')}
            </th>
            <th scope="col" className="rank-scale" aria-hidden>
              <span>{formatCount(low, locale)}</span>
              <span>{formatCount((low + high) / 2, locale)}</span>
              <span>{formatCount(high, locale)}</span>
            </th>
            <th scope="col" className="end">
              {t('competitiveness.index')}
            </th>
            <th scope="col" className="end">
              {t(adjusted ? 'competitiveness.rawShort' : 'competitiveness.adjustedShort')}
            </th>
            <th scope="col">{t('competitiveness.possible')}</th>
          </tr>
        </thead>
        <tbody>
          {ranked.map((place, index) => {
            const { id, nombre, puesto, items, puestoAnterior, puestoAnioAnterior, intervaloIndice, puestosPosibles, propio } = place
            const { orders, beside } = indicesOf(place, adjusted)
            const before = saved?.get(id) ?? null
            const quartile = quartiles[index]
            return (
              <Fragment key={id}>
                {quartile !== undefined && quartile !== quartiles[index - 1] && (
                  <tr className="band">
                    <th colSpan={9} scope="colgroup">
                      {t(`competitiveness.quartiles.${quartile}`)}
                    </th>
                  </tr>
                )}
                <tr data-cursor={chosen === id || undefined} className={chosen === id ? 'selected' : undefined}>
                  <td className="rank-place num">
                    {puesto ?? '—'}
                    {saved && puesto !== null && before !== puesto && <Step from={before} to={puesto} />}
                  </td>
                  <th scope="row" className="rank-name">
                    {propio ? (
                      <button type="button" className="link strong" aria-pressed={chosen === id} onClick={() => onChoose(id)}>
                        {nombre}
                      </button>
                    ) : (
                      nombre
                    )}
                  </th>
                  <td className="num end rank-items">
                    {counted(id, items)}
                    {items !== null && <span className="rank-word"> {t('competitiveness.itemsWord', { count: items })}</span>}
                  </td>
                  <td className="rank-step">{puesto !== null && <Step from={saved ? null : puestoAnterior} to={puesto} />}</td>
                  <td className="rank-year">{puesto !== null && <Step from={saved ? null : puestoAnioAnterior} to={puesto} />}</td>
                  <td className="rank-scale" aria-hidden>
                    <span className="rank-track">
                      {all !== null && <i className="rank-all" style={{ insetInlineStart: at(all) }} />}
                      {intervaloIndice && (
                        <i
                          className="rank-interval"
                          style={
                            {
                              insetInlineStart: at(intervaloIndice.desde),
                              inlineSize: `calc(${at(intervaloIndice.hasta)} - ${at(intervaloIndice.desde)})`,
                            } as CSSProperties
                          }
                        />
                      )}
                      {beside !== null && <i className="rank-dot rank-raw" style={{ insetInlineStart: at(beside) }} />}
                      {orders !== null && <i className="rank-dot" style={{ insetInlineStart: at(orders) }} />}
                    </span>
                  </td>
                  <td className="num end strong rank-index">{number(orders)}</td>
                  <td className="num end muted rank-unadjusted">
                    <span className="rank-word">{t(adjusted ? 'competitiveness.rawWord' : 'competitiveness.adjustedWord')} </span>
                    {number(beside)}
                  </td>
                  <td className="num rank-possible">
                    <span className="rank-word">{t('competitiveness.placesWord')} </span>
                    {!puestosPosibles
                      ? '—'
                      : puestosPosibles.desde === puestosPosibles.hasta
                        ? puestosPosibles.desde
                        : t('competitiveness.range', { from: puestosPosibles.desde, to: puestosPosibles.hasta })}
                  </td>
                </tr>
              </Fragment>
            )
          })}
          {rest.length > 0 && (
            <tr className="band">
              <th colSpan={9} scope="colgroup">
                {t('competitiveness.insufficient')}
              </th>
            </tr>
          )}
          {rest.map(({ id, nombre, items }) => (
            <tr key={id}>
              <td className="rank-place num">—</td>
              <th scope="row" className="rank-name">
                {nombre}
              </th>
              <td className="num end rank-items">
                {counted(id, items)}
                {items !== null && <span className="rank-word"> {t('competitiveness.itemsWord', { count: items })}</span>}
              </td>
              <td colSpan={6} className="muted rank-missing">
                {items !== null && t('competitiveness.missing', { count: 20 - items, n: 20 - items })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Up, down or the same, in places; nothing where there was none before. */
function Step({ from, to }: { from: number | null; to: number }) {
  const { t } = useTranslation('statistics')
  if (from === null) return <span className="faint">—</span>
  if (from === to) return <span className="faint">=</span>
  const up = from > to
  return (
    <span className={up ? 'rank-up' : 'rank-down'}>
      <span aria-hidden>{up ? '▲' : '▼'}</span>
      <span className="sr-only">{t(up ? 'competitiveness.up' : 'competitiveness.down')}</span> {Math.abs(from - to)}
    </span>
  )
}
