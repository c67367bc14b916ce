import type { Permission } from '@cuadre/api/permissions'
import { type PersonAccess as Access, type KeyHolder, personAccess, setPermission } from '@cuadre/api/role'
import { call, failureOf, query, useCan, useTranslation } from '@cuadre/shell'
import { Button, ErrorState, Note, notify, SearchInput, Skeleton, withoutAccents } from '@cuadre/ui'
import { type Column, DataTable } from '@cuadre/ui/data'
import { SegmentedControl } from '@cuadre/ui/overlay'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ExceptionDrawer } from './ExceptionDrawer.tsx'
import { Outcome } from './Outcome.tsx'
import { roleName } from './roleName.ts'
import { useReason } from './useReason.ts'
import { useWhy } from './useWhy.ts'
import './access.css'

type Row = { key: Permission; band: string; RESULTADO: KeyHolder['RESULTADO']; why: string; exception: boolean }
const BANDS = ['exceptions', 'role', 'other', 'none'] as const

/** What a person can, why, and what they could in another role of theirs; their own exceptions first. */
export function PersonAccess({ id }: { id: number }) {
  const found = useQuery(query(personAccess, { params: { id } }))
  const failure = failureOf(found)
  if (failure) return <ErrorState {...failure} />
  return found.data ? <Keys key={id} of={found.data} /> : <Skeleton height={200} />
}

function Keys({ of: person }: { of: Access }) {
  const { t } = useTranslation('admin')
  const why = useWhy()
  const write = useCan()('admin.role.write')
  const client = useQueryClient()
  const reason = useReason()
  const [acting, setActing] = useState(person.activeRoleId)
  const [text, setText] = useState('')
  const [asked, setAsked] = useState<Permission>()
  const named = useMemo(
    () => new Map(person.roles.map(({ rolId, nombre }) => [rolId, roleName(t, { id: rolId, nombre })])),
    [person.roles, t],
  )
  const rows = useMemo(() => {
    const all = person.permisos.map(({ key, CAUSA, roles, EXCEPCION, RESULTADO: now }): Row => {
      // The same rule as the server's, with another role taken for the active one.
      const RESULTADO = CAUSA !== 'rol' ? now : roles.includes(acting) ? 'puede' : roles.length > 0 ? 'con_otro_rol' : 'no_puede'
      const band = EXCEPCION ? 'exceptions' : RESULTADO === 'puede' ? 'role' : RESULTADO === 'con_otro_rol' ? 'other' : 'none'
      const holding = roles.map((role) => named.get(role) ?? '')
      // The contract says which keys there are.
      return {
        key: key as Permission,
        band,
        RESULTADO,
        why: reason({ RESULTADO, CAUSA, EXCEPCION, active: named.get(acting) ?? '', holding }),
        exception: EXCEPCION !== null,
      }
    })
    const wanted = withoutAccents(text.trim())
    return all
      .filter(({ key }) => !wanted || withoutAccents(`${key} ${t(`permission.${key}.name`)}`).includes(wanted))
      .toSorted((a, b) => BANDS.indexOf(a.band as (typeof BANDS)[number]) - BANDS.indexOf(b.band as (typeof BANDS)[number]))
  }, [person, acting, text, named, reason, t])
  const can = person.permisos.filter(({ CAUSA, RESULTADO, roles }) =>
    CAUSA === 'rol' ? roles.includes(acting) : RESULTADO === 'puede',
  ).length
  const remove = async (key: Permission) => {
    try {
      await call(setPermission, { body: { userId: person.id, key, enabled: null, revision: person.revision } })
      notify.success(t('access.exception.removed', { key: t(`permission.${key}.name`) }))
    } catch (error) {
      notify.danger(why(error, t('user.act.failed')))
    }
    await client.invalidateQueries({ queryKey: ['permissions'] })
  }
  const columns = useMemo(() => columnsOf(t), [t])
  return (
    <div className="person-part">
      <div className="access-bar">
        {person.roles.length > 1 && (
          <SegmentedControl
            label={t('access.actingAs')}
            value={String(acting)}
            onChange={(value) => setActing(Number(value))}
            options={person.roles.map(({ rolId }) => ({
              value: String(rolId),
              label: `${named.get(rolId)}${rolId === person.activeRoleId ? ` · ${t('access.activeRole')}` : ''}`,
            }))}
          />
        )}
        <p className="small grow">
          <b className="strong">{t('access.canOf', { count: can, total: person.permisos.length })}</b> {t('access.exceptionWins')}
        </p>
        <SearchInput label={t('access.searchKey')} value={text} onChange={setText} />
      </div>
      {!person.ACTIVO && <Note kind="warning">{t('access.inactivePerson')}</Note>}
      <DataTable
        label={t('access.title')}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.key}
        bands={{
          of: ({ band }) => band,
          label: (band, inside) => `${t(`access.band.${band}`, { role: named.get(acting) })} ${inside.length}`,
        }}
        actions={
          write
            ? ({ key, exception }) => (
                <Button size="sm" variant="ghost" onClick={() => (exception ? void remove(key) : setAsked(key))}>
                  {t(exception ? 'access.exception.remove' : 'access.exception.make')}
                </Button>
              )
            : undefined
        }
      />
      {asked && (
        <ExceptionDrawer
          person={person}
          permission={asked}
          can={rows.find(({ key }) => key === asked)?.RESULTADO === 'puede'}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  )
}

const columnsOf = (t: ReturnType<typeof useTranslation>['t']): Column<Row>[] => [
  {
    id: 'key',
    header: t('access.what'),
    phone: 'title',
    cell: ({ key, exception }) => (
      <span className={exception ? 'own-exception' : undefined} title={t(`permission.${key}.hint`)}>
        <span className="medium">{t(`permission.${key}.name`)}</span> <span className="key-name">{key}</span>
      </span>
    ),
  },
  { id: 'RESULTADO', header: t('access.result'), phone: 'title-end', cell: ({ RESULTADO }) => <Outcome of={RESULTADO} /> },
  { id: 'why', header: t('access.whyHeader'), phone: 'sub', cell: ({ why }) => <span className="small muted access-why">{why}</span> },
]
