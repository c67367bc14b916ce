import { useTranslation } from '@cuadre/shell'
import { formatCount, formatMonth, IconButton, Skeleton, TextLink, useLocale } from '@cuadre/ui'
import { X } from 'lucide-react'
import { useListLink } from '../shared/items/listQuery.ts'
import type { MetricInfo } from './CellPanel.tsx'
import { useWrite } from './CellValue.tsx'
import type { Chosen } from './levels.ts'
import { compareOpen, isOpen, useCellItems } from './useCellItems.ts'

type Props = { one: Chosen; two: Chosen; metric: MetricInfo; filters: Record<string, string | number | undefined>; onClose: () => void }

/** Two cells side by side: figures, and for two months of the same place what happened to the open accounts. */
export function Comparison({ one, two, metric, filters, onClose }: Props) {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const write = useWrite(metric.unidad)
  const link = useListLink()
  // The earlier month first.
  const [before, after] = one.period <= two.period ? [one, two] : [two, one]
  const [earlier, later] = [useCellItems(before, filters).data, useCellItems(after, filters).data]
  const ready = earlier?.complete && later?.complete ? { earlier: earlier.rows, later: later.rows } : undefined
  const samePlace = JSON.stringify(before.place) === JSON.stringify(after.place)
  const movement = ready && samePlace ? compareOpen(ready.earlier, ready.later) : undefined
  const count = (n: number) => formatCount(n, locale)
  const openList = ({ place, cell }: Chosen) =>
    link({ ...filters, ...place, periodId: cell.COD_PERIODO, etapa: 'sin_enviar,rechazado,en_jefatura,en_control' })
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
        {ready ? (
          <Figure label={t('matrix.open')}>
            <TextLink href={openList(before)} className="figure-link">
              {count(ready.earlier.filter(isOpen).length)}
            </TextLink>{' '}
            →{' '}
            <TextLink href={openList(after)} className="figure-link">
              {count(ready.later.filter(isOpen).length)}
            </TextLink>
          </Figure>
        ) : (
          <Skeleton width={80} />
        )}
        {movement && (
          <>
            <Figure label={t('matrix.stillOpen')}>{count(movement.stillOpen.length)}</Figure>
            <Figure label={t('matrix.newlyOpen')}>{count(movement.newlyOpen.length)}</Figure>
            <Figure label={t('matrix.solved')}>{count(movement.solved.length)}</Figure>
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
