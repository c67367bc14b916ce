import type { FilterKey, SortKey } from '@cuadre/api/endpoint'
import { FORCE, listThresholds, SCOPES, type Threshold } from '@cuadre/api/threshold'
import { Link, listInput, pageOf, query, useCan, useSearchParams, useTranslation } from '@cuadre/shell'
import { Button, buttonClass, EmptyState, formatMoney, formatMonth, type Locale, Money, Page, Percent, useLocale } from '@cuadre/ui'
import { type Column, PagedTable, useTableState } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { thresholds } from '../area.ts'
import { Force } from './Force.tsx'
import { MovementDrawer } from './movement/MovementDrawer.tsx'
import { isChangeable, usesAmount, usesPercent } from './rule.ts'
import { Simulator } from './Simulator.tsx'
import { ThresholdDrawer } from './ThresholdDrawer.tsx'

/** By what the server orders them. */
type Key = SortKey<typeof listThresholds>

const PATH = thresholds.link()
const keyOf = ({ ID }: Threshold) => String(ID)

/** What is material, by scope; one of them (`umbral`) with everything that it said before. */
export default function ThresholdsPage() {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const write = useCan()('parameters.threshold.write')
  const [params, setParams] = useSearchParams()
  const table = useTableState<Key, FilterKey<typeof listThresholds>>({
    key: 'materialidad',
    params,
    setParams,
    filters: ['alcance', 'vigencia'],
  })
  const found = useQuery({ ...query(listThresholds, { query: listInput(listThresholds, table.state) }), placeholderData: keepPreviousData })
  const columns = useMemo(() => columnsOf(t, locale), [t, locale])
  /** One threshold at a time: read (`umbral`), or tried with other figures (`simular`). */
  const open = (how: 'umbral' | 'simular', id?: number) => {
    const next = new URLSearchParams(params)
    next.delete('umbral')
    if (id) next.set(how, String(id))
    else next.delete(how)
    setParams(next)
  }
  const [movements, setMovements] = useState(false)
  const opened = Number(params.get('umbral'))
  const tried = Number(params.get('simular'))
  const create = write && (
    <Link className={buttonClass('solid')} to={`${PATH}/crear`}>
      <Plus aria-hidden />
      {t('threshold.create')}
    </Link>
  )
  return (
    <Page
      fill={!(tried > 0)}
      title={t('threshold.title')}
      crumbs={[{ label: t('crumbs.parameters') }, { label: t('threshold.title') }]}
      note={t('threshold.note')}
      actions={
        <>
          <Button onClick={() => setMovements(true)}>{t('movement.title')}</Button>
          {create}
        </>
      }
    >
      <PagedTable
        table={table}
        search={t('threshold.search')}
        columns={columns}
        filters={[
          {
            name: 'alcance',
            label: t('threshold.scope'),
            options: SCOPES.map((value) => ({ value, label: t(`threshold.scopes.${value}`) })),
          },
          {
            name: 'vigencia',
            label: t('threshold.force'),
            options: FORCE.map((value) => ({ value, label: t(`threshold.forces.${value}`) })),
          },
        ]}
        label={t('threshold.title')}
        none={t('none.threshold')}
        {...pageOf(found)}
        rowKey={keyOf}
        onOpen={(row) => open('umbral', row.ID)}
        actions={(row) => (
          <span className="row nowrap">
            <Link className="link" to={`${PATH}?simular=${row.ID}`} aria-label={`${t('threshold.simulate')} ${rowName(row, t, locale)}`}>
              {t('threshold.simulate')}
            </Link>
            {write && isChangeable(row) && (
              <Link className="link" to={`${PATH}/${row.ID}/actualizar`} aria-label={`${t('threshold.change')} ${rowName(row, t, locale)}`}>
                {t('threshold.change')}
              </Link>
            )}
          </span>
        )}
        empty={<EmptyState title={t('threshold.empty')} actions={create} />}
      />
      {tried > 0 && <Simulator key={tried} id={tried} write={write} onClose={() => open('simular')} />}
      {movements && <MovementDrawer write={write} onClose={() => setMovements(false)} />}
      {opened > 0 && (
        <ThresholdDrawer key={opened} id={opened} write={write} onClose={() => open('umbral')} onSimulate={() => open('simular', opened)} />
      )}
    </Page>
  )
}

/** A place has one threshold after the other. */
const rowName = ({ ALCANCE_NOMBRE, VIGENTE_DESDE }: Threshold, t: ReturnType<typeof useTranslation>['t'], locale: Locale) =>
  [ALCANCE_NOMBRE ?? t('threshold.everybody'), VIGENTE_DESDE ? formatMonth(VIGENTE_DESDE, locale) : t('threshold.ever')].join(', ')

const None = () => <span className="faint">—</span>
const columnsOf = (t: ReturnType<typeof useTranslation>['t'], locale: Locale): Column<Threshold, Key>[] => [
  {
    id: 'ALCANCE_NOMBRE',
    header: t('threshold.appliesTo'),
    cell: (u) => <span className="strong">{u.ALCANCE_NOMBRE ?? t('threshold.everybody')}</span>,
    sortable: true,
    hideable: false,
    cut: true,
    phone: 'title',
  },
  { id: 'ALCANCE', header: t('threshold.scope'), cell: (u) => t(`threshold.scopes.${u.ALCANCE}`), phone: 'sub' },
  {
    id: 'VIGENTE_DESDE',
    header: t('threshold.since'),
    cell: (u) => (u.VIGENTE_DESDE ? formatMonth(u.VIGENTE_DESDE, locale) : t('threshold.ever')),
    sortable: true,
  },
  { id: 'VIGENCIA', header: t('threshold.force'), cell: (u) => <Force of={u.VIGENCIA} />, phone: 'sub-end' },
  { id: 'BASE', header: t('threshold.base'), cell: (u) => t(`threshold.bases.${u.BASE}`) },
  {
    id: 'MONTO',
    header: t('threshold.amount'),
    cell: (u) => (usesAmount(u.BASE) ? <Money value={u.MONTO} /> : <None />),
    align: 'number',
    sortable: true,
    phone: 'title-end',
  },
  {
    id: 'PORCENTAJE',
    header: t('threshold.percent'),
    cell: (u) => (usesPercent(u.BASE) ? <Percent value={u.PORCENTAJE} decimals={2} /> : <None />),
    align: 'number',
    sortable: true,
  },
  { id: 'COMPARAR', header: t('threshold.compare'), cell: (u) => t(`threshold.comparisons.${u.COMPARAR}`) },
  {
    id: 'FACTORES',
    header: t('threshold.factorsShort'),
    cell: (u) => <bdi dir="ltr">{[u.FACTOR_A, u.FACTOR_M, u.FACTOR_B].map((factor) => formatMoney(factor, locale)).join(' / ')}</bdi>,
    align: 'end',
  },
  {
    id: 'PISO_TRIVIAL',
    header: t('threshold.trivial'),
    cell: (u) => <Percent value={u.PISO_TRIVIAL} decimals={2} />,
    align: 'number',
    hidden: true,
  },
  { id: 'POR', header: t('config.changedBy'), cell: (u) => u.POR ?? <None />, cut: true, hidden: true },
  { id: 'MOTIVO', header: t('config.reason'), cell: (u) => u.MOTIVO ?? <None />, cut: true, hidden: true },
]
