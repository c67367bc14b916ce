import { getUser, type UserDetail, updateUser } from '@cuadre/api/user'
import { call, Failure, query, useNavigate, useTranslation } from '@cuadre/shell'
import { Note, notify } from '@cuadre/ui'
import { useForm } from '@cuadre/ui/forms'
import { ConfirmDialog } from '@cuadre/ui/overlay'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { users } from '../area.ts'
import { merged } from '../shared/merge.ts'
import { roleName } from '../shared/roleName.ts'
import { Left } from './Left.tsx'
import { UserForm, useRoles } from './UserForm.tsx'
import { bodyOf, leftByRoles, type UserField, type UserValues, valuesOf } from './userValues.ts'

/**
 * The data of a person. Saved by somebody else meanwhile: their other fields are taken over, and where both wrote the user chooses. Deactivating,
 * or taking away a role with work, asks first, with what is left behind.
 */
export function UserChange({ read }: { read: UserDetail }) {
  const { t } = useTranslation('admin')
  const navigate = useNavigate()
  const client = useQueryClient()
  const roles = useRoles()
  const [seen, setSeen] = useState(read)
  const [disputed, setDisputed] = useState<UserField[]>([])
  const [leaving, setLeaving] = useState<{ by: 'off' | 'role'; user: UserDetail; answer: (yes: boolean) => void }>()
  const theirs = valuesOf(seen)
  const form = useForm<UserValues>({ defaultValues: theirs })
  const save = async (values: UserValues) => {
    const off = theirs.activo && !values.activo
    const left = off ? seen : values.activo && leftByRoles(seen, values.roles, roles)
    if (left && !(await new Promise<boolean>((answer) => setLeaving({ by: off ? 'off' : 'role', user: left, answer })))) return false
    try {
      const saved = await call(updateUser, { params: { id: seen.id }, body: { ...bodyOf(values, roles), REVISION: seen.REVISION } })
      setSeen(saved)
      setDisputed([])
      form.reset(valuesOf(saved))
      client.setQueryData(query(getUser, { params: { id: saved.id } }).queryKey, saved)
      await client.invalidateQueries({
        queryKey: ['user'],
        predicate: ({ queryKey }) => queryKey.length > 2 || queryKey[1] !== String(saved.id),
      })
      notify.success(t('user.saved', { name: saved.NOMBRE }))
      return true
    } catch (error) {
      if (error instanceof Failure && error.code === 'row_moved') {
        // The contract says what a `current` of this call is.
        const now = error.current as UserDetail
        const both = merged(theirs, values, valuesOf(now))
        for (const field of both.taken) form.setValue(field, valuesOf(now)[field])
        setSeen(now)
        setDisputed(both.disputed)
      }
      throw error
    }
  }
  const take = (field: UserField) => {
    form.setValue(field, theirs[field], { shouldDirty: true })
    setDisputed((fields) => fields.filter((one) => one !== field))
  }
  const written = (field: UserField): string => {
    if (field === 'roles') return seen.roles.map(({ rolId, TIPO_USUARIO }) => roleName(t, { id: rolId, nombre: TIPO_USUARIO })).join(', ')
    if (field === 'rolActivo') return roleName(t, { id: Number(theirs.rolActivo), nombre: seen.rol })
    if (field === 'COD_DEPARTAMENTO') return seen.DEPARTAMENTO ?? t('user.noDepartment')
    if (field === 'alcance') return seen.alcance.map(({ PAIS, NEGOCIO }) => NEGOCIO ?? PAIS).join(', ') || '—'
    if (field === 'activo') return t(theirs.activo ? 'status.active' : 'status.inactive')
    return theirs[field]
  }
  return (
    <>
      <UserForm form={form} user={seen} submit={t('actions.save')} onSave={save} onCancel={() => navigate(users.link())}>
        {disputed.length > 0 && (
          <Note kind="warning">
            <b className="strong">{t('auditor.disputed')}</b>
            <ul>
              {disputed.map((field) => (
                <li key={field}>
                  {t(`user.field.${field}`)}: {written(field)}{' '}
                  <button
                    type="button"
                    className="link"
                    onClick={() => take(field)}
                    aria-label={`${t('auditor.take')} ${t(`user.field.${field}`)}`}
                  >
                    {t('auditor.take')}
                  </button>
                </li>
              ))}
            </ul>
          </Note>
        )}
      </UserForm>
      <ConfirmDialog
        open={leaving !== undefined}
        danger
        title={t(`user.behind.ask.${leaving?.by ?? 'off'}`, { name: seen.NOMBRE })}
        confirm={t(`user.behind.confirm.${leaving?.by ?? 'off'}`)}
        onClose={() => {
          leaving?.answer(false)
          setLeaving(undefined)
        }}
        onConfirm={() => {
          leaving?.answer(true)
          setLeaving(undefined)
        }}
      >
        {t(`user.behind.means.${leaving?.by ?? 'off'}`)} <Left user={leaving?.user ?? seen} />
      </ConfirmDialog>
    </>
  )
}
