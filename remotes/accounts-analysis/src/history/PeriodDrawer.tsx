import type { Account, AccountPeriod } from '@cuadre/api/account'
import { useTranslation } from '@cuadre/shell'
import { DateText, Delta, formatMonth, Money, Percent, TextLink, useLocale } from '@cuadre/ui'
import { Drawer } from '@cuadre/ui/overlay'
import type { ReactNode } from 'react'
import { historical } from '../area.ts'
import { Files } from '../shared/document/Files.tsx'
import { Facts } from '../shared/Facts.tsx'
import { Threshold } from '../shared/Threshold.tsx'
import { Difference } from './Difference.tsx'
import { OpenAnalysis } from './OpenAnalysis.tsx'
import { PeriodMarks, PeriodState } from './PeriodState.tsx'
import { hasValue } from './periods.ts'

interface Props {
  account: Pick<Account, 'NOMBRE' | 'MONEDA' | 'COD_CUENTA' | 'ID_ANALISTA' | 'ANALISTA' | 'ACTIVA'>
  period: AccountPeriod
  onClose: () => void
}

/** One period of an account: its figures, what was said, who signed, what was submitted. */
export function PeriodDrawer({ account, period, onClose }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const submitted = hasValue(period)
  const { UMBRAL, COD_ANALISIS } = period
  const signed = (name: string | null, when: string | null): ReactNode =>
    when ? (
      <>
        {name && <>{name}, </>}
        <DateText value={when} as="datetime" />
      </>
    ) : null
  return (
    <Drawer open onClose={onClose} size="wide" title={`${account.NOMBRE}, ${formatMonth(period.PERIODO, locale)}`}>
      <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 20 }}>
        <p className="row" style={{ gap: 12 }}>
          <PeriodState {...period} />
          <PeriodMarks {...period} />
        </p>
        <OpenAnalysis account={account} period={period} onOpened={onClose} />
        <Facts
          facts={[
            [t('history.balance'), <Money key="b" value={period.VALOR_BALANCE} currency={account.MONEDA} />],
            [t('history.supported'), <Money key="s" value={submitted ? period.VALOR_ANALISIS : null} />],
            [t('history.difference'), <Difference key="d" of={period} />],
            [t('history.before'), <Money key="o" value={period.SALDO_ANTERIOR} />],
            [
              t('history.movement'),
              <span key="m">
                <Delta value={period.VARIACION_PERIODO} />{' '}
                {period.VARIACION_PERIODO_PCT !== null && (
                  <span className="muted">
                    <Percent value={period.VARIACION_PERIODO_PCT} signed />
                  </span>
                )}
              </span>,
            ],
            [
              t('history.threshold'),
              UMBRAL && (
                <span key="u">
                  <Threshold of={UMBRAL} />
                </span>
              ),
            ],
          ]}
        />
        <section>
          <h3 className="h3">{t('history.comment')}</h3>
          {period.COMENTARIO_VARIACION ? (
            <p className="quote" translate="no">
              {period.COMENTARIO_VARIACION}
            </p>
          ) : (
            <p className="small muted">{t('review.noComment')}</p>
          )}
        </section>
        <section>
          <h3 className="h3">{t('history.signatures')}</h3>
          <Facts
            facts={[
              [t('history.sent'), signed(period.ANALISTA, period.FECHA_ENVIO)],
              [t('history.byJefatura'), signed(period.APROBO_JEFATURA, period.FECHA_JEFATURA)],
              [t('history.byControl'), signed(period.APROBO_CONTROL, period.FECHA_CONTROL)],
            ]}
          />
        </section>
        <section>
          <h3 className="h3">{t('history.files')}</h3>
          <Files files={period.ARCHIVOS} annexes={period.ANEXOS} />
        </section>
        {COD_ANALISIS !== null && (
          <p>
            <TextLink href={historical.link({ analisis: COD_ANALISIS })}>{t('history.seeChain')}</TextLink>
          </p>
        )}
      </div>
    </Drawer>
  )
}
