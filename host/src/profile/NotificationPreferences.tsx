import { listPreferences, MAIL_WAYS, setPreferences } from '@cuadre/api/notification'
import { call, Failure, failureOf, query, useTranslation } from '@cuadre/shell'
import { ErrorState, notify, TableSkeleton } from '@cuadre/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'

type Change = Parameters<typeof call<typeof setPreferences>>[1] extends { body: { preferencias: (infer P)[] } } | undefined ? P : never

/** Per kind of alert: mail at once, in a daily digest, never, or muted. Saved at every change. */
export function NotificationPreferences() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const options = query(listPreferences)
  const preferences = useQuery(options)
  const failure = failureOf(preferences)
  if (failure) return <ErrorState {...failure} />
  if (!preferences.data) return <TableSkeleton rows={6} columns={3} />
  const change = async (preference: Change) => {
    const before = preferences.data
    // Shown at once, then replaced by the server's response.
    client.setQueryData(
      options.queryKey,
      before.map((one) => (one.tipoId === preference.tipoId ? { ...one, ...preference } : one)),
    )
    try {
      client.setQueryData(options.queryKey, await call(setPreferences, { body: { preferencias: [preference] } }))
    } catch (error) {
      client.setQueryData(options.queryKey, before)
      // It may have arrived all the same, and others were changed meanwhile.
      void client.invalidateQueries({ queryKey: options.queryKey })
      notify.danger(error instanceof Failure && error.message ? error.message : t('error.offline'))
    }
  }
  return (
    <table className="plain-table">
      <thead>
        <tr>
          <th scope="col">{t('profile.noticeKind')}</th>
          <th scope="col">{t('profile.noticeMail')}</th>
          <th scope="col">{t('profile.noticeSilent')}</th>
        </tr>
      </thead>
      <tbody>
        {preferences.data.map(({ tipoId, nombre, correo, silenciada }) => (
          <tr key={tipoId}>
            <th scope="row">{nombre}</th>
            <td>
              <select
                className="input"
                aria-label={t('profile.noticeMailOf', { kind: nombre })}
                value={correo}
                disabled={silenciada}
                onChange={(event) => void change({ tipoId, correo: event.target.value as typeof correo })}
              >
                {MAIL_WAYS.map((way) => (
                  <option key={way} value={way}>
                    {t(`profile.mail.${way}`)}
                  </option>
                ))}
              </select>
            </td>
            <td>
              <input
                type="checkbox"
                role="switch"
                className="switch"
                aria-label={t('profile.noticeSilentOf', { kind: nombre })}
                checked={silenciada}
                aria-checked={silenciada}
                onChange={(event) => void change({ tipoId, silenciada: event.target.checked })}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
