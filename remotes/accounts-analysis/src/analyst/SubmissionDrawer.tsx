import { type Analysis, type AnalysisDetail, recallAnalysis } from '@cuadre/api/analysis'
import { call, useTranslation } from '@cuadre/shell'
import { Button, Code, DateText, Delta, ErrorState, Loader, Money, Note, Percent, StateBadge } from '@cuadre/ui'
import { Drawer } from '@cuadre/ui/overlay'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect } from 'react'
import { Observations } from '../audit/Observations.tsx'
import { Files } from '../history/Files.tsx'
import { LateAnnex } from '../history/LateAnnex.tsx'
import { detailOf } from '../shared/detail.ts'
import { Findings } from '../shared/Findings.tsx'
import { History } from '../shared/History.tsx'
import { marksOf, stateOf } from '../shared/state.ts'
import { useSentence } from '../shared/useSentence.ts'
import { RecallButton } from './RecallButton.tsx'
import { SubmissionForm } from './SubmissionForm.tsx'
import { useTemplates } from './useTemplates.ts'

interface Props {
  id: number | undefined
  /** The one to go on with after this. */
  next: Analysis | undefined
  onOpen: (id: number) => void
  onOther: (other: { analisis?: number | null; grupo?: number | null }) => void
  onClose: () => void
}

/** One account: its figures, and what supports it; to be sent, or as it was sent. */
export function SubmissionDrawer({ id, next, onOpen, onOther, onClose }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const sentence = useSentence()
  const found = useQuery({ ...detailOf(id ?? 0), enabled: id !== undefined })
  const detail = found.data
  const sends = detail?.PUEDE.enviar ?? false
  const client = useQueryClient()
  const following = next?.COD_ANALISIS
  // Read while this one is being filled in.
  useEffect(() => {
    if (detail && following !== undefined) void client.prefetchQuery(detailOf(following))
  }, [client, detail, following])
  return (
    <Drawer
      open={id !== undefined}
      onClose={onClose}
      title={detail?.NOMBRE_CUENTA ?? t('analyst.analysis')}
      size="wide"
      shows={detail && `${id} ${sends}`}
    >
      {found.isError && !detail ? (
        <ErrorState onRetry={() => void found.refetch()}>{sentence(found.error)}</ErrorState>
      ) : !detail ? (
        <Loader />
      ) : (
        <>
          <Facts detail={detail} sends={sends} />
          {sends ? (
            <SubmissionForm
              key={detail.COD_ANALISIS}
              detail={detail}
              onCancel={onClose}
              onSent={onClose}
              onOther={onOther}
              onNext={next && (() => onOpen(next.COD_ANALISIS))}
            />
          ) : (
            <Sent detail={detail} onRecalled={onOpen} />
          )}
          <Observations analysisId={detail.COD_ANALISIS} className="drawer-section" />
        </>
      )}
    </Drawer>
  )
}

function Facts({ detail, sends }: { detail: AnalysisDetail; sends: boolean }) {
  const { t } = useTranslation('accounts-analysis')
  const templates = useTemplates()
  const { material, critica } = marksOf(detail)
  return (
    <>
      <p className="review-meta">
        <Code>{detail.CUENTA}</Code>
        <span>{detail.NEGOCIO}</span>
        <span>{detail.MONEDA}</span>
      </p>
      <div className="row facts-marks">
        <StateBadge state={stateOf(detail)} pill />
        {(critica || material) && <StateBadge state={critica ? 'critica' : 'material'} pill />}
        {detail.ATRASADO && <StateBadge state="tarde" pill />}
        <span className="grow" />
        {sends && (
          <Button size="sm" icon={<Download aria-hidden />} busy={templates.busy} onClick={() => void templates.download([detail])}>
            {t('analyst.template')}
          </Button>
        )}
      </div>
      {stateOf(detail) === 'rechazado' && detail.MOTIVO_RECHAZO && <Note kind="danger">{detail.MOTIVO_RECHAZO}</Note>}
      <dl className="facts">
        <div>
          <dt>{t('analyst.balance')}</dt>
          <dd>
            <Money value={detail.VALOR_BALANCE} />
          </dd>
        </div>
        <div>
          <dt>{t('analyst.previous')}</dt>
          <dd>
            <Money value={detail.SALDO_ANTERIOR} />
          </dd>
        </div>
        <div>
          <dt>{t('analyst.movement')}</dt>
          <dd>
            <Delta value={detail.VARIACION_PERIODO} />{' '}
            {detail.VARIACION_PERIODO_PCT !== null && (
              <small className="muted">
                <Percent value={detail.VARIACION_PERIODO_PCT} signed />
              </small>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('review.materiality')}</dt>
          <dd>
            {t(`review.materialities.${detail.MATERIALIDAD}`)}
            {detail.UMBRAL && (
              <div className="figure-note">
                {t('review.threshold')} <Money value={detail.UMBRAL.monto} /> · <Percent value={detail.UMBRAL.porcentaje} decimals={0} />
              </div>
            )}
          </dd>
        </div>
        {sends && (
          <div>
            <dt>{t('analyst.due')}</dt>
            <dd>
              <DateText value={detail.VENCE_ANALISTA} as="due" />
            </dd>
          </div>
        )}
      </dl>
    </>
  )
}

/** As it was sent, for reading. */
function Sent({ detail, onRecalled }: { detail: AnalysisDetail; onRecalled: (id: number) => void }) {
  const { t } = useTranslation('accounts-analysis')
  const id = detail.COD_ANALISIS
  return (
    <>
      {detail.PUEDE.motivo && <Note>{detail.PUEDE.motivo}</Note>}
      {detail.PUEDE.recuperar && (
        <RecallButton
          name={detail.NOMBRE_CUENTA}
          recall={() => call(recallAnalysis, { params: { id }, body: { REVISION: detail.REVISION } })}
          onRecalled={() => onRecalled(id)}
        />
      )}
      {detail.FECHA_ENVIO && (
        <>
          <dl className="facts">
            <div>
              <dt>{t('analyst.supported')}</dt>
              <dd>
                <Money value={detail.VALOR_ANALISIS} />
              </dd>
            </div>
            <div>
              <dt>{t('analyst.difference')}</dt>
              <dd>
                <Money value={detail.VARIACION} />
              </dd>
            </div>
          </dl>
          {detail.COMENTARIO_VARIACION && <p className="small submission-comment">{detail.COMENTARIO_VARIACION}</p>}
          <Files files={detail.ARCHIVOS} annexes={detail.ANEXOS} />
        </>
      )}
      {detail.PUEDE.anexarPosterior && <LateAnnex id={id} />}
      <section className="drawer-section">
        <h2 className="h3">{t('review.checks')}</h2>
        {/* Who uploaded it matters to who decides. */}
        <Findings findings={detail.COMPROBACIONES.filter(({ codigo }) => codigo !== 'cargo_version' && codigo !== 'no_cargo_version')} />
      </section>
      <section className="drawer-section">
        <History events={detail.EVENTOS} intact={detail.CADENA_INTEGRA} />
      </section>
    </>
  )
}
