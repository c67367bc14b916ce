import type { listLoadRows } from '@cuadre/api/balance'
import type { SortKey } from '@cuadre/api/endpoint'
import { useCan, useSearchParams, useTranslation } from '@cuadre/shell'
import { DateText, formatCount, formatMonth, Note, TextLink, useLocale } from '@cuadre/ui'
import { KpiLine, useTableState } from '@cuadre/ui/data'
import { UserRoundX } from 'lucide-react'
import { accounts as accountsPage, load as loadPage } from '../area.ts'
import { useCounted } from '../shared/counted.ts'
import { ClassRows, ROW_FILTERS, type RowFilter } from './ClassRows.tsx'
import { DownloadRefused } from './DownloadRefused.tsx'
import { FileLine } from './FileLine.tsx'
import type { Load } from './loads.ts'
import { UndoLoad } from './UndoLoad.tsx'

/** What was done, and what comes next. */
export function ResultStep({ load }: { load: Load }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const counted = useCounted()
  const can = useCan()
  const [params, setParams] = useSearchParams()
  const table = useTableState<SortKey<typeof listLoadRows>, RowFilter>({
    key: 'carga-filas',
    params,
    setParams,
    limit: 25,
    filters: ROW_FILTERS,
  })
  const { resultado, preview, COD_PERIODO } = load
  const undone = load.ESTADO === 'deshecha'
  const count = (n: number) => formatCount(n, locale)
  const unassigned = preview?.clases.reduce((total, row) => total + row.sinAsignar, 0) ?? 0
  const refused = preview?.clases.find((row) => row.clase === 'rechazada')?.cuentas ?? 0
  const left = preview?.clases.find((row) => row.clase === 'grupo')?.cuentas ?? 0
  const accounts = accountsPage.link({ statusId: 1, filterByPeriod: COD_PERIODO })
  return (
    <>
      <FileLine load={load} />
      <p className="small muted" style={{ marginBlock: 12 }}>
        {t('balance.result.applied', { month: formatMonth(load.PERIODO, locale) })}{' '}
        <DateText value={load.CONFIRMADO_EN ?? load.CARGADO_EN} as="datetime" />.{' '}
        {load.REPETIDA_DE !== null && t('balance.result.repeated')}
      </p>
      {undone && (
        <div style={{ marginBlockEnd: 12 }}>
          <Note kind="warning">
            <b className="strong">{t('balance.undo.undone', { who: load.DESHECHO_POR ?? '' })}</b>{' '}
            {load.DESHECHO_EN && <DateText value={load.DESHECHO_EN} as="datetime" />}. {t('balance.undo.undoneHint')}
          </Note>
        </div>
      )}
      {resultado && (
        <KpiLine
          kpis={[
            {
              label: t('balance.result.balances'),
              value: count(resultado.saldos),
              to: accountsPage.link({ statusId: 'todas', filterByPeriod: COD_PERIODO }),
            },
            { label: t('balance.result.accounts'), value: count(resultado.cuentasCreadas) },
            { label: t('balance.result.analyses'), value: count(resultado.analisisNuevos), note: t('balance.result.analysesNote') },
            {
              label: t('balance.result.reopened'),
              value: count(resultado.reabiertos),
              note: t('balance.result.reopenedNote'),
              ...(resultado.reabiertos > 0 ? { to: loadPage.link({ carga: load.COD_CARGA, reabre: true }) } : {}),
            },
          ]}
        />
      )}
      <div style={{ display: 'grid', gap: 12, marginBlock: 16 }}>
        {unassigned > 0 && !undone && (
          <Note kind="warning" icon={<UserRoundX aria-hidden />}>
            <b className="strong">{t('balance.result.unassigned', counted(unassigned))}</b> {t('balance.result.unassignedHint')}
          </Note>
        )}
        {left > 0 && (
          <Note>
            {t('balance.result.groups', counted(left))}{' '}
            <TextLink href={loadPage.link({ carga: load.COD_CARGA, grupo: true })}>{t('balance.see', counted(left))}</TextLink>
          </Note>
        )}
        {refused > 0 && (
          <Note>
            {t('balance.result.refused', counted(refused))} <DownloadRefused load={load} />
          </Note>
        )}
      </div>
      {(table.state.filters.reabre || table.state.filters.grupo) && (
        <ClassRows load={load} table={table} of={table.state.filters.grupo ? 'grupo' : undefined} />
      )}
      <div className="row" style={{ flexWrap: 'wrap' }}>
        {unassigned > 0 && !undone && can('accounts.account.write') ? (
          <TextLink className="btn btn-solid" href={accounts}>
            {t('balance.result.assignNow')}
          </TextLink>
        ) : (
          <TextLink className="btn btn-solid" href={accountsPage.link({ filterByPeriod: COD_PERIODO })}>
            {t('balance.result.seeAccounts')}
          </TextLink>
        )}
        <TextLink className="btn" href={loadPage.link({ periodo: COD_PERIODO })}>
          {t('balance.result.another')}
        </TextLink>
        {load.ESTADO === 'confirmada' && can('accounts.balance.load') && <UndoLoad load={load} />}
      </div>
    </>
  )
}
