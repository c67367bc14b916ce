import { listAlerts, listAlertTypes } from '@cuadre/api/alert'
import { type First, failureOf, query, useCan, useSearchParams, useTranslation } from '@cuadre/shell'
import { Button, EmptyState, ErrorState, Page, Skeleton } from '@cuadre/ui'
import { Menu } from '@cuadre/ui/overlay'
import { useQuery } from '@tanstack/react-query'
import { CalendarOff, History, Plus } from 'lucide-react'
import { useLeaving } from '../useLeaving.tsx'
import { AbsencesDrawer } from './AbsencesDrawer.tsx'
import { AlertEditor } from './AlertEditor.tsx'
import { AlertList } from './AlertList.tsx'
import { LogDrawer } from './LogDrawer.tsx'
import { FAMILIES, type Family, newRule } from './rule.ts'
import './alerts.css'

const ALERTS = query(listAlerts, { query: { limit: 1000 } })
const TYPES = query(listAlertTypes)
export const first: First = () => [ALERTS, TYPES]

/** The rules by which people are told; one of them (`alerta`, or a new one of `tipo`) as a sentence, with what it does beside it. */
export default function AlertsPage() {
  const { t } = useTranslation('parameters')
  const write = useCan()('parameters.alert.write')
  const [params, setParams] = useSearchParams()
  const alerts = useQuery(ALERTS)
  const types = useQuery(TYPES)
  const failure = failureOf(alerts) ?? failureOf(types)
  const open = (change: Record<string, string | null>) => {
    const next = new URLSearchParams(params)
    for (const [name, value] of Object.entries(change))
      if (value === null) next.delete(name)
      else next.set(name, value)
    // From one rule to the next nothing is added that Back would have to go through.
    setParams(next, { replace: !('ver' in change) })
  }
  const { leave, question } = useLeaving(t('alert.leaving'))
  const choose = (change: Record<string, string | null>) => leave(() => open(change))
  const rows = alerts.data?.data ?? []
  const chosen = rows.find(({ id }) => String(id) === params.get('alerta')) ?? (params.get('tipo') ? undefined : rows[0])
  const type = types.data?.find(({ id }) => id === (chosen?.tipoId ?? Number(params.get('tipo'))))
  const paused = rows.filter(({ activo }) => !activo).length
  return (
    <Page
      ready={Boolean(failure) || (!alerts.isLoading && !types.isLoading)}
      title={t('alert.title')}
      crumbs={[{ label: t('crumbs.parameters') }, { label: t('alert.title') }]}
      note={
        // Its line is there from the beginning, so that nothing under it moves.
        alerts.data
          ? `${t('alert.rules', { count: rows.length })}${paused > 0 ? `, ${t('alert.pausedCount', { count: paused })}` : ''}`
          : '\u00a0'
      }
      actions={
        <>
          <Button icon={<CalendarOff aria-hidden />} onClick={() => open({ ver: 'ausencias' })}>
            {t('absence.title')}
          </Button>
          <Button icon={<History aria-hidden />} disabled={!chosen} onClick={() => open({ ver: 'registro' })}>
            {t('alert.log')}
          </Button>
          {write && (
            <Menu
              align="end"
              trigger={
                <Button icon={<Plus aria-hidden />} disabled={!types.data}>
                  {t('alert.create')}
                </Button>
              }
              entries={(Object.keys(FAMILIES) as Family[]).flatMap((family) => [
                { heading: t(`alert.family.${family}`) },
                ...FAMILIES[family].map((id) => ({
                  label: types.data?.find((one) => one.id === id)?.nombre ?? String(id),
                  onSelect: () => choose({ tipo: String(id), alerta: null }),
                })),
              ])}
            />
          )}
        </>
      }
    >
      {failure && <ErrorState {...failure} />}
      {!failure && !(alerts.data && types.data) && <Skeleton height={320} />}
      {alerts.data && types.data && (
        <div className="alerts">
          <AlertList
            alerts={rows}
            types={types.data}
            chosen={chosen?.id}
            onChoose={(id) => id !== chosen?.id && choose({ alerta: String(id), tipo: null })}
          />
          {type ? (
            <AlertEditor
              key={chosen ? chosen.id : `tipo ${type.id}`}
              {...(chosen && { alert: chosen })}
              initial={newRule(type)}
              type={type}
              write={write}
              onSaved={(id) => open({ alerta: id === null ? null : String(id), tipo: null })}
            />
          ) : (
            <EmptyState title={t('alert.empty')} />
          )}
        </div>
      )}
      {params.get('ver') === 'registro' && chosen && (
        <LogDrawer alert={chosen} failed={params.get('correo') === 'fallido'} onClose={() => open({ ver: null, correo: null })} />
      )}
      {params.get('ver') === 'ausencias' && <AbsencesDrawer write={write} onClose={() => open({ ver: null })} />}
      {question}
    </Page>
  )
}
