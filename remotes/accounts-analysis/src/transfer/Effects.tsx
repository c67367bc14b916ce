import type { TransferResult } from '@cuadre/api/transfer'
import { useTranslation } from '@cuadre/shell'
import { DateText, formatCount, formatMonth, Section, useLocale } from '@cuadre/ui'
import { type Column, DataTable, KpiLine } from '@cuadre/ui/data'
import { useMemo } from 'react'
import { useCounted } from '../shared/counted.ts'
import { AccountCode } from './AccountCode.tsx'
import type { TransferRole } from './order.ts'

interface Props {
  result: TransferResult
}

/** What moves, what stays with whoever signed it, and what is short of time. */
export function Summary({ result, role }: Props & { role?: TransferRole }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const counted = useCounted()
  const count = (n: number) => formatCount(n, locale)
  const { movidas, seleccionadas, enCurso, enRiesgo } = result
  return (
    <KpiLine
      kpis={[
        {
          label: result.simulado ? t('transfer.moves') : t('transfer.moved'),
          value: count(movidas),
          note: t('transfer.ofChosen', counted(seleccionadas)),
        },
        {
          label: role === 'JEFE' ? t('transfer.toDecide') : t('transfer.toPrepare'),
          value: count(enCurso.porPreparar),
          note: t('transfer.toPrepareHint'),
        },
        { label: t('transfer.signed'), value: count(enCurso.firmados), note: t('transfer.signedHint') },
        {
          label: t('transfer.atRisk'),
          value: count(enRiesgo.total),
          light: enRiesgo.total > 0 ? 'atencion' : 'meta',
          lightText: enRiesgo.total > 0 ? t('transfer.atRiskHint') : t('transfer.noRisk'),
        },
      ]}
    />
  )
}

/** Accounts and open work of both, before and after. */
export function Loads({ result: { carga } }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const count = (n: number) => formatCount(n, locale)
  return (
    <Section title={t('transfer.loads')}>
      <div className="table-frame">
        <table className="table" aria-label={t('transfer.loads')}>
          <thead>
            <tr>
              <th scope="col">{t('transfer.person')}</th>
              <th scope="col" className="end">
                {t('transfer.accounts')}
              </th>
              <th scope="col" className="end">
                {t('transfer.pending')}
              </th>
            </tr>
          </thead>
          <tbody>
            {carga.map((one) => (
              <tr key={one.ID_USUARIO}>
                <td className="medium">{one.NOMBRE}</td>
                <td className="num">
                  <Change before={count(one.cuentasAntes)} after={count(one.cuentasDespues)} />
                </td>
                <td className="num">
                  <Change before={count(one.pendientesAntes)} after={count(one.pendientesDespues)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}

const Change = ({ before, after }: { before: string; after: string }) => (
  <bdi dir="ltr">
    <span className="muted">{before} →</span> <b className="strong">{after}</b>
  </bdi>
)

/** Work in progress by month. */
export function Work({ result: { periodos, enCurso } }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const counted = useCounted()
  if (periodos.length === 0 && enCurso.quedan === 0) return null
  return (
    <Section title={t('transfer.work')}>
      {periodos.length > 0 && (
        <div className="table-frame">
          <table className="table" aria-label={t('transfer.work')}>
            <thead>
              <tr>
                <th scope="col">{t('account.period')}</th>
                <th scope="col" className="end">
                  {t('transfer.goesOver')}
                </th>
                <th scope="col" className="end">
                  {t('transfer.signedShort')}
                </th>
              </tr>
            </thead>
            <tbody>
              {periodos.map((one) => (
                <tr key={one.PERIODO}>
                  <td>{formatMonth(one.PERIODO, locale)}</td>
                  <td className="num">{formatCount(one.porPreparar, locale)}</td>
                  <td className="num">{formatCount(one.firmados, locale)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {enCurso.quedan > 0 && <p className="small muted">{t('transfer.stays', counted(enCurso.quedan))}</p>}
    </Section>
  )
}

type Risky = TransferResult['enRiesgo']['data'][number]
const keyOf = ({ COD_ANALISIS }: Risky) => String(COD_ANALISIS)

/** What the new one finds late, or due within two days. */
export function AtRisk({ result: { enRiesgo } }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const counted = useCounted()
  const columns = useMemo<Column<Risky>[]>(
    () => [
      { id: 'CUENTA', header: t('account.code'), phone: 'title', cell: (one) => <AccountCode {...one} /> },
      { id: 'PERIODO', header: t('account.period'), phone: 'sub', cell: (one) => formatMonth(one.PERIODO, locale) },
      { id: 'VENCE', header: t('transfer.due'), align: 'end', phone: 'title-end', cell: (one) => <DateText value={one.VENCE} as="due" /> },
    ],
    [t, locale],
  )
  if (enRiesgo.total === 0) return null
  const more = enRiesgo.total - enRiesgo.data.length
  return (
    <Section title={t('transfer.atRisk')} count={formatCount(enRiesgo.total, locale)}>
      <div style={{ maxBlockSize: 220, overflowY: 'auto', marginInline: -10, paddingInline: 10 }}>
        <DataTable label={t('transfer.atRisk')} columns={columns} rows={enRiesgo.data} rowKey={keyOf} />
      </div>
      {more > 0 && <p className="small muted">{t('transfer.andMore', counted(more))}</p>}
    </Section>
  )
}
