import { type Alert, createAlert, deleteAlert, getAlert, listAlerts, type listAlertTypes, testAlert, updateAlert } from '@cuadre/api/alert'
import type { Answer } from '@cuadre/api/endpoint'
import { ROLE } from '@cuadre/api/roles'
import { call, Failure, sentenceOf, Unknown, useKept, useMe, useTranslation, whatBecame } from '@cuadre/shell'
import { Button, DateText, Note, notify, useUnsavedWarning } from '@cuadre/ui'
import { ConfirmDialog, RowMenu } from '@cuadre/ui/overlay'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Mute } from './Mute.tsx'
import { Noise } from './Noise.tsx'
import { Preview } from './Preview.tsx'
import { type Rule, ruleOf, TIMED, untouchedFrom } from './rule.ts'
import { Sentence } from './Sentence.tsx'
import { Timeline } from './Timeline.tsx'

interface Props {
  alert?: Alert
  initial: Rule
  type: Answer<typeof listAlertTypes>[number]
  write: boolean
  onSaved: (id: number | null) => void
}

/** A rule as a sentence, what it would do with one analysis, whom it would reach today, and how much it has said. */
export function AlertEditor({ alert, initial, type, write: writes, onSaved }: Props) {
  const { t } = useTranslation('parameters')
  const me = useMe()
  const isAdministrator = me.SPC_TIPO_USUARIOS.COD_TIPO_USUARIO === ROLE.administrador
  // One for the whole corporation is changed by administrators alone, who may also try it.
  const write = writes && (isAdministrator || !alert || alert.alcance.paisId !== null)
  const client = useQueryClient()
  /** As it was when it was opened, or as it was saved since: a list that is read again takes nothing from who is writing. */
  const [base, setBase] = useState(alert)
  const before = base ? ruleOf(base) : initial
  const [rule, setRule] = useState(before)
  // Nor does the server try one for anybody else before it has a place.
  const tries = write && (isAdministrator || rule.alcance.paisId !== null)
  const [removing, setRemoving] = useState(false)
  const written = JSON.stringify(rule) !== JSON.stringify(before)
  const dirty = !alert || written
  useEffect(() => {
    if (!alert || !base || dirty || alert.revision <= base.revision) return
    setBase(alert)
    setRule(ruleOf(alert))
  }, [alert, base, dirty])
  const change = (part: Partial<Rule>) => setRule({ ...rule, ...part })
  const save = useMutation({
    mutationFn: () => {
      if (base) {
        const { id, revision } = base
        const isMine = (now: Alert) => now.revision === revision + 1 && now.actualizadoPor === me.NOMBRE
        return call(updateAlert, { params: { id }, body: { ...rule, revision } }).catch((error: unknown) =>
          whatBecame(error, (signal) => call(getAlert, { params: { id } }, { signal }), isMine),
        )
      }
      const lists = client.getQueriesData<{ data?: Alert[] }>({ queryKey: ['alerts'] })
      const known = new Set(lists.flatMap(([, list]) => list?.data?.map(({ id }) => id) ?? []))
      const made = async (signal: AbortSignal) =>
        (await call(listAlerts, { query: { tipoId: rule.tipoId, limit: 1000 } }, { signal })).data.find(
          ({ id, nombre, actualizadoPor }) => !known.has(id) && nombre === rule.nombre.trim() && actualizadoPor === me.NOMBRE,
        )
      return call(createAlert, { body: rule }).catch(
        async (error: unknown) => (await whatBecame<Alert | undefined>(error, made, (one) => one !== undefined))!,
      )
    },
    onSuccess: async (saved) => {
      const { id, nombre } = saved
      if (alert) {
        setBase(saved)
        setRule(ruleOf(saved))
      }
      await client.invalidateQueries({ queryKey: ['alerts'] })
      notify.success(t('alert.saved', { name: nombre }))
      onSaved(id)
    },
    // What was written stays, to be saved on top of what somebody else has saved; the parts that were not touched are theirs.
    onError: (error) => {
      if (!(error instanceof Failure && error.code === 'alert_moved')) return
      const theirs = error.current as Alert
      setBase(theirs)
      setRule((mine) => untouchedFrom(ruleOf(theirs), mine, before))
    },
  })
  useUnsavedWarning(written && !save.isPending)
  // With what it was when it was opened, so that saving is told of what others have saved since.
  useKept(
    `regla ${alert?.id ?? `de tipo ${type.id}`}`,
    () => (written ? { base, rule } : undefined),
    (kept) => {
      setBase(kept.base)
      setRule(kept.rule)
    },
  )
  const test = useMutation({
    mutationFn: () => call(testAlert, { body: rule }),
    onSuccess: ({ app, correo }) => notify.success(t(app && correo ? 'alert.testedBoth' : app ? 'alert.testedApp' : 'alert.testedMail')),
    onError: (error) => notify.danger(sentenceOf(error, t('alert.notTested'))),
  })
  const problem = save.error instanceof Failure && save.error.message ? save.error : undefined
  return (
    <>
      <section className="alert-editor" aria-label={rule.nombre}>
        <header className="row">
          {write ? (
            <input
              className="input alert-name"
              aria-label={t('alert.name')}
              value={rule.nombre}
              minLength={3}
              maxLength={120}
              onChange={(event) => change({ nombre: event.target.value })}
            />
          ) : (
            <h2 className="alert-name">{rule.nombre}</h2>
          )}
          <span className="xsmall muted">{type.nombre}</span>
          {write ? (
            <label className="row nowrap">
              <input
                type="checkbox"
                role="switch"
                aria-checked={rule.activo}
                className="switch"
                checked={rule.activo}
                onChange={(event) => change({ activo: event.target.checked })}
              />
              {t(rule.activo ? 'alert.active' : 'alert.paused')}
            </label>
          ) : (
            <span className="small muted">{t(rule.activo ? 'alert.active' : 'alert.paused')}</span>
          )}
          {write && alert && (
            <RowMenu
              label={t('alert.more', { name: alert.nombre })}
              entries={[{ label: t('alert.remove'), danger: true, onSelect: () => setRemoving(true) }]}
            />
          )}
        </header>
        <Sentence rule={rule} write={write} onChange={change} />
        {writes && !write && (
          <div style={{ marginBlockStart: 12 }}>
            <Note>{t('alert.ofAll')}</Note>
          </div>
        )}
        {problem && (
          <div style={{ marginBlockStart: 12 }}>
            <Note kind="danger">{problem.issues?.length ? problem.issues.map(({ message }) => message).join(' ') : problem.message}</Note>
          </div>
        )}
        {save.error && !problem && <Note kind="danger">{t(save.error instanceof Unknown ? 'alert.notKnown' : 'alert.notSaved')}</Note>}
        {tries && (!type.programada || TIMED.includes(type.id)) && <Timeline rule={rule} />}
        {alert && (
          <dl className="facts alert-facts">
            <div>
              <dt>{t('alert.priorityName')}</dt>
              <dd>{t(`alert.priority.${rule.prioridad}`)}</dd>
            </div>
            <div>
              <dt>{t('alert.groups')}</dt>
              <dd>{t('alert.groupsOf')}</dd>
            </div>
            <div>
              <dt>{t('alert.mutable')}</dt>
              <dd>{t(rule.prioridad === 'A' ? 'alert.notMutable' : 'alert.eachMutes')}</dd>
            </div>
            <div>
              <dt>{t('alert.lastChange')}</dt>
              <dd>
                {alert.actualizadoPor && `${alert.actualizadoPor}, `}
                <DateText value={alert.actualizadoEn} />
              </dd>
            </div>
          </dl>
        )}
        {write && (
          <footer className="alert-actions">
            <span className="unsaved grow" role="status">
              {dirty && t(alert ? 'alert.changed' : 'alert.isNew')}
            </span>
            <Button icon={<Send aria-hidden />} busy={test.isPending} onClick={() => test.mutate()}>
              {t('alert.test')}
            </Button>
            <Button disabled={!dirty || save.isPending} onClick={() => (alert ? setRule(before) : onSaved(null))}>
              {t('alert.discard')}
            </Button>
            <Button variant="solid" disabled={!dirty} busy={save.isPending} onClick={() => save.mutate()}>
              {t(alert ? 'alert.save' : 'alert.create')}
            </Button>
          </footer>
        )}
      </section>
      <aside className="alert-side">
        {tries && <Preview rule={rule} scheduled={type.programada} />}
        {alert && <Noise alert={alert} />}
        <Mute tipoId={rule.tipoId} urgent={rule.prioridad === 'A'} />
      </aside>
      <ConfirmDialog
        open={removing}
        onClose={() => setRemoving(false)}
        title={t('alert.removeTitle', { name: alert?.nombre })}
        confirm={t('alert.remove')}
        danger
        onConfirm={async () => {
          try {
            await call(deleteAlert, { params: { id: alert!.id } })
          } catch (error) {
            notify.danger(sentenceOf(error, t('alert.notSaved')))
            throw error
          }
          await client.invalidateQueries({ queryKey: ['alerts'] })
          notify.success(t('alert.removed', { name: alert!.nombre }))
          onSaved(null)
        }}
      >
        {t('alert.removeText')}
      </ConfirmDialog>
    </>
  )
}
