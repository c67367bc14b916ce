import { endUserSession, type OpenSession, signOutUser, userSessions } from '@cuadre/api/identity'
import { call, failureOf, query, useTranslation } from '@cuadre/shell'
import { Button, EmptyState, ErrorState, formatDateTime, Note, notify, Section, Skeleton, useLocale } from '@cuadre/ui'
import { ConfirmDialog } from '@cuadre/ui/overlay'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { useWhy } from './useWhy.ts'
import './person.css'

type Person = { id: number; NOMBRE: string }

/** Where a person is signed in, with browser and system; one or all can be ended. No address is kept, so none is shown. */
export function Sessions({ user: { id, NOMBRE }, write }: { user: Person; write: boolean }) {
  const { t } = useTranslation('admin')
  const why = useWhy()
  const locale = useLocale()
  const client = useQueryClient()
  const [asked, setAsked] = useState<OpenSession | 'all'>()
  const found = useQuery(query(userSessions, { params: { id } }))
  const failure = failureOf(found)
  if (failure) return <ErrorState {...failure} />
  if (!found.data) return <Skeleton height={60} />
  const { conocidas, data } = found.data
  const end = async () => {
    try {
      if (asked === 'all') await call(signOutUser, { params: { id } })
      else if (asked) await call(endUserSession, { params: { id, sessionId: asked.id } })
      notify.success(t(asked === 'all' ? 'user.act.signOut.done' : 'user.session.ended', { name: NOMBRE }))
    } catch (error) {
      notify.danger(why(error, t('user.act.failed')))
      throw error
    } finally {
      await client.invalidateQueries({ queryKey: ['user'] })
    }
  }
  return (
    <Section
      title={t('user.tabs.sesiones')}
      {...(conocidas && { count: data.length })}
      end={
        write &&
        data.length > 0 && (
          <Button variant="danger" size="sm" onClick={() => setAsked('all')}>
            {t('user.session.endAll')}
          </Button>
        )
      }
    >
      {!conocidas && <Note>{t('user.session.unknown')}</Note>}
      {conocidas && data.length === 0 && <EmptyState icon={<Monitor aria-hidden />} title={t('user.session.none')} />}
      <ul className="person-lines">
        {data.map((session) => (
          <li key={session.id}>
            <Device session={session} />
            {write && !session.actual && (
              <button
                type="button"
                className="link small"
                onClick={() => setAsked(session)}
                aria-label={`${t('user.session.end')} ${formatDateTime(session.INICIO, locale)}`}
              >
                {t('user.session.end')}
              </button>
            )}
            {session.actual && <span className="count">{t('user.session.this')}</span>}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== undefined}
        danger
        onClose={() => setAsked(undefined)}
        title={t(asked === 'all' ? 'user.act.signOut.ask' : 'user.session.ask', { name: NOMBRE })}
        confirm={t(asked === 'all' ? 'user.session.endAll' : 'user.session.end')}
        onConfirm={end}
      >
        {t('user.act.signOut.means')}
      </ConfirmDialog>
    </Section>
  )
}

function Device({ session: { NAVEGADOR, SISTEMA, MOVIL, INICIO, VENCE } }: { session: OpenSession }) {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const Icon = MOVIL ? Smartphone : Monitor
  return (
    <span className="grow device">
      <Icon aria-hidden />
      <span>
        <span className="medium">
          {NAVEGADOR && SISTEMA
            ? t('user.session.device', { browser: NAVEGADOR, system: SISTEMA })
            : (NAVEGADOR ?? SISTEMA ?? t('user.session.unknownDevice'))}
        </span>
        <br />
        <span className="small muted">
          {t('user.session.since', { from: formatDateTime(INICIO, locale), until: formatDateTime(VENCE, locale) })}
        </span>
      </span>
    </span>
  )
}
