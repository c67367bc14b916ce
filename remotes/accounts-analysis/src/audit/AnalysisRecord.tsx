import { type AnalysisDetail, getAnalysis, stateOf } from '@cuadre/api/analysis'
import type { Auditor } from '@cuadre/api/auditor'
import { failureOf, query, useTranslation } from '@cuadre/shell'
import { Button, Code, DateText, EmptyState, ErrorState, formatCount, formatMonth, Loader, Marks, StateBadge, useLocale } from '@cuadre/ui'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, FileLock2 } from 'lucide-react'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { Comments } from '../shared/Comments.tsx'
import { useCertified } from '../shared/certified.ts'
import { evidenceOf } from '../shared/document/documents.ts'
import { FilePanel } from '../shared/document/FilePanel.tsx'
import { Facts } from '../shared/Facts.tsx'
import { Figures } from '../shared/Figures.tsx'
import { Findings, marksIn } from '../shared/Findings.tsx'
import { History } from '../shared/History.tsx'
import { Observations } from '../shared/observation/Observations.tsx'
import { Series } from '../shared/Series.tsx'
import { marksOf } from '../shared/state.ts'
import { Verify } from '../shared/Verify.tsx'
import { asSent } from './asSent.ts'
import { signaturesOf } from './signatures.ts'

interface Props {
  id: number
  access: Auditor
  /** The words of the way back. */
  back: string
  onBack: () => void
  /** The rows that it is one of, in their order; of a page of a longer list, how many stand before it and in all. */
  among: readonly number[]
  before?: number
  total?: number
  onGo: (id: number) => void
}

/** One analysis, to be read: figures, explanation, evidence, signatures, history and proof, and what was asked about it. */
export function AnalysisRecord({ id, access, back, onBack, among, before: skipped = 0, total = among.length, onGo }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const detail = useQuery({ ...query(getAnalysis, { params: { id } }), refetchOnWindowFocus: false })
  const failure = failureOf(detail)
  const at = among.indexOf(id)
  const [before, after] = at < 0 ? [] : [among[at - 1], among[at + 1]]
  const step = (to: number | undefined, label: string) =>
    at >= 0 && (
      <Button size="sm" disabled={to === undefined} onClick={() => to !== undefined && onGo(to)}>
        {label}
      </Button>
    )
  return (
    <>
      <div className="row" style={{ gap: 6, paddingBlock: 12 }}>
        <button type="button" className="link row" onClick={onBack}>
          <ChevronLeft aria-hidden />
          {back}
        </button>
        <span className="grow" />
        {at >= 0 && (
          <bdi className="small muted nowrap">
            {t('review.place', { at: formatCount(skipped + at + 1, locale), of: formatCount(total, locale) })}
          </bdi>
        )}
        {step(before, t('review.previous'))}
        {step(after, t('review.next'))}
      </div>
      {failure && <ErrorState {...failure} />}
      {!detail.data && !failure && <Loader />}
      {detail.data && <Opened item={detail.data} access={access} />}
    </>
  )
}

/** The name of the group that it was sent and decided with, as its steps keep it: the file is that of all its accounts. */
function groupOf({ AGRUPADO_ID, EVENTOS }: Pick<AnalysisDetail, 'AGRUPADO_ID' | 'EVENTOS'>) {
  if (AGRUPADO_ID === null) return undefined
  // What a step says of its group (`nombre`) is written by the server alone.
  const named = EVENTOS.map(({ DETALLE }) => DETALLE?.grupo as { id?: number; nombre?: string } | undefined)
  return named.findLast((group) => group?.id === AGRUPADO_ID)?.nombre
}

/** The parts of the review bleed to their own padding; here they stand in the page. */
const MAIN = { flex: '999 1 600px', '--review-x': '16px', marginInlineStart: -16 } as CSSProperties
const ASIDE: CSSProperties = {
  flex: '1 1 300px',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 24,
  alignContent: 'start',
  minInlineSize: 0,
}

function Opened({ item: read, access }: { item: AnalysisDetail; access: Auditor }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const { permisos } = access
  const item = asSent(read)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const [version, setVersion] = useState<number>()
  const [expanded, setExpanded] = useState(false)
  const file = item.ARCHIVOS.find(({ ID }) => ID === version) ?? item.ARCHIVOS.toSorted((a, b) => b.VERSION - a.VERSION)[0]
  const evidence = useQuery(evidenceOf(file, permisos.documentos))
  const documents = item.ARCHIVOS.length + item.ANEXOS.length
  const certified = useCertified()
  const signatures = signaturesOf(item.EVENTOS)
  const group = groupOf(item)
  const signed = (event: (typeof item.EVENTOS)[number] | undefined) =>
    event && (
      <>
        {event.PERSONA ?? t('shared.system')}
        {event.FECHA && (
          <>
            , <DateText value={event.FECHA} as="datetime" />
          </>
        )}
      </>
    )
  // Whether the reader uploaded it is asked of who decides; the marks of the explanation stand under it.
  const marks = marksIn(item.COMPROBACIONES)
  const findings = item.COMPROBACIONES.filter((found) => found.codigo !== 'no_cargo_version' && !marks.includes(found))
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: '24px 44px' }}>
      <section className="review-item" style={MAIN} aria-labelledby="audit-record">
        <div className="review-body">
          <header className="review-head" style={{ paddingBlockStart: 0 }}>
            <div className="review-name">
              <div className="grow">
                <h2 className="h1" id="audit-record" ref={heading} tabIndex={-1}>
                  {item.NOMBRE_CUENTA}
                </h2>{' '}
                <span className="review-marks">
                  <StateBadge state={stateOf(item)} pill />
                  <Marks {...marksOf({ ...item, ATRASADO: false })} automatico={item.AUTO} />
                </span>
              </div>
            </div>
            <p className="review-meta">
              <Code>{item.CUENTA}</Code>
              {[
                formatMonth(item.PERIODO, locale),
                item.RUBRO,
                item.NEGOCIO,
                item.DEPARTAMENTO,
                item.MONEDA,
                t(`review.risk.${item.RIESGO}`),
                group && t('audit.inGroup', { name: group }),
              ].map((part) => part && <span key={part}>{part}</span>)}
            </p>
          </header>
          <Figures analysis={item} detail={item} cell={evidence.data?.celda ?? undefined} />
          {!expanded && (
            <Comments
              analysis={item}
              detail={item}
              heading="h3"
              withheld={permisos.comentariosInternos ? undefined : t('audit.noComments')}
            />
          )}
          {documents === 0 ? (
            <EmptyState title={item.AUTO ? certified(item.EVENTOS) : t('review.noFile')}>
              {t(item.AUTO ? 'review.certifiedHint' : 'audit.noFileHint')}
            </EmptyState>
          ) : permisos.documentos ? (
            <div style={{ display: 'flex', blockSize: 'min(72vh, 760px)' }}>
              <FilePanel
                analysis={item}
                events={item.EVENTOS}
                file={file}
                files={item.ARCHIVOS}
                annexes={item.ANEXOS}
                onVersion={setVersion}
                ready
                expanded={expanded}
                onExpand={() => setExpanded(!expanded)}
              />
            </div>
          ) : (
            <EmptyState icon={<FileLock2 aria-hidden />} title={t('audit.noDocuments')}>
              {t('audit.noDocumentsHint', { count: documents })}
            </EmptyState>
          )}
        </div>
      </section>
      <aside style={ASIDE} aria-label={t('audit.beside')}>
        <Observations analysisId={item.COD_ANALISIS} />
        <section>
          <h3 className="h3">{t('history.signatures')}</h3>
          <Facts
            facts={[
              [t('history.sent'), signed(signatures.sent)],
              [t('history.byJefatura'), signed(signatures.jefatura)],
              [t('history.byControl'), signed(signatures.control)],
            ]}
          />
          {!permisos.fechasFirma && <p className="xsmall muted">{t('audit.noDates')}</p>}
        </section>
        <section>
          <h3 className="h3">{t('review.checks')}</h3>
          <Findings findings={findings} />
        </section>
        <section>
          <h3 className="h3">{item.SERIE.length < 13 ? t('review.seriesOf', { count: item.SERIE.length }) : t('review.series')}</h3>
          <Series values={item.SERIE} currency={item.MONEDA} />
        </section>
        <section>
          <History events={item.EVENTOS} intact={item.CADENA_INTEGRA} hashes />
          {!permisos.comentariosInternos && <p className="xsmall muted">{t('audit.noComments')}</p>}
        </section>
        <Verify periodId={item.COD_PERIODO} period={item.PERIODO} />
      </aside>
    </div>
  )
}
