import type { Answer } from '@cuadre/api/endpoint'
import { dissolveGroup, type getGroup, recallGroup } from '@cuadre/api/group'
import { call, useTranslation } from '@cuadre/shell'
import { Button, DateText, ErrorState, Loader, Money, Note, notify, StateBadge } from '@cuadre/ui'
import { ConfirmDialog, Drawer } from '@cuadre/ui/overlay'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, Ungroup } from 'lucide-react'
import { useState } from 'react'
import { Files } from '../history/Files.tsx'
import { LateAnnex } from '../history/LateAnnex.tsx'
import { groupDetailOf } from '../shared/groupDetail.ts'
import { History } from '../shared/History.tsx'
import { marksOf, stateOf } from '../shared/state.ts'
import { useSentence } from '../shared/useSentence.ts'
import { GroupForm } from './GroupForm.tsx'
import { RecallButton } from './RecallButton.tsx'
import { useTemplates } from './useTemplates.ts'

/** Several accounts as one: their workbook, their file, or what was sent. */
export function GroupDrawer({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  const { t } = useTranslation('accounts-analysis')
  const sentence = useSentence()
  const found = useQuery({ ...groupDetailOf(id ?? 0), enabled: id !== undefined })
  const detail = found.data
  return (
    <Drawer
      open={id !== undefined}
      onClose={onClose}
      title={detail?.NOMBRE ?? t('analyst.group')}
      size="wide"
      shows={detail && `${id} ${detail.PUEDE.enviar}`}
    >
      {found.isError && !detail ? (
        <ErrorState onRetry={() => void found.refetch()}>{sentence(found.error)}</ErrorState>
      ) : !detail ? (
        <Loader />
      ) : (
        <>
          <Facts detail={detail} onDissolved={onClose} />
          {detail.PUEDE.enviar ? (
            <GroupForm key={detail.AGRUPADO_ID} detail={detail} onCancel={onClose} onSent={onClose} />
          ) : (
            <Sent detail={detail} />
          )}
        </>
      )}
    </Drawer>
  )
}

function Facts({ detail, onDissolved }: { detail: Answer<typeof getGroup>; onDissolved: () => void }) {
  const { t } = useTranslation('accounts-analysis')
  const client = useQueryClient()
  const sentence = useSentence()
  const templates = useTemplates()
  const [asking, setAsking] = useState(false)
  const { material, critica } = marksOf(detail)
  const dissolve = async () => {
    try {
      await call(dissolveGroup, { params: { id: detail.AGRUPADO_ID } })
      for (const noun of ['analysis', 'analysis-metadata', 'dashboard']) void client.invalidateQueries({ queryKey: [noun] })
      notify.success(t('analyst.dissolved', { name: detail.NOMBRE }))
      onDissolved()
    } catch (error) {
      notify.danger(t('analyst.notDissolved', { name: detail.NOMBRE }), { description: sentence(error) })
    }
  }
  return (
    <>
      <p className="review-meta">
        <span>{t('analyst.accountsCount', { count: detail.CUENTAS })}</span>
        <span>{detail.NEGOCIO}</span>
        <span>{detail.MONEDA}</span>
      </p>
      <div className="row facts-marks">
        <StateBadge state={stateOf(detail)} pill />
        {(critica || material) && <StateBadge state={critica ? 'critica' : 'material'} pill />}
        {detail.ATRASADO && <StateBadge state="tarde" pill />}
        <span className="grow" />
        {detail.PUEDE.enviar && (
          <>
            <Button size="sm" icon={<Ungroup aria-hidden />} onClick={() => setAsking(true)}>
              {t('analyst.dissolve')}
            </Button>
            <Button
              size="sm"
              icon={<Download aria-hidden />}
              busy={templates.busy}
              onClick={() => void templates.downloadGroup(detail.AGRUPADO_ID, detail.NOMBRE, detail.PERIODO)}
            >
              {t('analyst.template')}
            </Button>
          </>
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
        {detail.FECHA_ENVIO ? (
          <>
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
          </>
        ) : (
          <div>
            <dt>{t('analyst.due')}</dt>
            <dd>
              <DateText value={detail.VENCE_ANALISTA} as="due" />
            </dd>
          </div>
        )}
      </dl>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('analyst.dissolveTitle', { name: detail.NOMBRE })}
        confirm={t('analyst.dissolve')}
        onConfirm={dissolve}
      >
        {t('analyst.dissolveHint')}
      </ConfirmDialog>
    </>
  )
}

/** As it was sent, for reading. */
function Sent({ detail }: { detail: Answer<typeof getGroup> }) {
  const id = detail.AGRUPADO_ID
  return (
    <>
      {detail.PUEDE.motivo && <Note>{detail.PUEDE.motivo}</Note>}
      {detail.PUEDE.recuperar && (
        <RecallButton
          name={detail.NOMBRE}
          recall={() => call(recallGroup, { params: { id }, body: { REVISION: detail.REVISION } })}
          onRecalled={() => undefined}
        />
      )}
      <Files files={detail.ARCHIVOS} annexes={detail.ANEXOS} />
      {detail.PUEDE.anexarPosterior && <LateAnnex id={id} grouped />}
      <section className="drawer-section">
        <History events={detail.EVENTOS} intact={detail.CADENA_INTEGRA} />
      </section>
    </>
  )
}
