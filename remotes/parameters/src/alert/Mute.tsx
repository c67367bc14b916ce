import { listMutes, muteAlerts } from '@cuadre/api/alert'
import { call, query, sentenceOf, useTranslation } from '@cuadre/shell'
import { Button, DateText, dayAt, hourOn, notify } from '@cuadre/ui'
import { Menu } from '@cuadre/ui/overlay'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BellOff } from 'lucide-react'

/** Days until which the kind is silent; it comes again at 8 in the morning. */
const DAYS = [1, 7, 30]
const morning = (days: number) => hourOn(dayAt(), 8, days).toISOString()

/** Silence for oneself; for everybody a rule is paused. */
export function Mute({ tipoId, urgent }: { tipoId: number; urgent: boolean }) {
  const { t } = useTranslation('parameters')
  const client = useQueryClient()
  const until = useQuery(query(listMutes)).data?.find((mute) => mute.tipoId === tipoId)?.hasta
  const mute = useMutation({
    mutationFn: (hasta: string | null) => call(muteAlerts, { body: { tipoId, hasta } }),
    onSuccess: (_, hasta) => {
      void client.invalidateQueries({ queryKey: ['alerts'] })
      notify.success(t(hasta ? 'alert.mute.done' : 'alert.mute.undone'))
    },
    onError: (error) => notify.danger(sentenceOf(error, t('alert.notSaved'))),
  })
  return (
    <section aria-label={t('alert.mute.title')}>
      <h2 className="medium">{t('alert.mute.title')}</h2>
      <p className="small muted">{t(urgent ? 'alert.mute.urgent' : 'alert.mute.hint')}</p>
      {until ? (
        <p className="row small">
          <span className="grow">
            {t('alert.mute.until')} <DateText value={until} as="datetime" />
          </span>
          <Button size="sm" onClick={() => mute.mutate(null)}>
            {t('alert.mute.again')}
          </Button>
        </p>
      ) : (
        <Menu
          trigger={
            <Button size="sm" icon={<BellOff aria-hidden />} disabled={urgent}>
              {t('alert.mute.choose')}
            </Button>
          }
          entries={DAYS.map((days) => ({ label: t(`alert.mute.days.${days}`), onSelect: () => mute.mutate(morning(days)) }))}
        />
      )}
    </section>
  )
}
