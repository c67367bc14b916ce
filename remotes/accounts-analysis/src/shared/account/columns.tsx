import type { Account, listAccounts } from '@cuadre/api/account'
import type { SortKey } from '@cuadre/api/endpoint'
import type { useTranslation } from '@cuadre/shell'
import { Code, formatMonth, type Locale, Money } from '@cuadre/ui'
import type { Column } from '@cuadre/ui/data'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { Cut } from '../Cut.tsx'

/** By what the server orders them. */
type Key = SortKey<typeof listAccounts>

type T = ReturnType<typeof useTranslation>['t']

export const codeColumn = (t: T): Column<Pick<Account, 'CUENTA' | 'NEGOCIO'>, 'CUENTA'> => ({
  id: 'CUENTA',
  header: t('account.code'),
  sortable: true,
  hideable: false,
  phone: 'sub',
  // One code stands in several businesses; two lines of a phone have no column for them.
  cell: (account) => (
    <>
      <Code>{account.CUENTA}</Code>
      <span className="on-phone"> {account.NEGOCIO}</span>
    </>
  ),
})

/** `currency`: the one of all rows, which then stands in the header alone. `mixed`: assigned and unassigned stand together. */
export const accountColumns = (t: T, locale: Locale, currency: string | undefined, mixed: boolean): Column<Account, Key>[] => [
  codeColumn(t),
  {
    id: 'NOMBRE',
    header: t('account.name'),
    sortable: true,
    phone: 'title',
    cut: true,
    cell: (account) => (
      <span title={account.NOMBRE}>
        <span className="medium">{account.NOMBRE}</span>
        {!account.ACTIVA && <span className="faint xsmall"> {t('account.inactive')}</span>}
      </span>
    ),
  },
  { id: 'NEGOCIO', header: t('account.business'), sortable: true, cell: (account) => <Cut text={account.NEGOCIO} /> },
  {
    id: 'DEPARTAMENTO',
    header: t('account.department'),
    sortable: true,
    wide: true,
    cell: (account) => <Cut text={account.DEPARTAMENTO} />,
  },
  { id: 'ANALISTA', header: t('account.analyst'), sortable: true, cell: (account) => <Cut text={account.ANALISTA} /> },
  { id: 'RIESGO', header: t('account.risk'), sortable: true, wide: 'very', cell: (account) => t(`account.risks.${account.RIESGO}`) },
  {
    id: 'SALDO',
    header: t('account.balance'),
    unit: currency,
    align: 'number',
    sortable: true,
    phone: 'title-end',
    cell: (account) => <Money value={account.SALDO} currency={currency || account.SALDO === null ? undefined : account.MONEDA} />,
  },
  {
    id: 'PERIODO_SALDO',
    header: t('account.balancePeriod'),
    hidden: true,
    cell: (account) => (account.PERIODO_SALDO ? formatMonth(account.PERIODO_SALDO, locale) : <span className="faint">—</span>),
  },
  { id: 'PAIS', header: t('account.country'), hidden: true, cell: (account) => account.PAIS },
  { id: 'RUBRO', header: t('account.heading'), sortable: true, hidden: true, cell: (account) => <Cut text={account.RUBRO} /> },
  { id: 'RESPALDO', header: t('account.backup'), sortable: true, hidden: true, cell: (account) => <Cut text={account.RESPALDO} /> },
  {
    id: 'FRECUENCIA',
    header: t('account.frequency'),
    sortable: true,
    hidden: true,
    cell: (account) => t(`account.frequencies.${account.FRECUENCIA}`),
  },
  {
    id: 'statusId',
    header: t('account.status'),
    hidden: !mixed,
    phone: 'sub-end',
    cell: (account) =>
      account.statusId === 2 ? (
        <span className="badge state-aprobado" style={{ fontWeight: 400 }}>
          <CircleCheck aria-hidden size={14} />
          {t('account.assigned')}
        </span>
      ) : (
        <span className="badge state-tarde" style={{ fontWeight: 400 }}>
          <CircleDashed aria-hidden size={14} />
          {t('account.unassigned')}
        </span>
      ),
  },
]
