import type { FilterKey, SortKey } from '@cuadre/api/endpoint'
import { listTieOutRules, type TieOutRule } from '@cuadre/api/tie-out'
import { listInput, pageOf, query, useCan, useSearchParams, useTranslation } from '@cuadre/shell'
import { Button, EmptyState, Money } from '@cuadre/ui'
import { type Column, PagedTable, useTableState } from '@cuadre/ui/data'
import { SegmentedControl } from '@cuadre/ui/overlay'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus, Scale } from 'lucide-react'
import { useMemo, useState } from 'react'
import '../period.css'
import { Results } from './Results.tsx'
import { RuleDrawer } from './RuleDrawer.tsx'
import { fromTerms } from './terms.ts'

/** By what the server orders them. */
type Key = SortKey<typeof listTieOutRules>

const keyOf = ({ ID }: TieOutRule) => String(ID)
type T = ReturnType<typeof useTranslation>['t']

/** What a rule compares, in words. */
export const inWords = ({ TIPO, IZQUIERDA, DERECHA, OPUESTO }: Pick<TieOutRule, 'TIPO' | 'IZQUIERDA' | 'DERECHA' | 'OPUESTO'>, t: T) => {
  const left = IZQUIERDA.length === 0 ? t('tieOut.all') : fromTerms(IZQUIERDA)
  if (TIPO === 'debe_haber') return t('tieOut.says.debe_haber', { left })
  if (TIPO === 'control') return t('tieOut.says.control', { left })
  return t(OPUESTO ? 'tieOut.says.opuesto' : 'tieOut.says.igual', { left, right: fromTerms(DERECHA) })
}

/** Rules that the corporation writes itself, and what they say of a period. */
export default function TieOutRules() {
  const { t } = useTranslation('admin')
  const write = useCan()('admin.period.write')
  const [params, setParams] = useSearchParams()
  const [view, setView] = useState<'rules' | 'results'>(params.has('periodId') ? 'results' : 'rules')
  const [opened, setOpened] = useState<TieOutRule | 'new'>()
  const table = useTableState<Key, FilterKey<typeof listTieOutRules>>({ key: 'cuadre', params, setParams, limit: 50, filters: ['activo'] })
  const found = useQuery({
    ...query(listTieOutRules, { query: listInput(listTieOutRules, table.state) }),
    placeholderData: keepPreviousData,
  })
  const columns = useMemo(() => columnsOf(t), [t])
  const create = write && (
    <Button variant="solid" icon={<Plus aria-hidden />} onClick={() => setOpened('new')}>
      {t('tieOut.create')}
    </Button>
  )
  const views = (
    <div className="filter-bar">
      <SegmentedControl
        label={t('tieOut.view')}
        value={view}
        onChange={setView}
        options={(['rules', 'results'] as const).map((value) => ({ value, label: t(`tieOut.views.${value}`) }))}
      />
      <div className="bar-end">{create}</div>
    </div>
  )
  return (
    <>
      {views}
      {view === 'results' ? (
        <Results />
      ) : (
        <PagedTable
          table={table}
          search={t('tieOut.search')}
          columns={columns}
          filters={[
            {
              name: 'activo',
              label: t('tieOut.active'),
              single: true,
              options: (['true', 'false', 'todos'] as const).map((value) => ({ value, label: t(`tieOut.actives.${value}`) })),
            },
          ]}
          label={t('periodView.cuadre')}
          none={t('none.rule')}
          {...pageOf(found)}
          rowKey={keyOf}
          {...(write && { onOpen: setOpened })}
          empty={
            <EmptyState icon={<Scale aria-hidden />} title={t('tieOut.none')} actions={create}>
              {t('tieOut.noneHint')}
            </EmptyState>
          }
          sizes={[10, 25, 50]}
        />
      )}
      {opened && <RuleDrawer rule={opened === 'new' ? undefined : opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

const columnsOf = (t: T): Column<TieOutRule, Key>[] => [
  {
    id: 'NOMBRE',
    header: t('tieOut.name'),
    cell: (r) => (
      <>
        <span className="medium">{r.NOMBRE}</span>
        {!r.ACTIVA && <span className="xsmall muted"> · {t('tieOut.actives.false')}</span>}
      </>
    ),
    sortable: true,
    hideable: false,
    phone: 'title',
  },
  { id: 'DICE', header: t('tieOut.compares'), cell: (r) => inWords(r, t), cut: true, phone: 'sub' },
  { id: 'NEGOCIO', header: t('closing.business'), cell: (r) => r.NEGOCIO ?? t('tieOut.everyBusiness'), sortable: true },
  { id: 'TOLERANCIA', header: t('tieOut.tolerance'), cell: (r) => <Money value={r.TOLERANCIA} />, align: 'number' },
  { id: 'SEVERIDAD', header: t('tieOut.severity'), cell: (r) => t(`policy.modes.${r.SEVERIDAD}`), phone: 'title-end' },
  { id: 'POR', header: t('tieOut.savedBy'), cell: (r) => r.POR, hidden: true },
]
