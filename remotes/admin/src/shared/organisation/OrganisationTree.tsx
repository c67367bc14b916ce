import { type OrganisationNode, organisationTree } from '@cuadre/api/organisation'
import { pageLink } from '@cuadre/api/pages'
import { failureOf, query, useCan, useSearchParams, useTranslation } from '@cuadre/shell'
import { Button, EmptyState, formatCount, NONE, SearchInput, TextLink, useLocale } from '@cuadre/ui'
import { type Column, DataTable, TreeCell, type TreeNode, useTree } from '@cuadre/ui/data'
import { useQuery } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { useMemo, useState } from 'react'
import { businessUpdate, countryUpdate, departmentUpdate, subManagementUpdate } from '../../area.ts'
import { matching } from './matching.ts'
import { OrganisationImport } from './OrganisationImport.tsx'

const keyOf = ({ NIVEL, ID }: OrganisationNode) => `${NIVEL}/${ID}`
const rowKey = ({ key }: TreeNode<OrganisationNode>) => key
const pageOf = ({ NIVEL, ID }: OrganisationNode) =>
  ({
    pais: countryUpdate.link({ countryManagerId: ID }),
    negocio: businessUpdate.link({ businessId: ID }),
    subgerencia: subManagementUpdate.link({ deputyManagerId: ID }),
    departamento: departmentUpdate.link({ departmentId: ID }),
  })[NIVEL]

/** Country ▸ business ▸ sub-management ▸ department, each with who is responsible. */
export function OrganisationTree() {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const found = useQuery(query(organisationTree))
  const [search, setSearch] = useState('')
  const [all, setAll] = useState(false)
  const [params, setParams] = useSearchParams()
  const showImport = (on: boolean) => {
    const next = new URLSearchParams(params)
    if (on) next.set('importar', '')
    else next.delete('importar')
    setParams(next, { replace: true })
  }
  const mayImport = useCan()('admin.organisation.write')
  const nodes = useMemo(() => matching(found.data ?? [], search), [found.data, search])
  // Of the whole tree, whatever is searched for.
  const whole = found.data ?? []
  const departments = whole.filter(({ NIVEL }) => NIVEL === 'departamento').length
  const accounts = whole.reduce((sum, { PADRE, CUENTAS }) => (PADRE === null ? sum + CUENTAS : sum), 0)
  const below = useMemo(() => Map.groupBy(nodes, ({ PADRE }) => PADRE ?? ''), [nodes])
  return (
    <>
      <div className="filter-bar">
        <SearchInput label={t('organisation.search')} value={search} onChange={setSearch} />
        <div className="bar-end">
          <Button variant="ghost" onClick={() => setAll(!all)}>
            {t(all ? 'organisation.close' : 'organisation.open')}
          </Button>
          {mayImport && (
            <Button icon={<Upload aria-hidden />} onClick={() => showImport(true)}>
              {t('organisation.import.open')}
            </Button>
          )}
          <span className="small muted bar-note">
            {t('organisation.departments', { count: departments, n: formatCount(departments, locale) })},{' '}
            {t('organisation.accounts', { count: accounts, n: formatCount(accounts, locale) })}
          </span>
        </div>
      </div>
      <Branches key={`${all}-${search !== ''}`} below={below} depth={all || search ? 4 : 2} found={found} />
      {mayImport && <OrganisationImport open={params.has('importar')} onClose={() => showImport(false)} />}
    </>
  )
}

interface Branches {
  below: ReadonlyMap<string, OrganisationNode[]>
  /** Levels that are open at first. */
  depth: number
  found: Parameters<typeof failureOf>[0] & { isFetching: boolean }
}

function Branches({ below, depth, found }: Branches) {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const roots = below.get('') ?? []
  const { nodes, toggle } = useTree(roots, (node) => below.get(keyOf(node)) ?? [], keyOf, depth)
  const columns = useMemo<Column<TreeNode<OrganisationNode>>[]>(
    () => [
      {
        id: 'NOMBRE',
        header: t('organisation.name'),
        cell: (node) => (
          <TreeCell lines node={node} onToggle={toggle}>
            <TextLink href={pageOf(node.row)} className={node.depth < 2 ? 'strong' : ''}>
              {node.row.NOMBRE}
            </TextLink>
            {!node.row.ACTIVO && <small className="muted"> {t('status.inactive')}</small>}
          </TreeCell>
        ),
        hideable: false,
        phone: 'title',
      },
      { id: 'NIVEL', header: t('organisation.level'), cell: ({ row }) => t(`organisation.levels.${row.NIVEL}`), phone: 'sub' },
      { id: 'RESPONSABLE', header: t('organisation.responsible'), cell: ({ row }) => row.RESPONSABLE?.NOMBRE ?? NONE, phone: 'sub-end' },
      {
        id: 'CUENTAS',
        header: t('field.CUENTAS'),
        cell: ({ row }) =>
          row.NIVEL === 'subgerencia' ? (
            formatCount(row.CUENTAS, locale)
          ) : (
            <TextLink href={accountsOf(row)}>{formatCount(row.CUENTAS, locale)}</TextLink>
          ),
        align: 'number',
        phone: 'title-end',
      },
    ],
    [t, locale, toggle],
  )
  return (
    <DataTable
      label={t('organisation.tree')}
      columns={columns}
      rows={found.data === undefined ? undefined : nodes}
      rowKey={rowKey}
      loading={found.isFetching}
      error={failureOf(found)}
      empty={<EmptyState title={t('organisation.empty')} />}
    />
  )
}

const ACCOUNT_FILTER = { pais: 'countryId', negocio: 'businessId', departamento: 'departmentId' } as const
const accountsOf = ({ NIVEL, ID }: OrganisationNode) =>
  pageLink('/cuentas', { [ACCOUNT_FILTER[NIVEL as keyof typeof ACCOUNT_FILTER]]: ID, statusId: 'todas', activa: 'true' })
