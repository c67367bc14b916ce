import type { Permission } from '@cuadre/api/permissions'
import { type PersonView, personView } from '@cuadre/api/role'
import { failureOf, query, useMenuOf, useTranslation } from '@cuadre/shell'
import { ErrorState, Note, Section, Skeleton } from '@cuadre/ui'
import { type Column, DataTable } from '@cuadre/ui/data'
import { Drawer, SegmentedControl } from '@cuadre/ui/overlay'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { roleName } from '../shared/roleName.ts'

/** What a person sees in one of their roles: their menu, how many rows of each business, their keys. Nothing is done in their name. */
export function SeenBy({ id, name, onClose }: { id: number; name: string; onClose: () => void }) {
  const { t } = useTranslation('admin')
  const [chosen, setChosen] = useState<number>()
  const found = useQuery({
    ...query(personView, { params: { id }, query: chosen ? { rolId: chosen } : {} }),
    placeholderData: keepPreviousData,
  })
  const failure = failureOf(found)
  const seen = found.data
  return (
    <Drawer open size="half" onClose={onClose} title={t('user.see.title', { name })}>
      {failure && <ErrorState {...failure} />}
      {!seen && !failure && <Skeleton height={240} />}
      {seen && (
        <div className="seen" aria-busy={found.isPlaceholderData || undefined}>
          {!seen.ACTIVO && <Note kind="warning">{t('access.inactivePerson')}</Note>}
          {seen.roles.length > 1 && (
            <SegmentedControl
              label={t('access.actingAs')}
              value={String(seen.rolId)}
              onChange={(value) => setChosen(Number(value))}
              options={seen.roles.map((role) => ({
                value: String(role.rolId),
                label: roleName(t, { id: role.rolId, nombre: role.nombre }),
              }))}
            />
          )}
          <p className="small muted">{t('user.see.hint')}</p>
          <Pages of={seen} />
          <Rows of={seen} />
          <Keys of={seen} />
        </div>
      )}
    </Drawer>
  )
}

function Pages({ of: { COD_TIPO_USUARIO, keys } }: { of: PersonView }) {
  const { t } = useTranslation('admin')
  const menu = useMenuOf()({ SPC_TIPO_USUARIOS: { COD_TIPO_USUARIO }, permissions: keys })
  return (
    <Section title={t('user.see.menu')} count={menu.reduce((sum, { pages }) => sum + pages.length, 0)}>
      <dl className="seen-groups">
        {menu.map(({ group, pages }) => (
          <div key={group}>
            <dt>{group}</dt>
            {pages.map((page) => (
              <dd key={page}>{page}</dd>
            ))}
          </div>
        ))}
      </dl>
    </Section>
  )
}

function Rows({ of: { filas } }: { of: PersonView }) {
  const { t } = useTranslation('admin')
  const columns = useMemo<Column<PersonView['filas'][number]>[]>(
    () => [
      { id: 'NEGOCIO', header: t('user.business'), phone: 'title', cell: (row) => <span className="medium">{row.NEGOCIO}</span> },
      { id: 'PAIS', header: t('user.country'), phone: 'sub', cell: (row) => row.PAIS },
      { id: 'CUENTAS', header: t('user.accounts'), align: 'number', phone: 'title-end', cell: (row) => row.CUENTAS },
      { id: 'ANALISIS_ABIERTOS', header: t('user.openItems'), align: 'number', phone: 'sub-end', cell: (row) => row.ANALISIS_ABIERTOS },
    ],
    [t],
  )
  return (
    <Section
      title={t('user.see.rows')}
      count={filas.length}
      end={
        // A phone shows both figures without their headings.
        <span className="seen-legend xsmall muted" aria-hidden>
          {t('user.accounts')} / {t('user.openItems')}
        </span>
      }
    >
      {filas.length === 0 ? (
        <Note kind="warning">{t('user.see.noRows')}</Note>
      ) : (
        <DataTable label={t('user.see.rows')} columns={columns} rows={filas} rowKey={(row) => String(row.ID_NEGOCIO)} />
      )}
    </Section>
  )
}

function Keys({ of: { keys } }: { of: PersonView }) {
  const { t } = useTranslation('admin')
  const groups = Object.entries(Object.groupBy(keys, (key) => key.split('.')[0]!))
  return (
    <Section title={t('user.see.keys')} count={keys.length}>
      <dl className="seen-groups">
        {groups.map(([area, inside = []]) => (
          <div key={area}>
            <dt>{t(`access.area.${area}`)}</dt>
            {/* The contract says which keys there are. */}
            {(inside as Permission[]).map((key) => (
              <dd key={key} title={key}>
                {t(`permission.${key}.name`)}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </Section>
  )
}
