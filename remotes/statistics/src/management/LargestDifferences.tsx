import { type Analysis, stateName } from '@cuadre/api/analysis'
import { useTranslation } from '@cuadre/shell'
import { Code, EmptyState, Money, Section, StateBadge, type StateName } from '@cuadre/ui'
import { type Column, DataTable } from '@cuadre/ui/data'
import { useMemo } from 'react'

const keyOf = ({ COD_ANALISIS }: Analysis) => String(COD_ANALISIS)
/** Nothing submitted is "por preparar". */
const stateOf = ({ ESTADO_PRINCIPAL_ID, FECHA_ENVIO }: Analysis): StateName =>
  stateName(ESTADO_PRINCIPAL_ID) === 'pendiente' && FECHA_ENVIO === null ? 'por-preparar' : stateName(ESTADO_PRINCIPAL_ID)

/** Where the money is: the ten largest differences of the month, approved ones too. */
export function LargestDifferences({ rows, loading }: { rows: readonly Analysis[] | undefined; loading: boolean }) {
  const { t } = useTranslation('statistics')
  const currencies = new Set(rows?.map(({ MONEDA }) => MONEDA))
  const currency = currencies.size === 1 ? [...currencies][0] : undefined
  const columns = useMemo<Column<Analysis>[]>(
    () => [
      {
        id: 'cuenta',
        header: t('differences.account'),
        cut: true,
        phone: 'title',
        cell: ({ CUENTA, NOMBRE_CUENTA }) => (
          <span title={NOMBRE_CUENTA}>
            <Code>{CUENTA}</Code> {NOMBRE_CUENTA}
          </span>
        ),
      },
      { id: 'negocio', header: t('differences.business'), phone: 'sub', cell: ({ NEGOCIO }) => NEGOCIO },
      { id: 'analista', header: t('differences.analyst'), hidden: true, cell: ({ ANALISTA }) => ANALISTA },
      {
        id: 'saldo',
        header: t('differences.balance'),
        unit: currency,
        align: 'number',
        cell: ({ VALOR_BALANCE, MONEDA }) => <Money value={VALOR_BALANCE} currency={currency ? undefined : MONEDA} />,
      },
      {
        id: 'diferencia',
        header: t('differences.difference'),
        unit: currency,
        align: 'number',
        phone: 'sub-end',
        cell: ({ VARIACION, MONEDA }) => (
          <span className="strong">
            <Money value={VARIACION} currency={currency ? undefined : MONEDA} />
          </span>
        ),
      },
      { id: 'estado', header: t('differences.state'), phone: 'title-end', cell: (row) => <StateBadge state={stateOf(row)} /> },
    ],
    [t, currency],
  )
  return (
    <Section title={t('differences.title')} count={rows && rows.length > 0 ? rows.length : undefined}>
      <DataTable
        label={t('differences.title')}
        columns={columns}
        rows={rows}
        rowKey={keyOf}
        loading={loading}
        empty={<EmptyState title={t('differences.none')}>{t('differences.noneHint')}</EmptyState>}
      />
    </Section>
  )
}
