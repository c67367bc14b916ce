import { askNewPassword, inviteUser, refuseSecondFactorReset, resetUserSecondFactor, signOutUser, unlockUser } from '@cuadre/api/identity'
import { call, useMe, useTranslation } from '@cuadre/shell'
import { notify } from '@cuadre/ui'
import { ConfirmDialog } from '@cuadre/ui/overlay'
import { useQueryClient } from '@tanstack/react-query'
import { KeyRound, LockOpen, LogOut, MailPlus, ShieldCheck, ShieldOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useWhy } from './useWhy.ts'

const ACTIONS = {
  unlock: { endpoint: unlockUser, icon: <LockOpen aria-hidden /> },
  signOut: { endpoint: signOutUser, icon: <LogOut aria-hidden /> },
  askPassword: { endpoint: askNewPassword, icon: <KeyRound aria-hidden /> },
  invite: { endpoint: inviteUser, icon: <MailPlus aria-hidden /> },
  keepFactor: { endpoint: refuseSecondFactorReset, icon: <ShieldCheck aria-hidden /> },
  resetFactor: { endpoint: resetUserSecondFactor, icon: <ShieldOff aria-hidden /> },
} as const
type Action = keyof typeof ACTIONS
type Person = { id: number; NOMBRE: string; status: 'activo' | 'inactivo'; ULTIMO_ACCESO: string | null }

/** What administration does to the sign-in of a person, staff or auditor: entries for a menu, and the question before each. */
export function useUserActions() {
  const { t } = useTranslation('admin')
  const why = useWhy()
  const me = useMe()
  const client = useQueryClient()
  const [asked, setAsked] = useState<{ action: Action; person: Person }>()
  const ask = (action: Action, person: Person) => setAsked({ action, person })
  const offered = ({ id, status, ULTIMO_ACCESO }: Person) => {
    const active = status === 'activo'
    return (Object.keys(ACTIONS) as Action[]).filter((action) => {
      if (action === 'invite') return active && ULTIMO_ACCESO === null
      if (action === 'askPassword') return active && ULTIMO_ACCESO !== null
      // Answered where it is told who asked.
      if (action === 'keepFactor') return false
      // One's own is replaced at the provider, which asks for the old one.
      return action !== 'resetFactor' || id !== me.id
    })
  }
  const run = async () => {
    if (!asked) return
    const { action, person } = asked
    try {
      const answer = await call(ACTIONS[action].endpoint, { params: { id: person.id } })
      // Of some roles a second administrator has to agree.
      if ('PENDIENTE' in answer && answer.PENDIENTE) notify.info(t('user.act.resetFactor.waits', { name: person.NOMBRE }))
      else notify.success(t(`user.act.${action}.done`, { name: person.NOMBRE }))
      await client.invalidateQueries({ queryKey: ['user'] })
    } catch (error) {
      notify.danger(why(error, t('user.act.failed')))
      throw error
    }
  }
  const dialog: ReactNode = asked && (
    <ConfirmDialog
      open
      onClose={() => setAsked(undefined)}
      title={t(`user.act.${asked.action}.ask`, { name: asked.person.NOMBRE })}
      confirm={t(`user.act.${asked.action}.label`)}
      danger={asked.action === 'resetFactor'}
      onConfirm={run}
    >
      {t(`user.act.${asked.action}.means`)}
    </ConfirmDialog>
  )
  const entriesFor = (person: Person) =>
    offered(person).map((action) => ({
      label: t(`user.act.${action}.label`),
      icon: ACTIONS[action].icon,
      danger: action === 'resetFactor',
      onSelect: () => ask(action, person),
    }))
  return { entriesFor, ask, dialog }
}
