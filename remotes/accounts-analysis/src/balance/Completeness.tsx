import { PASSED_OVER } from '@cuadre/api/balance'
import { useTranslation } from '@cuadre/shell'
import { formatCount, formatMoney, formatMonth, Note, useLocale } from '@cuadre/ui'
import { KpiLine } from '@cuadre/ui/data'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useCounted, useListed } from '../shared/counted.ts'
import { lower } from '../shared/month.ts'
import { ControlTotals } from './ControlTotals.tsx'
import type { Load } from './loads.ts'

type Complete = NonNullable<NonNullable<Load['preview']>['completitud']>
const NAMED = 5

/** Said first: whether all is there that was expected, and what will be stored. */
export function Completeness({ load, of }: { load: Load; of: Complete }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const counted = useCounted()
  const listed = useListed()
  const { PERIODO_ANTERIOR, negocios, cuentas, filas, sumadas, otrosPeriodos } = of
  const count = (n: number) => formatCount(n, locale)
  const there = cuentas.esperadas - cuentas.faltan - cuentas.rechazadas
  const left = filas.archivo - filas.aplicadas
  const parts = [
    ...(filas.rechazadas > 0 ? [t('balance.all.refused', counted(filas.rechazadas))] : []),
    ...(filas.grupos > 0 ? [t('balance.all.groups', counted(filas.grupos))] : []),
    ...(filas.ceros > 0 ? [t('balance.all.zeros', counted(filas.ceros))] : []),
    ...PASSED_OVER.flatMap((kind) => (filas.omitidas[kind] ? [t(`balance.all.passed.${kind}`, counted(filas.omitidas[kind]))] : [])),
  ]
  const month = PERIODO_ANTERIOR && lower(formatMonth(PERIODO_ANTERIOR, locale))
  return (
    <section aria-labelledby="esta-todo">
      <div className="section-head">
        <h2 className="h2" id="esta-todo">
          {t('balance.all.title')}
        </h2>
        <span className="small muted">{month ? t('balance.all.against', { month }) : t('balance.all.first')}</span>
      </div>
      <KpiLine
        kpis={[
          {
            label: t('balance.all.businesses'),
            value: t('balance.all.of', { n: count(negocios.enArchivo), total: count(negocios.esperados) }),
            note: negocios.yaCargados > 0 ? t('balance.all.loaded', counted(negocios.yaCargados)) : t('balance.all.inFile'),
          },
          {
            label: t('balance.all.accounts'),
            value: t('balance.all.of', { n: count(there), total: count(cuentas.esperadas) }),
            note: t('balance.all.accountsNote', { missing: count(cuentas.faltan), refused: count(cuentas.rechazadas) }),
          },
          {
            label: t('balance.all.rows'),
            value: t('balance.all.of', { n: count(filas.aplicadas), total: count(filas.archivo) }),
            note: left > 0 ? t('balance.all.leftOut', counted(left)) : t('balance.all.everyRow'),
          },
        ]}
      />
      <div className="load-said">
        <Absent negocios={negocios} month={month} />
        {otrosPeriodos.length > 0 && (
          <Note kind="danger" icon={<TriangleAlert aria-hidden />}>
            <b className="strong">
              {t('balance.all.otherMonth', {
                months: listed(otrosPeriodos.map(({ PERIODO }) => lower(formatMonth(PERIODO, locale)))),
                month: lower(formatMonth(load.PERIODO, locale)),
              })}
            </b>{' '}
            {t('balance.all.otherMonthHint', counted(otrosPeriodos.reduce((sum, { filas }) => sum + filas, 0)))}
          </Note>
        )}
        {parts.length > 0 && (
          <p className="small muted">
            <bdi>{t('balance.all.sum', { ...counted(filas.archivo), applied: count(filas.aplicadas), parts: listed(parts) })}</bdi>
          </p>
        )}
        {sumadas.saldos > 0 && (
          <p className="small muted">{t('balance.all.added', { ...counted(sumadas.saldos), rows: count(sumadas.filas) })}</p>
        )}
      </div>
      <ControlTotals load={load} of={of} />
    </section>
  )
}

/** Businesses with balances last month that the file does not have; of a file of one business only how many still lack theirs. */
function Absent({ negocios, month }: { negocios: Complete['negocios']; month: string | null }): ReactNode {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const counted = useCounted()
  const [all, setAll] = useState(false)
  const missing = negocios.esperados - negocios.enArchivo - negocios.yaCargados
  if (negocios.esperados === 0) return null
  if (missing === 0)
    return (
      <p className="small row state-aprobado">
        <CircleCheck aria-hidden size={14} /> {t('balance.all.everyBusiness')}
      </p>
    )
  if (negocios.deUno) return <p className="small muted">{t('balance.all.others', counted(missing))}</p>
  const shown = all ? negocios.faltan : negocios.faltan.slice(0, NAMED)
  return (
    <Note kind="warning">
      <b className="strong">{t('balance.all.absent', { ...counted(missing), month })}</b>
      <ul className="load-absent">
        {shown.map(({ ID_NEGOCIO, NEGOCIO, cuentas, saldos }) => (
          <li key={ID_NEGOCIO}>
            <bdi className="medium">{NEGOCIO}</bdi>: {t('balance.all.accountsOf', counted(cuentas))},{' '}
            <bdi className="num">{saldos.map(({ MONEDA, saldo }) => `${formatMoney(saldo, locale)} ${MONEDA}`).join(' · ')}</bdi>
          </li>
        ))}
      </ul>
      {missing > shown.length && (
        <button type="button" className="link small" onClick={() => setAll(true)}>
          {t('balance.all.more', counted(missing - shown.length))}
        </button>
      )}
    </Note>
  )
}
