import { dueOf } from '@cuadre/api/analysis'
import type { ItemAnalysis } from '@cuadre/api/home'
import { FIGURE_LIST } from '@cuadre/api/item'
import { useTranslation } from '@cuadre/shell'
import { DateText, EmptyState, formatCount, Marks, Money, Section, TextLink, useLocale } from '@cuadre/ui'
import { type Column, DataTable, unitOf, useRoomy } from '@cuadre/ui/data'
import { useMemo } from 'react'
import { useListLink } from '../shared/items/listQuery.ts'
import { NamedAccount } from '../shared/items/NamedAccount.tsx'
import type { Management } from './sums.ts'

const keyOf = ({ COD_ANALISIS }: ItemAnalysis) => String(COD_ANALISIS)

/** Past due and still open, the riskiest first; each opens what it is in the list. */
export function RedList({ data }: { data: Management }) {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const link = useListLink()
  const roomy = useRoomy()
  const { listaRoja: rows, total, period } = data
  const periodId = period?.COD_PERIODO
  const currency = unitOf(rows.map(({ MONEDA }) => MONEDA))
  const columns = useMemo<Column<ItemAnalysis>[]>(
    () => [
      {
        id: 'cuenta',
        header: t('differences.account'),
        cut: true,
        width: '100%',
        phone: 'title',
        cell: (row) => (
          <NamedAccount of={row} href={link({ periodId, cuentaId: row.COD_CUENTA })}>
            {' '}
            <Marks critica={row.MATERIALIDAD === 'critica'} material={row.MATERIALIDAD === 'material'} />
          </NamedAccount>
        ),
      },
      { id: 'negocio', header: t('differences.business'), phone: 'sub', cell: ({ NEGOCIO }) => NEGOCIO },
      ...(roomy
        ? [
            { id: 'departamento', header: t('differences.department'), cell: ({ DEPARTAMENTO }: ItemAnalysis) => DEPARTAMENTO ?? '—' },
            { id: 'analista', header: t('differences.analyst'), cell: ({ ANALISTA }: ItemAnalysis) => ANALISTA },
          ]
        : []),
      {
        id: 'saldo',
        header: t('differences.balance'),
        unit: currency,
        align: 'number',
        phone: 'sub-end',
        cell: ({ VALOR_BALANCE, MONEDA }) => <Money value={VALOR_BALANCE} currency={currency ? undefined : MONEDA} />,
      },
      { id: 'vence', header: t('red.due'), align: 'end', phone: 'title-end', cell: (row) => <DateText value={dueOf(row)} /> },
    ],
    [t, currency, roomy, link, periodId],
  )
  return (
    <Section
      title={t('red.title')}
      count={total.vencidos > 0 ? formatCount(total.vencidos, locale) : undefined}
      end={
        total.vencidos > 0 && (
          <TextLink href={link({ periodId, ...FIGURE_LIST.vencidos })} className="link small">
            {t('red.all')}
          </TextLink>
        )
      }
    >
      {rows.length === 0 ? (
        <EmptyState title={t('red.none')}>{t('red.noneHint')}</EmptyState>
      ) : (
        <DataTable label={t('red.title')} columns={columns} rows={rows} rowKey={keyOf} />
      )}
    </Section>
  )
}
