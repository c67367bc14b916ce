import { accountsAssignedDetails } from '@cuadre/api/distribution'
import type { Answer, SortKey } from '@cuadre/api/endpoint'
import { download, failureOf, listInput, mayOpen, query, useMe, useNavigate, useTranslation } from '@cuadre/shell'
import { Code, EmptyState, formatMonth, Money, useLocale } from '@cuadre/ui'
import { type Column, DataTable, ExportButton, FilterBar, Pager, useExport, useTableState } from '@cuadre/ui/data'
import { Drawer, SegmentedControl } from '@cuadre/ui/overlay'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { HISTORY, historyLink } from '../shared/items/itemLink.ts'
import { ACCOUNTS, useListAsked, useListLink, written } from '../shared/items/listQuery.ts'

type Row = Answer<typeof accountsAssignedDetails>['data'][number]
type Key = SortKey<typeof accountsAssignedDetails>

/** The accounts with a balance that the coverage of a month counts, with and without an analyst; the address holds it. */
export function AccountsDrawer() {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const { asked, close } = useListAsked(ACCOUNTS)
  const month = asked && formatMonth(`${asked.anio}-${asked.mes?.padStart(2, '0')}`, locale)
  return (
    <Drawer
      open={asked !== undefined}
      onClose={close}
      size="half"
      title={month ? t('accountList.title', { month }) : ''}
      shows={asked && written(asked)}
    >
      {asked && <Accounts key={written({ ...asked, asignada: undefined })} asked={asked} />}
    </Drawer>
  )
}

const keyOf = ({ COD_CUENTA }: Row) => String(COD_CUENTA)
const WAYS = ['true', 'false'] as const

function Accounts({ asked }: { asked: Record<string, string> }) {
  const { t } = useTranslation('statistics')
  const me = useMe()
  const navigate = useNavigate()
  const saved = useExport()
  const link = useListLink(ACCOUNTS)
  const table = useTableState<Key, never>({ key: 'lista-cuentas', limit: 50, filters: [] })
  // Accounts have the places of today in any case.
  const { estructura: _, ...ofAccounts } = asked
  const input = { query: { ...ofAccounts, ...listInput(accountsAssignedDetails, table.state) } }
  const found = useQuery({ ...query(accountsAssignedDetails, input), placeholderData: keepPreviousData })
  const columns = useMemo<Column<Row, Key>[]>(
    () => [
      {
        id: 'CUENTA',
        header: t('list.account'),
        sortable: true,
        hideable: false,
        cut: true,
        phone: 'title',
        cell: ({ CUENTA, NOMBRE }) => (
          <span title={`${CUENTA} ${NOMBRE}`}>
            <Code>{CUENTA}</Code> {NOMBRE}
          </span>
        ),
      },
      { id: 'NEGOCIO', header: t('list.business'), sortable: true, phone: 'sub', cell: ({ NEGOCIO }) => NEGOCIO },
      { id: 'DEPARTAMENTO', header: t('list.department'), sortable: true, cut: true, cell: ({ DEPARTAMENTO }) => DEPARTAMENTO ?? '—' },
      {
        id: 'SALDO',
        header: t('list.balance'),
        align: 'number',
        sortable: true,
        phone: 'sub-end',
        cell: ({ SALDO, MONEDA }) => <Money value={SALDO} currency={MONEDA} />,
      },
      {
        id: 'ANALISTA',
        header: t('list.analyst'),
        sortable: true,
        cut: true,
        phone: 'title-end',
        // A closed month counts who analysed it, not who has the account now.
        cell: ({ ANALISTA, ASIGNADA }) => (ASIGNADA ? ANALISTA : <span className="faint">{t('accountList.unassigned')}</span>),
      },
    ],
    [t],
  )
  const total = found.data?.total ?? 0
  const save = () => {
    const { page: _, limit: __, ...all } = input.query
    return saved(t('accountList.file'), download(accountsAssignedDetails, { query: all }))
  }
  return (
    <>
      <FilterBar table={table} columns={columns} search={t('list.search')} end={total > 0 && <ExportButton onExport={save} />}>
        <SegmentedControl
          label={t('accountList.which')}
          value={WAYS.find((way) => way === asked.asignada) ?? ''}
          options={[
            { value: '' as const, label: t('accountList.all') },
            ...WAYS.map((value) => ({ value, label: t(`accountList.${value}`) })),
          ]}
          onChange={(asignada) => void navigate(link({ ...asked, asignada: asignada || undefined }), { replace: true })}
        />
      </FilterBar>
      <DataTable
        label={t('accountList.label')}
        none={t('accountList.none')}
        columns={columns}
        rows={found.data?.data}
        rowKey={keyOf}
        table={table}
        loading={found.isFetching}
        error={failureOf(found)}
        {...(mayOpen(me, HISTORY) && { onOpen: ({ COD_CUENTA }: Row) => void navigate(historyLink(COD_CUENTA)) })}
        empty={<EmptyState title={t('accountList.none')}>{t('accountList.noneHint')}</EmptyState>}
      />
      <Pager table={table} total={total} waiting={!found.data} />
    </>
  )
}
