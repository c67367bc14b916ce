import { remindMany } from '@cuadre/api/analysis'
import type { Answer } from '@cuadre/api/endpoint'
import type { Item } from '@cuadre/api/item'
import { call, Failure, failureOf, Unknown, useCan, useTranslation, whatBecame } from '@cuadre/shell'
import { Button, ErrorState, formatCount, Loader, Note, notify, useLocale } from '@cuadre/ui'
import { Dialog } from '@cuadre/ui/overlay'
import { useQuery } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { useState } from 'react'

/** As many as one call takes. */
const MOST = 1000

/** Reminds whoever has to act on what is open in a cell, once they have been seen by name. */
export function RemindOpen({ open, place }: { open: readonly Item[]; place: string }) {
  const { t } = useTranslation('statistics')
  const may = useCan()('analysis.item.remind')
  const [asked, setAsked] = useState(false)
  if (!may) return null
  return (
    <>
      <Button icon={<BellRing aria-hidden />} onClick={() => setAsked(true)}>
        {t('matrix.remind.button')}
      </Button>
      {asked && <RemindDialog open={open} place={place} onClose={() => setAsked(false)} />}
    </>
  )
}

/** Of how many somebody was reminded lately. */
const recent = ({ sinAviso }: Answer<typeof remindMany>) => sinAviso.find(({ codigo }) => codigo === 'mail_recent')?.n ?? 0

function RemindDialog({ open, place, onClose }: { open: readonly Item[]; place: string; onClose: () => void }) {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const [busy, setBusy] = useState(false)
  const of = {
    ids: open.flatMap(({ COD_ANALISIS, AGRUPADO_ID }) => (AGRUPADO_ID === null ? [COD_ANALISIS] : [])).slice(0, MOST),
    groupIds: open.flatMap(({ AGRUPADO_ID }) => AGRUPADO_ID ?? []).slice(0, MOST),
  }
  const found = useQuery({
    queryKey: ['analysis', 'reminders', of],
    queryFn: ({ signal }) => call(remindMany, { body: { ...of, simular: true } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
  const failure = failureOf(found)
  const people = found.data?.destinatarios ?? []
  const send = async () => {
    setBusy(true)
    try {
      const before = found.data!
      const { destinatarios } = await call(remindMany, { body: { ...of, simular: false } }).catch(async (error: unknown) => {
        await whatBecame(
          error,
          (signal) => call(remindMany, { body: { ...of, simular: true } }, { signal }),
          (now) => recent(now) > recent(before),
        )
        return before
      })
      const names = new Intl.ListFormat(locale).format(destinatarios.map(({ NOMBRE }) => NOMBRE))
      notify.success(t('matrix.remind.done', { count: destinatarios.length, names }))
      onClose()
    } catch (error) {
      const unknown = error instanceof Unknown
      notify.danger(unknown ? t('matrix.remind.notKnown') : t('matrix.remind.failed'), {
        description: unknown ? t('matrix.remind.notKnownHint') : error instanceof Failure ? error.message || undefined : undefined,
      })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('matrix.remind.title', { place })}
      description={t('matrix.remind.hint')}
      locked={busy}
      footer={
        <>
          <Button onClick={onClose}>{t('matrix.remind.cancel')}</Button>
          <Button variant="solid" busy={busy} disabled={people.length === 0} onClick={() => void send()}>
            {people.length === 0
              ? t('matrix.remind.nobody')
              : t('matrix.remind.send', { count: people.length, n: formatCount(people.length, locale) })}
          </Button>
        </>
      }
    >
      {failure ? (
        <ErrorState {...failure} />
      ) : !found.data ? (
        <Loader />
      ) : (
        <>
          {found.data.sinAviso.map(({ codigo, motivo, n }) => (
            <Note key={codigo} kind="info">
              {t('matrix.remind.left', { count: n, n: formatCount(n, locale) })} {motivo}
            </Note>
          ))}
          <ul style={{ display: 'grid', gap: 8, marginBlockStart: 8 }}>
            {people.map(({ ID_USUARIO, NOMBRE, analisis }) => (
              <li key={ID_USUARIO}>
                <div className="row grow">
                  <b className="strong grow">{NOMBRE}</b>
                  <span className="small muted">{t('items', { count: analisis, n: formatCount(analisis, locale) })}</span>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}
