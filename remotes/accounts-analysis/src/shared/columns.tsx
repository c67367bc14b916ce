import type { Analysis, listAnalyses } from '@cuadre/api/analysis'
import type { SortKey } from '@cuadre/api/endpoint'
import type { useTranslation } from '@cuadre/shell'
import { Code, formatShortMonth, type Locale, Money } from '@cuadre/ui'
import type { Column } from '@cuadre/ui/data'
import { Cut } from './Cut.tsx'

/** By what the server orders them. */
type Key = SortKey<typeof listAnalyses>

type T = ReturnType<typeof useTranslation>['t']
type Row = Pick<Analysis, 'CUENTA' | 'NOMBRE_CUENTA' | 'PERIODO' | 'NEGOCIO' | 'MONEDA' | 'VALOR_BALANCE' | 'VALOR_ANALISIS'>

/** What every list of analyses tells of one. `currency`: the one of all rows, which then stands in the header alone. */
export const analysisColumns = (t: T, locale: Locale, currency: string | undefined) => {
  const code: Column<Row, Key> = {
    id: 'CUENTA',
    header: t('account.code'),
    sortable: true,
    hideable: false,
    phone: 'sub',
    cell: (row) => (
      <>
        <Code>{row.CUENTA}</Code>
        <span className="on-phone">
          {' '}
          {row.NEGOCIO}, {formatShortMonth(row.PERIODO, locale)}
        </span>
      </>
    ),
  }
  const name: Column<Row, Key> = {
    id: 'NOMBRE_CUENTA',
    header: t('account.name'),
    phone: 'title',
    cut: true,
    cell: (row) => (
      <span className="medium" title={row.NOMBRE_CUENTA}>
        {row.NOMBRE_CUENTA}
      </span>
    ),
  }
  const period: Column<Row, Key> = {
    id: 'PERIODO',
    header: t('account.period'),
    cell: (row) => formatShortMonth(row.PERIODO, locale),
  }
  const business: Column<Row, Key> = { id: 'NEGOCIO', header: t('account.business'), cell: (row) => <Cut text={row.NEGOCIO} /> }
  const balance: Column<Row, Key> = {
    id: 'VALOR_BALANCE',
    header: t('history.balance'),
    unit: currency,
    align: 'number',
    phone: 'title-end',
    cell: (row) => <Money value={row.VALOR_BALANCE} currency={currency ? undefined : row.MONEDA} />,
  }
  const supported: Column<Row, Key> = {
    id: 'VALOR_ANALISIS',
    header: t('history.supported'),
    align: 'number',
    hidden: true,
    cell: (row) => <Money value={row.VALOR_ANALISIS} />,
  }
  return { about: [code, name, period, business], balance, supported }
}
