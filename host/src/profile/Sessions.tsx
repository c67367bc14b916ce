import { endMyOtherSessions, endMySession, listMySessions } from '@cuadre/api/identity'
import { call, Failure, failureOf, query, useTranslation } from '@cuadre/shell'
import { Button, ErrorState, formatDateTime, notify, Skeleton, useLocale } from '@cuadre/ui'
import { ConfirmDialog } from '@cuadre/ui/overlay'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useRef, useState } from 'react'

/** Where the person is signed in; the others can be ended, one or all. */
export function Sessions() {
  const { t } = useTranslation()
  const locale = useLocale()
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  /** Those being ended: a second click would be told that there is none. */
  const ending = useRef(new Set<string>())
  const sessions = useQuery(query(listMySessions))
  const failure = failureOf(sessions)
  if (failure) return <ErrorState {...failure} />
  if (!sessions.data) return <Skeleton height={60} />
  const others = sessions.data.filter(({ actual }) => !actual)
  const end = async (work: Promise<unknown>) => {
    try {
      await work
      notify.success(t('profile.sessionEnded'))
    } catch (error) {
      notify.danger(error instanceof Failure && error.message ? error.message : t('error.offline'))
      throw error
    } finally {
      // After a lost answer too: the list tells which are left.
      await client.invalidateQueries({ queryKey: ['me', 'sessions'] })
    }
  }
  const endOne = async (id: string) => {
    if (ending.current.has(id)) return
    ending.current.add(id)
    // What failed may be tried again.
    await end(call(endMySession, { params: { id } })).catch(() => ending.current.delete(id))
  }
  return (
    <div className="profile-part">
      <ul className="lines">
        {sessions.data.map(({ id, INICIO, VENCE, actual, NAVEGADOR, SISTEMA, MOVIL }) => (
          <li key={id} className="session">
            {MOVIL ? <Smartphone aria-hidden /> : <Monitor aria-hidden />}
            <span className="grow">
              <span className="medium">
                {NAVEGADOR && SISTEMA
                  ? t('profile.sessionDevice', { browser: NAVEGADOR, system: SISTEMA })
                  : (NAVEGADOR ?? SISTEMA ?? t('profile.sessionUnknown'))}
              </span>
              <br />
              <span className="small muted">
                {t('profile.sessionSince', { when: formatDateTime(INICIO, locale) })}
                {VENCE && ` ${t('profile.sessionUntil', { when: formatDateTime(VENCE, locale) })}`}
              </span>
            </span>
            {actual ? (
              <span className="count">{t('profile.sessionThis')}</span>
            ) : (
              <button
                type="button"
                className="link small"
                aria-label={t('profile.sessionEndOf', { when: formatDateTime(INICIO, locale) })}
                onClick={() => void endOne(id)}
              >
                {t('profile.sessionEnd')}
              </button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <Button variant="danger" onClick={() => setAsking(true)}>
          {t('profile.sessionEndOthers', { count: others.length })}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        danger
        title={t('profile.sessionEndQuestion', { count: others.length })}
        confirm={t('profile.sessionEndOthers', { count: others.length })}
        onClose={() => setAsking(false)}
        onConfirm={() => end(call(endMyOtherSessions))}
      >
        {t('profile.sessionEndText')}
      </ConfirmDialog>
    </div>
  )
}
