import { pageLink } from '@cuadre/api/pages'
import { failureOf, Link, useCan, useSearchParams, useTranslation } from '@cuadre/shell'
import { buttonClass, ErrorState, Page, Skeleton } from '@cuadre/ui'
import { SegmentedControl } from '@cuadre/ui/overlay'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { ChangeList } from '../shared/ChangeList.tsx'
import { KeyPanel } from './KeyPanel.tsx'
import { PersonCheck } from './PersonCheck.tsx'
import { rolesQuery } from './queries.ts'
import { RoleEditor } from './RoleEditor.tsx'
import { RoleList } from './RoleList.tsx'
import type { Drafts } from './useDraft.ts'
import '../shared/access.css'

const VIEWS = ['rol', 'usuario', 'historial'] as const

/** Who holds which key: by role, by person, and who changed it when. */
export default function RolesPage() {
  const { t } = useTranslation('admin')
  const can = useCan()
  const [params, setParams] = useSearchParams()
  const view = VIEWS.find((one) => one === params.get('vista')) ?? 'rol'
  return (
    <Page
      fill
      title={t('access.pageTitle')}
      crumbs={[{ label: t('crumbs.administration') }, { label: t('access.pageTitle') }]}
      actions={
        <>
          <SegmentedControl
            label={t('access.view.label')}
            value={view}
            onChange={(value) => setParams(value === 'rol' ? {} : { vista: value })}
            options={VIEWS.map((value) => ({ value, label: t(`access.view.${value}`) }))}
          />
          {can('parameters.config.write') && (
            <Link className={buttonClass()} to={pageLink('/parametros/configuracion-de-roles')}>
              <Plus aria-hidden />
              {t('access.createRole')}
            </Link>
          )}
        </>
      }
    >
      {view === 'rol' && <ByRole />}
      {view === 'usuario' && <PersonCheck />}
      {view === 'historial' && <ChangeList />}
    </Page>
  )
}

function ByRole() {
  const [params, setParams] = useSearchParams()
  // Kept while another role is looked at.
  const [drafts, setDrafts] = useState<Drafts>({})
  const whole = useRef<HTMLDivElement>(null)
  const closing = useRef(false)
  const found = useQuery({ ...rolesQuery(), refetchOnWindowFocus: false })
  const failure = failureOf(found)
  if (failure) return <ErrorState {...failure} />
  const roles = found.data?.data
  if (!roles) return <Skeleton height={320} />
  const role = roles.find(({ id }) => id === Number(params.get('rol'))) ?? roles[0]!
  const key = params.get('clave') ?? undefined
  const go = (change: Record<string, string | undefined>) => {
    const next = new URLSearchParams(params)
    for (const [name, value] of Object.entries(change)) value === undefined ? next.delete(name) : next.set(name, value)
    setParams(next, { replace: true })
  }
  /** Back to the key that the panel was about, which does not open it again by taking the focus. */
  const close = () => {
    closing.current = true
    whole.current?.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus()
    closing.current = false
    go({ clave: undefined })
  }
  const select = (clave: string) => {
    if (!closing.current) go({ clave })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape of whatever has the focus in it
    <div
      ref={whole}
      className="roles"
      data-panel={key !== undefined || undefined}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && key && !event.defaultPrevented) close()
      }}
    >
      <RoleList roles={roles} current={role} drafts={drafts} onChoose={(id) => go({ rol: String(id) })} />
      <RoleEditor key={role.id} role={role} roles={roles} drafts={drafts} setDrafts={setDrafts} selected={key} onSelect={select} />
      {key && <KeyPanel key={key} of={key} role={role} onClose={close} />}
    </div>
  )
}
