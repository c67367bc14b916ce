import { decideExtensions, type Extension, listExtensions } from '@cuadre/api/extension'
import { call, query, useTranslation } from '@cuadre/shell'
import { Button, Code, DateText, formatMonth, notify, useLocale } from '@cuadre/ui'
import { DecisionDialog, Drawer } from '@cuadre/ui/overlay'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFailed } from '../shared/useSentence.ts'

const MAX_LISTED = 1000
/** What was asked for a group at once is one request. */
const unitOf = ({ ID, AGRUPADO_ID, FECHA }: Extension) => (AGRUPADO_ID === null ? ID : `${AGRUPADO_ID} ${FECHA}`)

/** Who asks this level for more time: a link as long as somebody waits, and the drawer in which it is decided. */
export function Extensions() {
  const { t } = useTranslation('accounts-analysis')
  const [open, setOpen] = useState(false)
  // Only those that this level decides: others, of which there may be more than a page, would leave no place for them.
  const found = useQuery(query(listExtensions, { query: { estado: ['pendiente'], porDecidir: true, limit: MAX_LISTED } }))
  const waiting = [...Map.groupBy(found.data?.data ?? [], unitOf).values()]
  const count = waiting.length
  if (count === 0 && !open) return null
  return (
    <>
      <button
        type="button"
        className="link small"
        aria-label={t('review.extensions.waiting', { count })}
        title={t('review.extensions.waiting', { count })}
        onClick={() => setOpen(true)}
      >
        {t('review.extensions.short', { count })}
      </button>
      <Drawer open={open} onClose={() => setOpen(false)} title={t('review.extensions.title')}>
        {waiting.length === 0 && <p className="small muted">{t('review.extensions.none')}</p>}
        <ul className="findings">
          {waiting.map(([one, ...others]) => (
            <Asked key={one!.ID} one={one!} accounts={1 + others.length} />
          ))}
        </ul>
      </Drawer>
    </>
  )
}

/** `accounts`: how many of its group. */
function Asked({ one, accounts }: { one: Extension; accounts: number }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const name = one.NOMBRE_GRUPO ?? one.NOMBRE_CUENTA
  const client = useQueryClient()
  const failed = useFailed()
  const [refusing, setRefusing] = useState(false)
  const [busy, setBusy] = useState(false)
  const decide = async (aprobar: boolean, comentario?: string) => {
    setBusy(true)
    try {
      await call(decideExtensions, { body: { ids: [one.ID], aprobar, comentario } })
      notify.success(t(aprobar ? 'review.extensions.granted' : 'review.extensions.refused', { name }))
    } catch (error) {
      failed(error, t('review.extensions.failed', { name }))
      if (comentario) throw error
    } finally {
      setBusy(false)
      for (const noun of ['period', 'analysis', 'analysis-metadata', 'dashboard']) void client.invalidateQueries({ queryKey: [noun] })
    }
  }
  return (
    <li style={{ paddingBlock: 12 }}>
      <div className="grow">
        <div className="medium">{name}</div>
        <div className="xsmall muted">
          {one.NOMBRE_GRUPO === null ? <Code>{one.CUENTA}</Code> : t('shared.accountsCount', { count: accounts })} ·{' '}
          {formatMonth(one.PERIODO, locale)} · {one.SOLICITANTE}
        </div>
        <div className="small">
          <DateText value={one.VENCE_ORIGINAL} as="due" /> →{' '}
          <b className="strong">
            <DateText value={one.VENCE_NUEVO} as="due" />
          </b>
        </div>
        <p className="quote" translate="no">
          {one.MOTIVO}
        </p>
        <div className="row" style={{ gap: 8, marginBlockStart: 8 }}>
          <Button size="sm" busy={busy} onClick={() => void decide(true)} aria-label={`${t('review.extensions.grant')} ${name}`}>
            {t('review.extensions.grant')}
          </Button>
          <Button
            size="sm"
            variant="danger"
            disabled={busy}
            onClick={() => setRefusing(true)}
            aria-label={`${t('review.extensions.refuse')} ${name}`}
          >
            {t('review.extensions.refuse')}
          </Button>
        </div>
      </div>
      <DecisionDialog
        decision="reject"
        open={refusing}
        onClose={() => setRefusing(false)}
        title={t('review.extensions.refuseTitle', { name })}
        confirm={t('review.extensions.refuse')}
        label={t('review.extensions.why')}
        onDecide={(comment) => decide(false, comment)}
      />
    </li>
  )
}
