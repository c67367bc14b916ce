import { type Role, type RoleSimulation, simulateRoleKeys } from '@cuadre/api/role'
import { Failure, query, useTranslation } from '@cuadre/shell'
import { Button, Note, notify, useLocale } from '@cuadre/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleDot } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { useDraft } from './useDraft.ts'

const DELAY_MS = 300

interface Props {
  role: Role
  draft: ReturnType<typeof useDraft>
  busy: boolean
  onSave: () => void
  onDiscard: () => void
}

/** What saving changes, in keys and in people, asked of the server by the very change; then the buttons. */
export function RoleDiff({ role, draft, busy, onSave, onDiscard }: Props) {
  const { t } = useTranslation('admin')
  const keys = useSettled([...draft.now].sort())
  const simulated = useQuery({
    ...query(simulateRoleKeys, { params: { id: role.id }, body: { enabledKeys: keys as never, revision: role.revision } }),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
  })
  const { cambios = [], PERSONAS, combinaciones = [] } = simulated.data ?? {}
  const { added, removed } = draft.difference
  const say = useEffectText()
  const lines = [...added.map((key) => ({ key, sign: '+' })), ...removed.map((key) => ({ key, sign: '−' }))].map((line) => {
    const effect = cambios.find(({ key }) => key === line.key)
    return { ...line, name: t(`permission.${line.key}.name`), text: effect ? say(effect) : undefined }
  })
  const refusal = simulated.error instanceof Failure ? simulated.error.message : undefined
  const fresh = combinaciones.filter(({ nueva }) => nueva)
  const copy = () =>
    navigator.clipboard
      .writeText(lines.map(({ sign, name, text = '' }) => `${sign} ${name}: ${text}`).join('\n'))
      .then(() => notify.success(t('access.copied')))
  return (
    <>
      <div className="role-diff">
        <div className="row">
          <b className="strong">{t('access.difference')}</b>
          <span className="muted">
            {t('access.changes', { count: draft.count })}
            {PERSONAS !== undefined && `, ${t('access.peopleAtOnce', { count: PERSONAS })}`}
          </span>
          <span className="grow" />
          <button type="button" className="link small" onClick={() => void copy()}>
            {t('access.copyText')}
          </button>
        </div>
        <ul>
          {lines.map(({ key, sign, name, text }) => (
            <li key={key}>
              <b className={sign === '+' ? 'plus' : 'minus'}>{sign}</b>
              <span className="medium">{name}</span>
              <span className="muted">{text}</span>
              <button
                type="button"
                className="link small"
                aria-label={t('access.undoOf', { key: name })}
                onClick={() => draft.set([key], sign === '−')}
              >
                {t('access.undo')}
              </button>
            </li>
          ))}
        </ul>
        {refusal && <Note kind="danger">{refusal}</Note>}
        {fresh.length > 0 && (
          <Note kind="warning">
            <b className="strong">{t('access.risk.review')}</b> {fresh.map(({ id }) => t(`access.risk.${id}`)).join(' ')}{' '}
            {t('access.risk.note')}
          </Note>
        )}
      </div>
      <footer className="form-actions role-actions">
        <span className="unsaved" role="status">
          <CircleDot aria-hidden />
          {t('access.unsaved', { count: draft.count })} <b className="plus">+{added.length}</b> <b className="minus">−{removed.length}</b>
          {PERSONAS !== undefined && <span className="sr-only">, {t('access.peopleAtOnce', { count: PERSONAS })}</span>}
        </span>
        <Button onClick={onDiscard} disabled={busy}>
          {t('access.discard')}
        </Button>
        <Button variant="solid" busy={busy} disabled={refusal !== undefined} onClick={onSave}>
          {t('access.save', { count: draft.count })}
        </Button>
      </footer>
    </>
  )
}

/** "ganan 2: Bareiro y Quiroga; 1 tiene una excepción propia; 1 actúa con otro rol". */
function useEffectText() {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const list = new Intl.ListFormat(locale)
  const some = ({ n, nombres }: { n: number; nombres: string[] }) =>
    list.format(n > nombres.length ? [...nombres, t('access.andMore', { count: n - nombres.length })] : nombres)
  return ({ enabled, afectados, conExcepcion, conOtroRol }: RoleSimulation['cambios'][number]) =>
    [
      afectados.n === 0
        ? t('access.effect.nobody')
        : t(enabled ? 'access.effect.gain' : 'access.effect.lose', { count: afectados.n, names: some(afectados) }),
      conExcepcion.n > 0 && t('access.effect.exception', { count: conExcepcion.n, names: some(conExcepcion) }),
      conOtroRol.n > 0 && t('access.effect.otherRole', { count: conOtroRol.n, names: some(conOtroRol) }),
    ]
      .filter(Boolean)
      .join('; ')
}

/** The keys once nobody has ticked for a moment. */
function useSettled(keys: string[]) {
  const written = keys.join()
  const [settled, setSettled] = useState(written)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(written), DELAY_MS)
    return () => clearTimeout(timer)
  }, [written])
  return settled === '' ? [] : settled.split(',')
}
