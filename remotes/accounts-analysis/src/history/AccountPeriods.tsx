import type { AccountPeriod } from '@cuadre/api/account'
import type { Answer } from '@cuadre/api/endpoint'
import type { summaryOfAccount } from '@cuadre/api/summary'
import { useTranslation } from '@cuadre/shell'
import { DateText, Delta, EmptyState, formatCount, formatShortMonth, Money, Percent, Section, useLocale } from '@cuadre/ui'
import { LineChart } from '@cuadre/ui/charts'
import { type Column, DataTable, KpiLine } from '@cuadre/ui/data'
import { CalendarOff } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Difference } from './Difference.tsx'
import { PeriodDrawer } from './PeriodDrawer.tsx'
import { PeriodMarks, PeriodState } from './PeriodState.tsx'
import { hasValue, seriesOf } from './periods.ts'

type Summary = Answer<typeof summaryOfAccount>
const keyOf = (period: AccountPeriod) => String(period.COD_PERIODO)

/** Up to 24 periods of an account: what they add up to, their line, and a row for each, which opens what was said and submitted. */
export function AccountPeriods({ summary, inset }: { summary: Summary; inset?: boolean }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const [opened, setOpened] = useState<AccountPeriod>()
  const { cuenta, data, totales, riesgoSugerido } = summary
  const count = (n: number) => formatCount(n, locale)
  const columns = useMemo(() => columnsOf(t, cuenta.MONEDA).filter(({ id }) => !inset || !BESIDE.includes(id)), [t, cuenta.MONEDA, inset])
  const { months, balance, supported } = useMemo(() => seriesOf(data), [data])
  const labels = useMemo(() => months.map((month) => formatShortMonth(month, locale)), [months, locale])
  const series = useMemo(
    () => [
      { label: t('history.balance'), values: balance },
      { label: t('history.supported'), values: supported, color: 'aprobado' as const },
    ],
    [t, balance, supported],
  )
  if (data.length === 0)
    return (
      <EmptyState icon={<CalendarOff aria-hidden />} title={t('history.nothing')}>
        {t('history.nothingHint')}
      </EmptyState>
    )
  return (
    <div className={inset ? undefined : 'printed-wide'}>
      <KpiLine
        kpis={[
          {
            label: t('history.approved'),
            value: totales.analisis === 0 ? '—' : t('history.of', { n: count(totales.aprobados), total: count(totales.analisis) }),
            note: t('history.periodsWithBalance', { count: totales.periodos, n: count(totales.periodos) }),
          },
          {
            label: t('history.withDifference'),
            value: count(totales.conDiferencia),
            note: t('history.materials', { count: totales.materiales, n: count(totales.materiales) }),
          },
          {
            label: t('history.rejections'),
            value: count(totales.rechazos),
            note: t('history.reopenings', { count: totales.reaperturas, n: count(totales.reaperturas) }),
          },
          {
            label: t('account.risk'),
            value: t(`account.risks.${cuenta.RIESGO}`),
            note: t('account.form.suggested', {
              risk: t(`account.risks.${riesgoSugerido.RIESGO}`).toLocaleLowerCase(),
              n: riesgoSugerido.puntaje,
            }),
          },
        ]}
      />
      {data.length > 1 && (
        <LineChart title={t('history.chart')} note={cuenta.MONEDA} of={t('account.period')} labels={labels} series={series} height={220} />
      )}
      <Section title={t('history.periods')} count={count(data.length)}>
        <DataTable label={t('history.periods')} columns={columns} rows={data} rowKey={keyOf} onOpen={setOpened} inset={inset} />
      </Section>
      {opened && <PeriodDrawer account={cuenta} period={opened} onClose={() => setOpened(undefined)} />}
    </div>
  )
}

/** Left to the drawer of a period where there is little room. */
const BESIDE = ['ANALISTA', 'COMENTARIO', 'ARCHIVOS']

type T = ReturnType<typeof useTranslation>['t']
const columnsOf = (t: T, currency: string): Column<AccountPeriod>[] => [
  {
    id: 'PERIODO',
    header: t('account.period'),
    phone: 'title',
    cell: (period) => (
      <span className="medium">
        <DateText value={period.PERIODO} as="month" />
      </span>
    ),
  },
  {
    id: 'VALOR_BALANCE',
    header: t('history.balance'),
    unit: currency,
    align: 'number',
    phone: 'title-end',
    cell: (period) => <Money value={period.VALOR_BALANCE} />,
  },
  {
    id: 'VALOR_ANALISIS',
    header: t('history.supported'),
    align: 'number',
    cell: (period) => <Money value={hasValue(period) ? period.VALOR_ANALISIS : null} />,
  },
  {
    id: 'VARIACION',
    header: t('history.difference'),
    align: 'number',
    cell: (period) => <Difference of={period} />,
  },
  {
    id: 'VARIACION_PERIODO',
    header: t('history.movement'),
    align: 'number',
    cell: (period) => <Delta value={period.VARIACION_PERIODO} />,
  },
  {
    id: 'VARIACION_PERIODO_PCT',
    header: '%',
    align: 'number',
    cell: (period) => <Percent value={period.VARIACION_PERIODO_PCT} signed />,
  },
  {
    id: 'ESTADO',
    header: t('history.state'),
    phone: 'sub',
    cell: (period) => (
      <span className="row" style={{ gap: 10 }}>
        <PeriodState {...period} />
        <PeriodMarks {...period} />
      </span>
    ),
  },
  { id: 'ANALISTA', header: t('account.analyst'), phone: 'sub-end', cell: (period) => period.ANALISTA ?? <span className="faint">—</span> },
  {
    id: 'COMENTARIO',
    header: t('history.comment'),
    cut: true,
    cell: (period) => (
      <span className="muted" title={period.COMENTARIO_VARIACION ?? undefined}>
        {period.COMENTARIO_VARIACION ?? '—'}
      </span>
    ),
  },
  {
    id: 'ARCHIVOS',
    header: t('history.files'),
    align: 'number',
    cell: ({ ARCHIVOS, ANEXOS }) => ARCHIVOS.length + ANEXOS.length || <span className="faint">—</span>,
  },
]
