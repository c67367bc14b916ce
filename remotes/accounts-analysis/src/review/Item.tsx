import { stateOf } from '@cuadre/api/analysis'
import { useTranslation } from '@cuadre/shell'
import { Button, Code, ErrorState, formatCount, formatMonth, Kbd, Note, StateBadge, useLocale, useUi } from '@cuadre/ui'
import { Tabs } from '@cuadre/ui/overlay'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronLeft, ChevronUp } from 'lucide-react'
import { memo, type RefObject, useDeferredValue, useEffect, useState } from 'react'
import { Comments } from '../shared/Comments.tsx'
import { evidenceOf } from '../shared/document/documents.ts'
import { FilePanel } from '../shared/document/FilePanel.tsx'
import { Figures } from '../shared/Figures.tsx'
import { OverLimit } from '../shared/OverLimit.tsx'
import { marksOf } from '../shared/state.ts'
import { SubstateChoice } from '../shared/substate/SubstateChoice.tsx'
import { useSentence } from '../shared/useSentence.ts'
import { Aside } from './Aside.tsx'
import { DecisionBar } from './DecisionBar.tsx'
import type { Level } from './level.ts'
import { Members } from './Members.tsx'
import type { ReviewUnit, UnitDetail } from './unit.ts'
import type { Outcome } from './useDecide.ts'

interface ItemProps {
  level: Level
  /** What the list knows already; the rest comes with the detail. */
  analysis: ReviewUnit
  detail: UnitDetail | undefined
  error: Error | null
  onRetry: () => void
  heading: RefObject<HTMLHeadingElement | null>
  /** Its place in the list, from 0, or -1, and how many there are. */
  at: number
  of: number
  onStep: (by: 1 | -1) => void
  atStart: boolean
  atEnd: boolean
  /** Opens the list where it is no pane. */
  onList?: () => void
  /** No list beside it: its name is the page's heading. */
  alone: boolean
  /** The evidence has a pane of its own. */
  aside: boolean
  expanded: boolean
  onExpand?: () => void
  comment: string
  onComment: (id: number, text: string) => void
  onDecide: (outcome: Outcome, comment: string, motivo?: string) => void
  onHelp: () => void
  phone: boolean
}

/** Skimming past an item opens no file: the server records who has opened which. */
const OPENS_AFTER = 150

/** One analysis: its figures, its explanation, its file, and the bar to decide it. Drawn again only when that changes, not with the address. */
export const Item = memo((props: ItemProps) => {
  const {
    level,
    analysis,
    detail,
    error,
    onRetry,
    heading,
    at,
    of,
    onStep,
    atStart,
    atEnd,
    onList,
    alone,
    aside,
    expanded,
    onExpand,
    phone,
  } = props
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const { shortcuts } = useUi()
  const sentence = useSentence()
  const [tab, setTab] = useState('libro')
  const [version, setVersion] = useState<number>()
  const files = detail?.ARCHIVOS ?? (analysis.ARCHIVO ? [analysis.ARCHIVO] : [])
  const file = files.find(({ ID }) => ID === version) ?? files.toSorted((a, b) => b.VERSION - a.VERSION)[0]
  const stayed = useAfter(OPENS_AFTER)
  // Its name, its amounts and the bar stand with the key that asked for them; what is read after them is drawn in steps of its own.
  const whole = useDeferredValue(true, false)
  const evidence = useQuery(evidenceOf(file, stayed))

  const stepper = (
    <div className="review-steps">
      {at >= 0 && (
        <span className="small muted nowrap">
          <bdi>{t('review.place', { at: formatCount(at + 1, locale), of: formatCount(of, locale) })}</bdi>
        </span>
      )}
      <Button
        size="sm"
        className={phone ? 'btn-icon' : ''}
        disabled={atStart}
        onClick={() => onStep(-1)}
        aria-label={phone ? t('review.previous') : undefined}
      >
        {phone ? <ChevronUp aria-hidden /> : t('review.previous')}
        {shortcuts && !phone && <Kbd>K</Kbd>}
      </Button>
      <Button
        size="sm"
        className={phone ? 'btn-icon' : ''}
        disabled={atEnd}
        onClick={() => onStep(1)}
        aria-label={phone ? t('review.next') : undefined}
      >
        {phone ? <ChevronDown aria-hidden /> : t('review.next')}
        {shortcuts && !phone && <Kbd>J</Kbd>}
      </Button>
    </div>
  )
  const panel = (
    <FilePanel
      analysis={analysis}
      events={detail?.EVENTOS}
      file={file}
      files={files}
      annexes={detail?.ANEXOS ?? []}
      onVersion={setVersion}
      ready={stayed}
      expanded={expanded}
      onExpand={onExpand}
    />
  )
  const { material, critica, tarde } = marksOf(analysis)
  const account = detail?.kind === 'individual' ? detail : undefined
  const Heading = alone ? 'h1' : 'h2'
  return (
    <section className="review-item" aria-labelledby={`analysis-${analysis.id}`}>
      <div className="review-body">
        {onList && (
          <div className="review-pager">
            <button type="button" className="link row" onClick={onList}>
              <ChevronLeft aria-hidden />
              {t('review.list')}
            </button>
            <span className="grow" />
            {stepper}
          </div>
        )}
        <header className="review-head">
          <div className="review-name">
            <div className="grow">
              <Heading className="h1" id={`analysis-${analysis.id}`} ref={heading} tabIndex={-1}>
                {analysis.name}
              </Heading>{' '}
              <span className="review-marks">
                <StateBadge state={stateOf(analysis)} pill />
                {(critica || material) && <StateBadge state={critica ? 'critica' : 'material'} pill />}
                {tarde && <StateBadge state="tarde" pill />}
                {'AUTO' in analysis && analysis.AUTO && <StateBadge state="automatico" pill />}
                <OverLimit of={detail ?? analysis} />
                <SubstateChoice
                  level={level.name === 'control' ? 'CONTROL' : 'JEFATURA'}
                  of={detail ?? analysis}
                  // A group is said through one of its members.
                  id={
                    analysis.kind === 'individual'
                      ? analysis.COD_ANALISIS
                      : detail?.kind === 'agrupado'
                        ? detail.MIEMBROS[0]?.COD_ANALISIS
                        : undefined
                  }
                />
              </span>
            </div>
            {!onList && stepper}
          </div>
          <p className="review-meta">
            {analysis.kind === 'individual' ? (
              <Code>{analysis.CUENTA}</Code>
            ) : (
              <span>{t('shared.accountsCount', { count: analysis.CUENTAS })}</span>
            )}
            {/* The list beside says it, and is not printed. */}
            <span className="review-month">{formatMonth(analysis.PERIODO, locale)}</span>
            {[
              analysis.kind === 'individual' && analysis.RUBRO,
              analysis.NEGOCIO,
              analysis.DEPARTAMENTO,
              analysis.MONEDA,
              t(`review.risk.${analysis.RIESGO}`),
            ].map((part) => part && <span key={part}>{part}</span>)}
          </p>
        </header>
        <Figures analysis={analysis} detail={account} cell={evidence.data?.celda ?? undefined} />
        {whole && !expanded && (
          <>
            {analysis.MOTIVO_RECHAZO && stateOf(analysis) === 'rechazado' && (
              <div className="review-reason">
                <Note kind="danger">{analysis.MOTIVO_RECHAZO}</Note>
              </div>
            )}
            {analysis.kind === 'individual' ? (
              <Comments analysis={analysis} detail={account} heading={alone ? 'h2' : 'h3'} />
            ) : (
              <Members detail={detail} currency={analysis.MONEDA} />
            )}
          </>
        )}
        {!whole ? null : error && !detail ? (
          <ErrorState title={t('review.itemFailed')} onRetry={onRetry}>
            {sentence(error)}
          </ErrorState>
        ) : aside || expanded ? (
          panel
        ) : phone ? (
          <>
            {panel}
            <Aside analysis={analysis} detail={detail} />
          </>
        ) : (
          <div className="review-tabs">
            <Tabs
              label={t('review.evidence')}
              value={tab}
              onChange={setTab}
              tabs={[
                { value: 'libro', label: t('review.file') },
                { value: 'historial', label: t('review.checksAndHistory'), count: detail?.EVENTOS.length },
              ]}
            />
            {tab === 'libro' ? panel : <div className="review-aside review-aside-tab">{<Aside analysis={analysis} detail={detail} />}</div>}
          </div>
        )}
      </div>
      <DecisionBar
        level={level}
        analysis={analysis}
        detail={detail}
        initial={props.comment}
        onComment={(text) => props.onComment(analysis.id, text)}
        onDecide={props.onDecide}
        onHelp={props.onHelp}
        heading={heading}
        phone={phone}
      />
    </section>
  )
})

function useAfter(milliseconds: number) {
  const [after, setAfter] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setAfter(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return after
}
