import { type AnalysisStatus, STATUS_CATEGORY, updateAnalysisStatus } from '@cuadre/api/analysis-status'
import { call, Link, sentenceOf, useTranslation } from '@cuadre/shell'
import { ColorMark, formatCount, notify, StateGlyph, type StateName, useLocale } from '@cuadre/ui'
import { RowMenu } from '@cuadre/ui/overlay'
import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { analysisStatusCreate, analysisStatusUpdate } from '../area.ts'
import '../parameters.css'

type Category = AnalysisStatus['categoria']
const CATEGORIES = Object.keys(STATUS_CATEGORY) as Category[]
const GLYPH: Record<Category, StateName> = { PENDIENTE: 'pendiente', REVISION: 'revision', RECHAZADO: 'rechazado', APROBADO: 'aprobado' }

/** The four states from the first to the last, each with its sub-states under it in their order. */
export function Board({ statuses, write }: { statuses: readonly AnalysisStatus[]; write: boolean }) {
  const { t } = useTranslation('parameters')
  return (
    <div className="board">
      {CATEGORIES.map((category) => {
        const [system, ...own] = statuses.filter(({ categoria }) => categoria === category)
        return (
          <section key={category} className="board-column" aria-label={t(`status.category.${category}`)}>
            <header className="row">
              <StateGlyph state={GLYPH[category]} size={16} />
              <h2 className="h2">{t(`status.category.${category}`)}</h2>
            </header>
            <p className="xsmall muted">{t(`status.story.${category}`)}</p>
            {system && <Card status={system} />}
            {own.map((status, index) => (
              <Card key={status.id} status={status} {...(write && { before: own[index - 1], after: own[index + 1], siblings: own })} />
            ))}
            {write && (
              <Link className="link small" to={analysisStatusCreate.link({ categoria: category })}>
                <Plus aria-hidden size={14} /> {t('status.addSub')}
              </Link>
            )}
          </section>
        )
      })}
    </div>
  )
}

interface CardProps {
  status: AnalysisStatus
  before?: AnalysisStatus | undefined
  after?: AnalysisStatus | undefined
  siblings?: readonly AnalysisStatus[]
}

function Card({ status, before, after, siblings }: CardProps) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const client = useQueryClient()
  const name = locale === 'en' ? status.nombreEn : status.nombreEs
  const asks = [
    status.requiereComentario && t('status.asksComment', { n: Math.max(1, status.minCaracteres) }),
    status.requiereMotivo && t('status.asksReason'),
    status.slaHorasHabiles && t('status.asksHours', { count: status.slaHorasHabiles }),
  ].filter(Boolean)
  /** Both change places: the whole column is numbered, so that equal numbers do not stay. */
  const swap = async (other: AnalysisStatus) => {
    const order = (siblings ?? []).map((one) => (one.id === status.id ? other : one.id === other.id ? status : one))
    try {
      for (const [index, one] of order.entries())
        if (one.orden !== index + 1)
          await call(updateAnalysisStatus, { params: { id: one.id }, body: { orden: index + 1, revision: one.revision } })
    } catch (error) {
      notify.danger(sentenceOf(error, t('status.notMoved')))
    }
    await client.invalidateQueries({ queryKey: ['analysis-status'] })
  }
  return (
    <article className="board-card" data-off={!status.activo || undefined} data-system={status.esSistema || undefined}>
      <div className="row">
        <Link className="grow" to={analysisStatusUpdate.link({ analysisStatusId: status.id })}>
          <ColorMark color={status.color}>{name}</ColorMark>
        </Link>
        {siblings && (
          <RowMenu
            label={t('status.more', { name })}
            entries={[
              { label: t('status.up'), disabled: !before, onSelect: () => before && void swap(before) },
              { label: t('status.down'), disabled: !after, onSelect: () => after && void swap(after) },
            ]}
          />
        )}
      </div>
      <div className="xsmall muted">
        <bdi dir="ltr">{status.codigo}</bdi> · {status.esSistema ? t('status.ofSystem') : t(`status.level.${status.nivel}`)}
      </div>
      {asks.length > 0 && <div className="xsmall">{asks.join(' · ')}</div>}
      <div className="xsmall muted">
        {t('status.inUse', { count: status.enUso, n: formatCount(status.enUso, locale) })}
        {!status.activo && ` · ${t('status.inactive')}`}
      </div>
    </article>
  )
}
