import { getBalance } from '@cuadre/api/balance'
import { failureOf, mayOpen, query, useMe, useTranslation } from '@cuadre/shell'
import { Code, DateText, ErrorState, formatMonth, Loader, Money, TextLink, useLocale } from '@cuadre/ui'
import { Drawer } from '@cuadre/ui/overlay'
import { useQuery } from '@tanstack/react-query'
import { load } from '../area.ts'
import { Facts } from '../shared/Facts.tsx'

/** One balance: the file that brought it, and what the period held before that. */
export function BalanceDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const opens = mayOpen(useMe(), load)
  const found = useQuery(query(getBalance, { params: { id } }))
  const failure = failureOf(found)
  const balance = found.data
  /** Whoever loads balances goes on to the load. */
  const origin = (carga: number, file: string) => (opens ? <TextLink href={load.link({ carga })}>{file}</TextLink> : file)
  return (
    <Drawer open onClose={onClose} title={balance ? `${balance.NOMBRE}, ${formatMonth(balance.PERIODO, locale)}` : t('history.balance')}>
      {failure && <ErrorState {...failure} />}
      {!balance && !failure && <Loader />}
      {balance && (
        <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 20 }}>
          <p className="small muted">
            <Code>{balance.CUENTA}</Code> · {balance.NEGOCIO}
          </p>
          <Facts
            facts={[
              [t('history.balance'), <Money key="b" value={balance.SALDO} currency={balance.MONEDA} />],
              [t('history.origin'), <span key="f">{origin(balance.COD_CARGA, balance.ARCHIVO)}</span>],
              [t('history.broughtBy'), balance.CARGADO_POR],
              [t('history.broughtAt'), <DateText key="w" value={balance.CARGADO_EN} as="datetime" />],
            ]}
          />
          <section>
            <h3 className="h3">{t('history.earlier')}</h3>
            {balance.ANTES.length === 0 ? (
              <p className="small muted">{t('history.noEarlier')}</p>
            ) : (
              <table className="table" aria-label={t('history.earlier')}>
                <thead>
                  <tr>
                    <th scope="col" className="end">
                      {t('history.balance')}
                    </th>
                    <th scope="col">{t('history.origin')}</th>
                    <th scope="col">{t('history.until')}</th>
                  </tr>
                </thead>
                <tbody>
                  {balance.ANTES.map(({ SALDO, COD_CARGA, ARCHIVO, CARGADO_POR, HASTA }) => (
                    <tr key={HASTA}>
                      <td className="end num">
                        <Money value={SALDO} />
                      </td>
                      <td>
                        {origin(COD_CARGA, ARCHIVO)}
                        <div className="xsmall muted">{CARGADO_POR}</div>
                      </td>
                      <td className="nowrap">
                        <DateText value={HASTA} as="datetime" />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
          </section>
        </div>
      )}
    </Drawer>
  )
}
