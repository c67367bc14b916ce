import { pageLink } from '@cuadre/api/pages'
import { getUser, type UserDetail } from '@cuadre/api/user'
import { failureOf, Link, query, useCan, useNavigate, useParams, useSearchParams, useTranslation } from '@cuadre/shell'
import { Avatar, Button, buttonClass, DateText, ErrorState, Note, Page, Skeleton, useKeys } from '@cuadre/ui'
import { RowMenu, Tabs } from '@cuadre/ui/overlay'
import { useQuery } from '@tanstack/react-query'
import { ArrowRightLeft, ChevronDown, ChevronUp, Eye } from 'lucide-react'
import { users, userUpdate } from '../area.ts'
import { ChangeList } from '../shared/ChangeList.tsx'
import { PersonAccess } from '../shared/PersonAccess.tsx'
import { roleName } from '../shared/roleName.ts'
import { Sessions } from '../shared/Sessions.tsx'
import { useUserActions } from '../shared/useUserActions.tsx'
import { Accounts } from './Accounts.tsx'
import { Activity } from './Activity.tsx'
import { Left } from './Left.tsx'
import { PersonState } from './PersonState.tsx'
import { SeenBy } from './SeenBy.tsx'
import { Signature } from './Signature.tsx'
import { UserChange } from './UserChange.tsx'
import { useBeside } from './useBeside.ts'
import { Waiting } from './Waiting.tsx'
import '../shared/person.css'

const TABS = ['datos', 'acceso', 'cuentas', 'actividad', 'firma', 'sesiones', 'historial'] as const
type TabName = (typeof TABS)[number]

/** Everything about one person; the tab is in the address. */
export default function UserPage() {
  const { t } = useTranslation('admin')
  const id = Number(useParams().userId)
  const can = useCan()
  const [params, setParams] = useSearchParams()
  const tab = TABS.find((one) => one === params.get('pestana')) ?? 'datos'
  const found = useQuery({ ...query(getUser, { params: { id } }), refetchOnWindowFocus: false })
  const failure = failureOf(found)
  const user = found.data
  const actions = useUserActions()
  const write = can('admin.user.write')
  const shown = TABS.filter((one) => one !== 'historial' || can('admin.role.read'))
  const { lista, beside } = useBeside(id)
  /** The same part of the same person, but for what changes. */
  const kept = (change: Record<string, string | null>) => {
    const next = new URLSearchParams(params)
    for (const [name, value] of Object.entries(change)) value === null ? next.delete(name) : next.set(name, value)
    return next
  }
  const to = (one: TabName) => `?${kept({ pestana: one === 'datos' ? null : one, ver: null })}`
  const see = (on: boolean) => setParams(kept({ ver: on ? '1' : null }), { replace: !on })
  return (
    <Page
      fill
      title={user?.NOMBRE ?? t('user.one')}
      crumbs={[
        { label: t('crumbs.administration') },
        { label: t('user.title'), to: users.link(new URLSearchParams(lista)) },
        { label: user?.NOMBRE ?? t('user.one') },
      ]}
      before={user && <Avatar name={user.NOMBRE} accent {...(user.avatar && { src: user.avatar })} />}
      beside={user && <PersonState user={user} pill />}
      note={user && `${user.USUARIO} · ${user.email}`}
      actions={
        user && (
          <>
            <Neighbour to={beside?.ANTERIOR} part={kept({ ver: null })} shortcut="K" />
            <Neighbour to={beside?.SIGUIENTE} part={kept({ ver: null })} shortcut="J" />
            <Button icon={<Eye aria-hidden />} onClick={() => see(true)}>
              {t('user.see.open')}
            </Button>
            {write && <RowMenu label={t('user.actionsOf', { name: user.NOMBRE })} entries={actions.entriesFor(user)} />}
          </>
        )
      }
    >
      {failure && <ErrorState {...failure} />}
      {!user && !failure && <Skeleton />}
      {user && (
        <>
          <Waiting user={user} write={write} ask={actions.ask} />
          <Behind user={user} />
          <Facts user={user} accounts={to('cuentas')} />
          <Tabs
            label={t('user.tabs.label')}
            tabs={shown.map((value) => ({
              value,
              label: t(`user.tabs.${value}`),
              to: to(value),
              ...(value === 'cuentas' && { count: user.CUENTAS }),
            }))}
            value={tab}
          />
          {tab === 'datos' && write && <UserChange key={id} read={user} />}
          {tab === 'acceso' && <PersonAccess id={id} />}
          {tab === 'cuentas' && <Accounts id={id} />}
          {tab === 'actividad' && <Activity id={id} />}
          {tab === 'firma' && (
            <div className="person-part">
              <Signature user={user} write={write} />
            </div>
          )}
          {tab === 'sesiones' && (
            <div className="person-part">
              <Sessions user={user} write={write} />
            </div>
          )}
          {tab === 'historial' && <ChangeList filter={{ objeto: ['usuario', 'permisos_usuario'], objetoId: id }} named={false} />}
        </>
      )}
      {user && params.has('ver') && <SeenBy id={id} name={user.NOMBRE} onClose={() => see(false)} />}
      {actions.dialog}
    </Page>
  )
}

/** To the person before (K) or after (J) this one, at the same part of their page; at the end of the list it leads nowhere. */
function Neighbour({
  to,
  part,
  shortcut,
}: {
  to: { id: number; NOMBRE: string } | null | undefined
  part: URLSearchParams
  shortcut: 'J' | 'K'
}) {
  const { t } = useTranslation('admin')
  const navigate = useNavigate()
  const before = shortcut === 'K'
  const text = t(before ? 'user.previous' : 'user.next')
  const Icon = before ? ChevronUp : ChevronDown
  const address = to && userUpdate.link({ userId: to.id }, part)
  const keys = useKeys({ [shortcut.toLowerCase()]: address ? () => navigate(address) : undefined })
  if (!to || !address)
    return (
      <Button disabled className="person-step" icon={<Icon aria-hidden />}>
        <span>{text}</span>
      </Button>
    )
  return (
    <Link
      className={`${buttonClass()} person-step`}
      to={address}
      title={keys ? `${to.NOMBRE} (${shortcut})` : to.NOMBRE}
      aria-keyshortcuts={keys ? shortcut : undefined}
    >
      <Icon aria-hidden />
      <span>{text}</span>
    </Link>
  )
}

/** What somebody who is not active has left behind, and the way to pass it on. */
function Behind({ user }: { user: UserDetail }) {
  const { t } = useTranslation('admin')
  const can = useCan()
  const { status, CUENTAS, ANALISIS_ABIERTOS, JEFATURAS, id } = user
  if (status === 'activo' || CUENTAS + ANALISIS_ABIERTOS + JEFATURAS.length === 0) return null
  return (
    <div style={{ paddingBlockEnd: 12 }}>
      <Note kind="warning">
        <div className="row" style={{ flexWrap: 'wrap' }}>
          <span className="grow">
            <b className="strong">{t('user.behind.title')}</b> <Left user={user} />
          </span>
          {CUENTAS > 0 && can('accounts.account.transfer') && (
            <Link className={buttonClass('outline', 'sm')} to={pageLink('/cuentas/traspaso-masivo', { origen: id })}>
              <ArrowRightLeft aria-hidden />
              {t('user.behind.transfer')}
            </Link>
          )}
        </div>
      </Note>
    </div>
  )
}

function Facts({ user, accounts }: { user: UserDetail; accounts: string }) {
  const { t } = useTranslation('admin')
  const active = user.roles.find(({ COD_TIPO_USUARIO }) => COD_TIPO_USUARIO === user.roleId)
  const facts = [
    [
      t('user.role'),
      <>
        {roleName(t, { id: active?.rolId ?? user.roleId, nombre: user.rol })}
        {user.roles.length > 1 && <span className="muted"> {t('user.andMore', { count: user.roles.length - 1 })}</span>}
      </>,
    ],
    [t('user.department'), user.DEPARTAMENTO ?? '—'],
    [
      t('user.head'),
      user.JEFE ? (
        <Link className="link" to={userUpdate.link({ userId: user.JEFE.id })}>
          {user.JEFE.NOMBRE}
        </Link>
      ) : (
        '—'
      ),
    ],
    [
      t('user.accounts'),
      <Link className="link" to={accounts}>
        {user.CUENTAS}
      </Link>,
    ],
    [
      t('user.openItems'),
      <>
        {user.ANALISIS_ABIERTOS}
        {user.ANALISIS_VENCEN > 0 && <span className="small state-tarde"> {t('user.dueToday', { count: user.ANALISIS_VENCEN })}</span>}
      </>,
    ],
    [t('user.secondFactor'), t(user.SEGUNDO_FACTOR ? 'user.factorOn' : 'user.factorOff')],
    [t('user.lastSeen'), user.ULTIMO_ACCESO ? <DateText value={user.ULTIMO_ACCESO} as="datetime" /> : t('user.neverSeen')],
  ] as const
  return (
    <dl className="facts person-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
