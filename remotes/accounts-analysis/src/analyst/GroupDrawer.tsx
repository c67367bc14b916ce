import { STATE } from '@cuadre/api/analysis'
import type { Answer } from '@cuadre/api/endpoint'
import { dissolveGroup, getGroup } from '@cuadre/api/group'
import { call, Failure, Unknown, useTranslation, whatBecame } from '@cuadre/shell'
import { Button, DateText, ErrorState, Loader, Money, notify } from '@cuadre/ui'
import { ConfirmDialog, Drawer } from '@cuadre/ui/overlay'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, Ungroup } from 'lucide-react'
import { useState } from 'react'
import { Files } from '../shared/document/Files.tsx'
import { groupDetailOf } from '../shared/groupDetail.ts'
import { Observations } from '../shared/observation/Observations.tsx'
import { useSentence } from '../shared/useSentence.ts'
import { AddToGroup } from './AddToGroup.tsx'
import { AsSent } from './AsSent.tsx'
import { Extension } from './Extension.tsx'
import { GroupForm } from './GroupForm.tsx'
import { Fact, Standing } from './Standing.tsx'
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
            <AsSent detail={detail} id={detail.AGRUPADO_ID} grouped name={detail.NOMBRE}>
              <Files files={detail.ARCHIVOS} annexes={detail.ANEXOS} />
            </AsSent>
          )}
          <Observations groupId={detail.AGRUPADO_ID} className="drawer-section" />
        </>
      )}
    </Drawer>
  )
}

const goneOr = (error: unknown) => {
  if (error instanceof Failure && error.status === 404) return 'gone'
  throw error
}

function Facts({ detail, onDissolved }: { detail: Answer<typeof getGroup>; onDissolved: () => void }) {
  const { t } = useTranslation('accounts-analysis')
  const client = useQueryClient()
  const sentence = useSentence()
  const templates = useTemplates()
  const [asking, setAsking] = useState(false)
  const dissolve = async () => {
    try {
      const params = { id: detail.AGRUPADO_ID }
      await call(dissolveGroup, { params }).catch((error: unknown) =>
        whatBecame(
          error,
          (signal) => call(getGroup, { params }, { signal }).then(() => 'there', goneOr),
          (now) => now === 'gone',
        ),
      )
      for (const noun of ['analysis', 'analysis-metadata', 'dashboard']) void client.invalidateQueries({ queryKey: [noun] })
      notify.success(t('analyst.dissolved', { name: detail.NOMBRE }))
      onDissolved()
    } catch (error) {
      notify.danger(error instanceof Unknown ? t('shared.notKnown') : t('analyst.notDissolved', { name: detail.NOMBRE }), {
        description: sentence(error),
      })
    }
  }
  return (
    <>
      <p className="review-meta">
        <span>{t('shared.accountsCount', { count: detail.CUENTAS })}</span>
        <span>{detail.NEGOCIO}</span>
        <span>{detail.MONEDA}</span>
      </p>
      <Standing of={detail}>
        {detail.PUEDE.enviar && (
          <>
            {detail.ESTADO_PRINCIPAL_ID === STATE.pendiente && <AddToGroup detail={detail} />}
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
      </Standing>
      <dl className="facts">
        <Fact label={t('analyst.balance')}>
          <Money value={detail.VALOR_BALANCE} />
        </Fact>
        {detail.FECHA_ENVIO && (
          <>
            <Fact label={t('analyst.supported')}>
              <Money value={detail.VALOR_ANALISIS} />
            </Fact>
            <Fact label={t('analyst.difference')}>
              <Money value={detail.VARIACION} />
            </Fact>
          </>
        )}
        {/* Of one that came back, too: it is to be sent again. */}
        {(detail.PUEDE.enviar || !detail.FECHA_ENVIO) && (
          <Fact label={t('analyst.due')}>
            <DateText value={detail.VENCE_ANALISTA} as="due" />
            {detail.PUEDE.enviar && detail.MIEMBROS[0] && (
              <Extension of={{ ...detail, COD_ANALISIS: detail.MIEMBROS[0].COD_ANALISIS }} grouped />
            )}
          </Fact>
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
