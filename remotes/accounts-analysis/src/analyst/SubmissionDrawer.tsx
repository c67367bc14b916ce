import type { Analysis, AnalysisDetail } from '@cuadre/api/analysis'
import { useTranslation } from '@cuadre/shell'
import { Button, Code, DateText, Delta, ErrorState, Loader, Money, Percent } from '@cuadre/ui'
import { Drawer } from '@cuadre/ui/overlay'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect } from 'react'
import { detailOf } from '../shared/detail.ts'
import { Files } from '../shared/document/Files.tsx'
import { Findings } from '../shared/Findings.tsx'
import { Observations } from '../shared/observation/Observations.tsx'
import { Threshold } from '../shared/Threshold.tsx'
import { useSentence } from '../shared/useSentence.ts'
import { AsSent } from './AsSent.tsx'
import { Extension } from './Extension.tsx'
import { Fact, Standing } from './Standing.tsx'
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
  return (
    <>
      <p className="review-meta">
        <Code>{detail.CUENTA}</Code>
        <span>{detail.NEGOCIO}</span>
        <span>{detail.MONEDA}</span>
      </p>
      <Standing of={detail}>
        {sends && (
          <Button size="sm" icon={<Download aria-hidden />} busy={templates.busy} onClick={() => void templates.download([detail])}>
            {t('analyst.template')}
          </Button>
        )}
      </Standing>
      <dl className="facts">
        <Fact label={t('analyst.balance')}>
          <Money value={detail.VALOR_BALANCE} />
        </Fact>
        <Fact label={t('analyst.previous')}>
          <Money value={detail.SALDO_ANTERIOR} />
        </Fact>
        <Fact label={t('analyst.movement')}>
          <Delta value={detail.VARIACION_PERIODO} />{' '}
          {detail.VARIACION_PERIODO_PCT !== null && (
            <small className="muted">
              <Percent value={detail.VARIACION_PERIODO_PCT} signed />
            </small>
          )}
        </Fact>
        <Fact label={t('review.materiality')}>
          {t(`review.materialities.${detail.MATERIALIDAD}`)}
          {detail.UMBRAL && (
            <div className="figure-note">
              {t('review.threshold')} <Threshold of={detail.UMBRAL} />
            </div>
          )}
        </Fact>
        {sends && (
          <Fact label={t('analyst.due')}>
            <DateText value={detail.VENCE_ANALISTA} as="due" />
            <Extension of={detail} />
          </Fact>
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
    <AsSent
      detail={detail}
      id={id}
      name={detail.NOMBRE_CUENTA}
      onRecalled={() => onRecalled(id)}
      checks={
        <section className="drawer-section">
          <h2 className="h3">{t('review.checks')}</h2>
          {/* Who uploaded it matters to who decides. */}
          <Findings findings={detail.COMPROBACIONES.filter(({ codigo }) => codigo !== 'cargo_version' && codigo !== 'no_cargo_version')} />
        </section>
      }
    >
      {detail.FECHA_ENVIO && (
        <>
          <dl className="facts">
            <Fact label={t('analyst.supported')}>
              <Money value={detail.VALOR_ANALISIS} />
            </Fact>
            <Fact label={t('analyst.difference')}>
              <Money value={detail.VARIACION} />
            </Fact>
          </dl>
          {detail.COMENTARIO_VARIACION && <p className="small submission-comment">{detail.COMENTARIO_VARIACION}</p>}
          <Files files={detail.ARCHIVOS} annexes={detail.ANEXOS} />
        </>
      )}
    </AsSent>
  )
}
