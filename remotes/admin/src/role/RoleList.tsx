import type { Role } from '@cuadre/api/role'
import { useTranslation } from '@cuadre/shell'
import { roleName } from '../shared/roleName.ts'
import type { Drafts } from './useDraft.ts'

interface Props {
  roles: readonly Role[]
  current: Role
  drafts: Drafts
  onChoose: (id: number) => void
}

/** Those of the system, then the corporation's own: keys, people, and whether something is not saved. */
export function RoleList({ roles, current, drafts, onChoose }: Props) {
  const { t } = useTranslation('admin')
  const groups = [
    [t('access.ofSystem'), roles.filter(({ sistema }) => sistema)],
    [t('access.ofCorporation'), roles.filter(({ sistema }) => !sistema)],
  ] as const
  return (
    <nav className="role-list" aria-label={t('access.roles')}>
      {groups.map(
        ([title, inside]) =>
          inside.length > 0 && (
            <div key={title}>
              <h2>{title}</h2>
              {inside.map((role) => (
                <button
                  key={role.id}
                  type="button"
                  aria-current={role.id === current.id ? 'true' : undefined}
                  onClick={() => onChoose(role.id)}
                >
                  <b>
                    {roleName(t, role)}
                    {drafts[role.id] && <span className="draft-dot" role="img" aria-label={t('access.unsavedDot')} />}
                  </b>
                  <span className="num" title={t('access.keys', { count: role.enabledKeys.length })}>
                    {role.enabledKeys.length}
                  </span>
                  <small>
                    {!role.sistema && `${t('user.onScopeOf', { role: t(`role.${role.COD_TIPO_USUARIO}`) })} · `}
                    {role.USUARIOS > 0 ? t('access.people', { count: role.USUARIOS }) : t('access.nobody')}
                  </small>
                </button>
              ))}
            </div>
          ),
      )}
    </nav>
  )
}
