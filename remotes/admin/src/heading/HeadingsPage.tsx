import { headingTree, listHeadings } from '@cuadre/api/heading'
import { download, type First, failureOf, Link, query, useCan, useNavigate, useSearchParams, useTranslation } from '@cuadre/shell'
import { Button, buttonClass, EmptyState, formatCount, Kbd, Page, useLocale } from '@cuadre/ui'
import { ExportButton, FilterBar, hasFilters, useExport, useTableState } from '@cuadre/ui/data'
import { useQuery } from '@tanstack/react-query'
import { Plus, Upload } from 'lucide-react'
import { useMemo, useState } from 'react'
import { headingCreate } from '../area.ts'
import { byId, matching } from '../shared/headingTree.ts'
import { HeadingImport } from './HeadingImport.tsx'
import { HeadingRows } from './HeadingRows.tsx'
import { useHeadingActions } from './useHeadingActions.ts'

const ON = { value: '1', label: '' }

const TREE = query(headingTree)
export const first: First = () => [TREE]

/** The corporation's headings as a tree: written in the row, moved, merged, and taken over from a file. */
export default function HeadingsPage() {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const navigate = useNavigate()
  const write = useCan()('admin.heading.write')
  const save = useExport()
  const actions = useHeadingActions()
  const [params, setParams] = useSearchParams()
  const table = useTableState({ key: 'rubros', params, setParams, filters: ['sinCuentas', 'umbral'] })
  const found = useQuery(TREE)
  const [everything, setEverything] = useState(false)
  const importing = params.has('importar')
  const { search, filters } = table.state
  const wanted = { search, withoutAccounts: filters.sinCuentas !== undefined, ownThreshold: filters.umbral !== undefined }
  const roots = useMemo(() => found.data ?? [], [found.data])
  const all = useMemo(() => byId(roots), [roots])
  const shown = useMemo(() => matching(roots, wanted), [roots, wanted.search, wanted.withoutAccounts, wanted.ownThreshold])
  const accounts = roots.reduce((sum, { CUENTAS_TOTAL }) => sum + CUENTAS_TOTAL, 0)
  const narrowed = hasFilters(table.state)
  const showImport = (on: boolean) => {
    const next = new URLSearchParams(params)
    if (on) next.set('importar', '')
    else next.delete('importar')
    setParams(next, { replace: true })
  }
  const creates = write && (
    <>
      <Button icon={<Upload aria-hidden />} onClick={() => showImport(true)}>
        {t('heading.import')}
      </Button>
      <Link className={buttonClass('solid')} to={headingCreate.link()}>
        <Plus aria-hidden />
        {t('heading.create')} <Kbd>N</Kbd>
      </Link>
    </>
  )
  return (
    <Page fill title={t('heading.title')} crumbs={[{ label: t('crumbs.administration') }, { label: t('heading.title') }]} actions={creates}>
      <FilterBar
        table={table}
        search={t('heading.search')}
        filters={[
          { name: 'sinCuentas', label: t('heading.withoutAccounts'), options: [ON], toggle: true },
          { name: 'umbral', label: t('heading.ownThreshold'), options: [ON], toggle: true },
        ]}
        end={
          <>
            <span className="small muted bar-note">
              {t('heading.headings', { count: all.size, n: formatCount(all.size, locale) })},{' '}
              {t('organisation.accounts', { count: accounts, n: formatCount(accounts, locale) })}
            </span>
            <Button variant="ghost" onClick={() => setEverything(!everything)}>
              {t(everything ? 'organisation.close' : 'organisation.open')}
            </Button>
            <ExportButton
              onExport={() => save(t('heading.title'), download(listHeadings, { query: { search: wanted.search || undefined } }))}
            />
          </>
        }
      />
      <HeadingRows
        key={`${everything}-${narrowed}`}
        actions={actions}
        shown={found.data && shown}
        all={all}
        depth={everything || narrowed ? 99 : 1}
        write={write}
        loading={found.isFetching}
        error={failureOf(found)}
        onCreate={() => navigate(headingCreate.link())}
        empty={
          narrowed ? (
            <EmptyState title={t('organisation.empty')} actions={<Button onClick={table.clearFilters}>{t('heading.clear')}</Button>} />
          ) : (
            <EmptyState title={t('heading.empty')} actions={creates}>
              {t('heading.emptyHint')}
            </EmptyState>
          )
        }
      />
      {write && (
        <p className="xsmall muted heading-keys">
          {t('heading.grey')} <Kbd>F2</Kbd> {t('heading.keyEdit')} <Kbd>Alt</Kbd> <Kbd>← → ↑ ↓</Kbd> {t('heading.keyMove')} <Kbd>M</Kbd>{' '}
          {t('heading.keyPlace')} <Kbd>Ctrl</Kbd> <Kbd>Z</Kbd> {t('heading.keyUndo')}
        </p>
      )}
      {write && <HeadingImport open={importing} onClose={() => showImport(false)} all={all} />}
    </Page>
  )
}
