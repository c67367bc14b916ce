import { remindMany, sendReminder } from '@cuadre/api/analysis'
import type { Answer } from '@cuadre/api/endpoint'
import { call, Unknown, useTranslation, whatBecame } from '@cuadre/shell'
import { Button, DateText, ErrorState, formatCount, Loader, Note, notify, useLocale } from '@cuadre/ui'
import { Dialog } from '@cuadre/ui/overlay'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSentence } from '../useSentence.ts'

/** Of what people are reminded: analyses and groups by name, or all that waits for a role in a month. */
export interface Remindable {
  ids?: number[]
  groupIds?: number[]
  todos?: { periodId: number; rol: 'analista' | 'jefatura' | 'control'; analystId?: number }
}
type Preview = Answer<typeof remindMany>

/** Who would be told, and in which words, before anybody is; what was reminded of lately is left out, and said. */
export function RemindDialog({ of, title, onClose }: { of: Remindable | undefined; title: string; onClose: () => void }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const client = useQueryClient()
  const sentence = useSentence()
  const [busy, setBusy] = useState(false)
  const found = useQuery({
    queryKey: ['analysis', 'reminders', of],
    queryFn: ({ signal }) => call(remindMany, { body: { ...of, simular: true } }, { signal }),
    enabled: of !== undefined,
    staleTime: 0,
    gcTime: 0,
  })
  const people = found.data?.destinatarios.length ?? 0
  const send = async () => {
    const before = found.data
    if (!of || !before) return
    setBusy(true)
    try {
      const names = await sendTo(of).catch(async (error: unknown) => {
        await whatBecame(
          error,
          (signal) => call(remindMany, { body: { ...of, simular: true } }, { signal }),
          (now) => recent(now) > recent(before),
        )
        return before.destinatarios.map(({ NOMBRE }) => NOMBRE)
      })
      notify.success(t('shared.remind.done', { count: names.length, names: namesOf(names, locale) }))
      onClose()
    } catch (error) {
      notify.danger(error instanceof Unknown ? t('shared.notKnown') : t('shared.remind.failed'), { description: sentence(error) })
    } finally {
      setBusy(false)
      void client.invalidateQueries({ queryKey: ['analysis'] })
    }
  }
  return (
    <Dialog
      open={of !== undefined}
      onClose={onClose}
      title={title}
      description={t('shared.remind.hint')}
      locked={busy}
      footer={
        <>
          <Button onClick={onClose}>{t('shared.remind.cancel')}</Button>
          <Button variant="solid" busy={busy} disabled={people === 0} onClick={() => void send()}>
            {people === 0 ? t('shared.remind.nobody') : t('shared.remind.send', { count: people, n: formatCount(people, locale) })}
          </Button>
        </>
      }
    >
      {found.isError ? (
        <ErrorState onRetry={() => void found.refetch()}>{sentence(found.error)}</ErrorState>
      ) : found.data ? (
        <Shown preview={found.data} />
      ) : (
        <Loader />
      )}
    </Dialog>
  )
}

/** Of how many somebody was reminded lately. */
const recent = ({ sinAviso }: Preview) => sinAviso.find(({ codigo }) => codigo === 'mail_recent')?.n ?? 0

/** One analysis by the call that the specification has for it. @returns who was told */
async function sendTo({ ids, groupIds, todos }: Remindable): Promise<string[]> {
  const [id] = ids ?? []
  if (id !== undefined && ids?.length === 1 && !groupIds?.length && !todos)
    return (await call(sendReminder, { params: { id } })).DESTINATARIOS
  return (await call(remindMany, { body: { ids, groupIds, todos, simular: false } })).destinatarios.map(({ NOMBRE }) => NOMBRE)
}

const namesOf = (names: readonly string[], locale: string) =>
  new Intl.ListFormat(locale).format(names.length > 3 ? [...names.slice(0, 3), '…'] : names)

function Shown({ preview: { destinatarios, sinAviso } }: { preview: Preview }) {
  const { t } = useTranslation('accounts-analysis')
  return (
    <>
      {sinAviso.map(({ codigo, motivo, n, ultimo }) => (
        <Note key={codigo} kind="info">
          {t('shared.remind.left', { count: n })} {motivo}{' '}
          {ultimo && (
            <>
              {t('shared.remind.last')} <DateText value={ultimo} as="due" />.
            </>
          )}
        </Note>
      ))}
      <ul style={{ display: 'grid', gap: 14, marginBlockStart: 8 }}>
        {destinatarios.map(({ ID_USUARIO, NOMBRE, analisis, MENSAJE }) => (
          <li key={ID_USUARIO}>
            <div className="grow">
              <div className="row">
                <b className="strong grow">{NOMBRE}</b>
                <span className="small muted">{t('shared.remind.count', { count: analisis })}</span>
              </div>
              <p className="quote">{MENSAJE.texto}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
