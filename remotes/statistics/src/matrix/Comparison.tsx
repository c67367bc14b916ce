import { useTranslation } from '@cuadre/shell'
import { ErrorState, formatCount, formatMonth, IconButton, Skeleton, TextLink, useLocale } from '@cuadre/ui'
import { X } from 'lucide-react'
import { useListLink } from '../shared/items/listQuery.ts'
import type { MetricInfo } from './CellPanel.tsx'
import { useWrite } from './CellValue.tsx'
import type { Chosen } from './levels.ts'
import { OPEN, useTotal } from './useCellItems.ts'

type Props = { one: Chosen; two: Chosen; metric: MetricInfo; filters: Record<string, string | number | undefined>; onClose: () => void }

/** Two cells side by side: figures, and for two months of the same place what happened to the open accounts; each opens its list. */
export function Comparison({ one, two, metric, filters, onClose }: Props) {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const write = useWrite(metric.unidad)
  // The earlier month first.
  const [before, after] = one.period <= two.period ? [one, two] : [two, one]
  const samePlace = JSON.stringify(before.place) === JSON.stringify(after.place)
  const count = (n: number) => formatCount(n, locale)
  const open = ({ place, cell }: Chosen, more?: Record<string, number>) => ({
    ...filters,
    ...place,
    periodId: cell.COD_PERIODO,
    ...OPEN,
    ...more,
  })
  const name = ({ name, period }: Chosen) => (samePlace ? formatMonth(period, locale) : `${name}, ${formatMonth(period, locale)}`)
  return (
    <section className="section" aria-label={t('matrix.comparison')}>
      <div className="section-head">
        <h2 className="h2">{t('matrix.against', { one: name(before), two: name(after) })}</h2>
        {samePlace && <span className="small muted">{before.name}</span>}
        <div className="page-actions">
          <IconButton label={t('matrix.stopComparing')} icon={<X aria-hidden />} onClick={onClose} />
        </div>
      </div>
      <div className="matrix-figures">
        <Figure label={metric[locale === 'en' ? 'etiquetaEn' : 'etiquetaEs']}>
          {write(before.cell)} → {write(after.cell)}
        </Figure>
        <Figure label={t('matrix.items')}>
          {count(before.cell.items)} → {count(after.cell.items)}
        </Figure>
        <Figure label={t('matrix.open')}>
          <Listed list={open(before)} /> → <Listed list={open(after)} />
        </Figure>
        {samePlace && (
          <>
            <Figure label={t('matrix.stillOpen')}>
              <Listed list={open(after, { abiertoEn: before.cell.COD_PERIODO })} />
            </Figure>
            <Figure label={t('matrix.newlyOpen')}>
              <Listed list={open(after, { noAbiertoEn: before.cell.COD_PERIODO })} />
            </Figure>
            <Figure label={t('matrix.solved')}>
              <Listed list={open(before, { noAbiertoEn: after.cell.COD_PERIODO })} />
            </Figure>
          </>
        )}
      </div>
    </section>
  )
}

const Figure = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div>
    <div className="figure-label">{label}</div>
    <div className="figure">{children}</div>
  </div>
)

/** How many a list holds, which opens it. */
function Listed({ list }: { list: Record<string, string | number | undefined> }) {
  const locale = useLocale()
  const link = useListLink()
  const { total, failure } = useTotal(list)
  if (failure) return <ErrorState {...failure} />
  if (total === undefined) return <Skeleton width={40} />
  if (total === 0) return formatCount(0, locale)
  return (
    <TextLink href={link(list)} className="figure-link">
      {formatCount(total, locale)}
    </TextLink>
  )
}
