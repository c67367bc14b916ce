import type { Answer } from '@cuadre/api/endpoint'
import type { dashboardControl } from '@cuadre/api/home'
import { useTranslation } from '@cuadre/shell'
import { Percent, Section } from '@cuadre/ui'
import { type Column, DataTable } from '@cuadre/ui/data'
import { type ReactNode, useMemo } from 'react'
import { accounts } from '../area.ts'
import { Figure } from './Figure.tsx'

type Row = Answer<typeof dashboardControl>['cobertura'][number]
/** The accounts that coverage counts: active, with a balance of the period other than zero. */
export const required = (period: number) => ({ filterByPeriod: period, conSaldo: true, activa: true })

/** By head of department: how many of the accounts that need an analysis have somebody who makes it. */
export function Coverage({ rows, periodId }: { rows: readonly Row[]; periodId: number }) {
  const { t } = useTranslation('accounts-analysis')
  const { columns, totals } = useMemo(() => {
    const of = { ...required(periodId) }
    const cells = (
      { cuentas, asignadas }: Pick<Row, 'cuentas' | 'asignadas'>,
      chief?: { chiefId: number } | null,
    ): Record<string, ReactNode> => {
      const to = (statusId: string) => (chief === null ? undefined : accounts.link({ statusId, ...of, ...chief }))
      return {
        cuentas: <Figure count={cuentas} to={to('todas')} />,
        asignadas: <Figure count={asignadas} to={to('2')} />,
        sin: <Figure count={cuentas - asignadas} to={to('1')} word={t('home.coverage.withoutWord')} />,
        parte: <Percent value={cuentas === 0 ? null : (asignadas / cuentas) * 100} decimals={1} />,
      }
    }
    const column = (id: string, header: string, phone?: Column<Row>['phone']): Column<Row> => ({
      id,
      header: t(header),
      align: 'number',
      phone,
      cell: (row) => cells(row, row.ID_JEFE === null ? null : { chiefId: row.ID_JEFE })[id],
    })
    const columns: Column<Row>[] = [
      {
        id: 'jefe',
        header: t('home.coverage.head'),
        phone: 'title',
        cut: true,
        width: '40%',
        cell: ({ JEFE }) => JEFE ?? t('home.coverage.nobody'),
      },
      column('cuentas', 'home.coverage.accounts'),
      column('asignadas', 'home.coverage.assigned'),
      column('sin', 'home.coverage.without', 'sub'),
      column('parte', 'home.coverage.title', 'title-end'),
    ]
    const sum = (of: 'cuentas' | 'asignadas') => rows.reduce((all, row) => all + row[of], 0)
    return { columns, totals: cells({ cuentas: sum('cuentas'), asignadas: sum('asignadas') }) }
  }, [t, rows, periodId])
  return (
    <Section title={t('home.coverage.title')} count={t('home.coverage.hint')}>
      <DataTable
        label={t('home.coverage.title')}
        columns={columns}
        rows={rows}
        rowKey={({ ID_JEFE }) => String(ID_JEFE)}
        totals={rows.length > 1 ? totals : undefined}
      />
    </Section>
  )
}
