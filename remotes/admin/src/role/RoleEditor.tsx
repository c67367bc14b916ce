import { riskyPairsIn } from '@cuadre/api/permissions'
import { type Role, setRoleKeys } from '@cuadre/api/role'
import { ROLE } from '@cuadre/api/roles'
import { call, Failure, useCan, useKept, useMe, useTranslation } from '@cuadre/shell'
import { Button, Note, notify, SearchInput, useUnsavedWarning } from '@cuadre/ui'
import { Menu } from '@cuadre/ui/overlay'
import { useQueryClient } from '@tanstack/react-query'
import { ChevronDown, Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import { roleName } from '../shared/roleName.ts'
import { useWhy } from '../shared/useWhy.ts'
import { type Difference, differenceOf } from './matrix.ts'
import { rolesQuery } from './queries.ts'
import { RoleDiff } from './RoleDiff.tsx'
import { RoleMatrix } from './RoleMatrix.tsx'
import { type Drafts, type SetDrafts, useDraft } from './useDraft.ts'

interface Props {
  role: Role
  roles: readonly Role[]
  drafts: Drafts
  setDrafts: SetDrafts
  selected: string | undefined
  onSelect: (key: string) => void
}

/** The keys of one role: ticked, compared with another, and the difference in people before it is saved. */
export function RoleEditor({ role, roles, drafts, setDrafts, selected, onSelect }: Props) {
  const { t } = useTranslation('admin')
  const why = useWhy()
  const me = useMe()
  const client = useQueryClient()
  const draft = useDraft(role, drafts, setDrafts)
  const [text, setText] = useState('')
  const [only, setOnly] = useState<'different' | 'changed'>()
  const [otherId, setOtherId] = useState<number | undefined>(role.sistema ? undefined : role.COD_TIPO_USUARIO)
  const [busy, setBusy] = useState(false)
  const [moved, setMoved] = useState<Difference>()
  const [refusal, setRefusal] = useState<string>()
  const section = useRef<HTMLElement>(null)
  const administrator = me.SPC_TIPO_USUARIOS.COD_TIPO_USUARIO === ROLE.administrador
  const write = useCan()('admin.role.write') && (administrator || role.COD_TIPO_USUARIO !== ROLE.administrador)
  const other = roles.find(({ id }) => id === otherId)
  const others = roles.filter(({ id }) => id !== role.id)
  const risky = riskyPairsIn(draft.now)
  useUnsavedWarning(Object.keys(drafts).length > 0 && !busy)
  useKept(
    'permisos',
    () => (Object.keys(drafts).length > 0 ? drafts : undefined),
    (kept) => setDrafts((all) => ({ ...kept, ...all })),
  )

  const readAnew = () => client.invalidateQueries({ queryKey: ['permissions'] })
  const save = async () => {
    if (draft.count === 0 || busy) return
    setBusy(true)
    setRefusal(undefined)
    try {
      const saved = await call(setRoleKeys, {
        params: { id: role.id },
        body: { enabledKeys: [...draft.now] as never, revision: role.revision },
      })
      // What was saved is shown at once: without the draft the keys of before would stand there until they are read again.
      client.setQueryData<{ data: Role[] }>(
        rolesQuery().queryKey,
        (before) => before && { ...before, data: before.data.map((one) => (one.id === saved.id ? saved : one)) },
      )
      draft.put(undefined)
      setMoved(undefined)
      notify.success(t('access.saved', { role: roleName(t, saved), count: draft.count }))
      // What is ticked meanwhile can be saved at once: its revision is known.
      void readAnew()
    } catch (error) {
      if (error instanceof Failure && error.code === 'role_moved') {
        // The contract says what a `current` of this call is.
        const { enabledKeys } = error.current as Role
        setMoved(differenceOf(draft.saved, new Set(enabledKeys)))
      }
      setRefusal(why(error, t('user.act.failed')))
      await readAnew()
    } finally {
      setBusy(false)
    }
  }
  const names = (keys: readonly string[]) => keys.map((key) => t(`permission.${key}.name`)).join(', ')
  return (
    <section
      ref={section}
      className="role-editor"
      aria-label={roleName(t, role)}
      onKeyDown={(event) => {
        if (event.key === '/' && !(event.target instanceof HTMLInputElement && event.target.type === 'search')) {
          event.preventDefault()
          section.current?.querySelector<HTMLInputElement>('input[type="search"]')?.focus()
        }
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault()
          void save()
        }
        if (
          event.key.toLowerCase() === 'z' &&
          (event.ctrlKey || event.metaKey) &&
          !(event.target instanceof HTMLInputElement && event.target.type === 'search')
        ) {
          event.preventDefault()
          const { added, removed } = draft.difference
          const last = added.at(-1) ?? removed.at(-1)
          if (last) draft.set([last], draft.saved.has(last))
        }
      }}
    >
      <header>
        <div className="row">
          <h2 className="role-title">{roleName(t, role)}</h2>
          <span className="count">{t(role.sistema ? 'access.system' : 'access.own')}</span>
          <span className="grow" />
          {write && (
            <Menu
              align="end"
              trigger={
                <Button size="sm" variant="ghost" icon={<Copy aria-hidden />}>
                  {t('access.copy')}
                </Button>
              }
              entries={[
                { heading: t('access.copyHint') },
                ...others.map((one) => ({
                  label: roleName(t, one),
                  hint: t('access.keys', { count: one.enabledKeys.length }),
                  // Nobody gives what they do not have: what they lack stays as it is.
                  onSelect: () =>
                    draft.put(
                      new Set(one.enabledKeys.filter((key) => administrator || me.permissions.includes(key) || draft.saved.has(key))),
                    ),
                })),
              ]}
            />
          )}
        </div>
        <p className="small muted">
          {role.descripcion ??
            (role.sistema ? t(`roleMeaning.${role.id}`) : t('user.onScopeOf', { role: t(`role.${role.COD_TIPO_USUARIO}`) }))}
        </p>
        <div className="access-bar">
          <SearchInput label={t('access.searchKey')} value={text} onChange={setText} />
          <Menu
            trigger={
              <button type="button" className={other ? 'chip chip-on' : 'chip'}>
                {other ? t('access.comparedWith', { role: roleName(t, other) }) : t('access.compare')}
                <ChevronDown aria-hidden />
              </button>
            }
            entries={[
              { label: t('access.compareNone'), onSelect: () => setOtherId(undefined), current: !other },
              'line',
              ...others.map((one) => ({ label: roleName(t, one), onSelect: () => setOtherId(one.id), current: one.id === otherId })),
            ]}
          />
          {other && (
            <Toggle
              on={only === 'different'}
              label={t('access.onlyDifferent')}
              onClick={() => setOnly(only === 'different' ? undefined : 'different')}
            />
          )}
          {draft.count > 0 && (
            <Toggle
              on={only === 'changed'}
              label={t('access.onlyChanged', { count: draft.count })}
              onClick={() => setOnly(only === 'changed' ? undefined : 'changed')}
            />
          )}
        </div>
        {!write && <Note>{t('access.readOnly')}</Note>}
        {refusal && <Note kind="danger">{refusal}</Note>}
        {moved && (
          <Note kind="warning">
            <b className="strong">{t('access.moved')}</b> {moved.added.length > 0 && t('access.movedAdded', { keys: names(moved.added) })}{' '}
            {moved.removed.length > 0 && t('access.movedRemoved', { keys: names(moved.removed) })} {t('access.movedYours')}
          </Note>
        )}
      </header>
      <RoleMatrix
        now={draft.now}
        saved={draft.saved}
        other={other && new Set(other.enabledKeys)}
        text={text}
        only={only}
        write={write}
        auditor={role.COD_TIPO_USUARIO === ROLE.auditor}
        mayGive={(key) => administrator || me.permissions.includes(key)}
        selected={selected}
        onSelect={onSelect}
        onSet={draft.set}
      />
      {draft.count === 0 && risky.length > 0 && (
        <p className="role-risks small">
          <b className="strong">{t('access.risk.title')}</b> {risky.map((pair) => t(`access.risk.${pair}`)).join(' ')}{' '}
          {t('access.risk.note')}
        </p>
      )}
      {draft.count > 0 && <RoleDiff role={role} draft={draft} busy={busy} onSave={save} onDiscard={() => draft.put(undefined)} />}
    </section>
  )
}

const Toggle = ({ on, label, onClick }: { on: boolean; label: string; onClick: () => void }) => (
  <button type="button" className={on ? 'chip chip-on' : 'chip'} aria-pressed={on} onClick={onClick}>
    {label}
  </button>
)
