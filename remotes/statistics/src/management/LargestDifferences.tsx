import { stateOf } from '@cuadre/api/analysis'
import { FIGURE_LIST } from '@cuadre/api/item'
import { useTranslation } from '@cuadre/shell'
import { EmptyState, formatCount, Marks, Money, Section, StateBadge, TextLink, useLocale } from '@cuadre/ui'
import { type Column, DataTable, unitOf, useRoomy } from '@cuadre/ui/data'
import { useMemo } from 'react'
import { LeftOut } from '../shared/ConversionNote.tsx'
import { useListLink } from '../shared/items/listQuery.ts'
import { NamedAccount } from '../shared/items/NamedAccount.tsx'
import type { Management } from './sums.ts'

type Row = Management['mayoresDiferencias'][number]
const keyOf = ({ COD_ANALISIS }: Row) => String(COD_ANALISIS)

interface Props {
  rows: readonly Row[] | undefined
  grupo: Management['grupo'] | undefined
  periodId: number | undefined
  loading: boolean
}

/** Where the money is: the ten largest differences of the month, approved ones too; converted, by what they are worth. */
export function LargestDifferences({ rows, grupo, periodId, loading }: Props) {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const link = useListLink()
  const currency = unitOf(rows?.map(({ MONEDA }) => MONEDA))
  const roomy = useRoomy()
  const columns = useMemo<Column<Row>[]>(() => {
    const who: Column<Row>[] = [{ id: 'analista', header: t('differences.analyst'), cell: ({ ANALISTA }) => ANALISTA }]
    const why: Column<Row>[] = [
      {
        id: 'comentario',
        header: t('differences.comment'),
        cut: true,
        width: '40%',
        cell: ({ COMENTARIO_VARIACION }) => COMENTARIO_VARIACION || <span className="faint">{t('differences.noComment')}</span>,
      },
    ]
    const worth = new Map(grupo?.diferencias.map(({ COD_ANALISIS, VARIACION }) => [COD_ANALISIS, VARIACION]))
    const inGroup: Column<Row>[] = grupo
      ? [
          {
            id: 'convertida',
            header: t('conversion.column'),
            unit: grupo.MONEDA,
            align: 'number',
            cell: ({ COD_ANALISIS }) => <Money value={worth.get(COD_ANALISIS)} />,
          },
        ]
      : []
    return [
      {
        id: 'cuenta',
        header: t('differences.account'),
        cut: true,
        width: '60%',
        phone: 'title',
        cell: (row) => (
          <NamedAccount of={row} href={link({ periodId, cuentaId: row.COD_CUENTA })}>
            {' '}
            <Marks critica={row.MATERIALIDAD === 'critica'} material={row.MATERIALIDAD === 'material'} />
          </NamedAccount>
        ),
      },
      {
        id: 'negocio',
        header: t('differences.business'),
        phone: 'sub',
        cell: ({ NEGOCIO, ANTIGUEDAD }) => (
          <>
            {NEGOCIO}
            {ANTIGUEDAD !== null && (
              <span className="line-word"> · {t('differences.old', { count: ANTIGUEDAD, n: formatCount(ANTIGUEDAD, locale) })}</span>
            )}
          </>
        ),
      },
      ...(roomy ? who : []),
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
            {currency && <small className="line-word"> {currency}</small>}
          </span>
        ),
      },
      ...inGroup,
      {
        id: 'dias',
        header: t('differences.days'),
        align: 'number',
        cell: ({ ANTIGUEDAD }) => (ANTIGUEDAD === null ? <span className="faint">—</span> : formatCount(ANTIGUEDAD, locale)),
      },
      { id: 'estado', header: t('differences.state'), phone: 'title-end', cell: (row) => <StateBadge state={stateOf(row)} /> },
      ...(roomy ? why : []),
    ]
  }, [t, locale, currency, roomy, grupo, link, periodId])
  return (
    <Section
      title={grupo ? t('conversion.largest', { currency: grupo.MONEDA }) : t('differences.title')}
      count={rows && rows.length > 0 ? rows.length : undefined}
      end={
        rows &&
        rows.length > 0 && (
          <TextLink href={link({ periodId, ...FIGURE_LIST.conDiferencia })} className="link small">
            {t('differences.all')}
          </TextLink>
        )
      }
    >
      {grupo && <LeftOut of={grupo.sinTasa} />}
      {rows?.length === 0 ? (
        <EmptyState title={t('differences.none')}>{t('differences.noneHint')}</EmptyState>
      ) : (
        <DataTable label={t('differences.title')} columns={columns} rows={rows} rowKey={keyOf} loading={loading} />
      )}
    </Section>
  )
}
