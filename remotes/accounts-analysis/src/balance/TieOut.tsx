import { tieOutOfLoad } from '@cuadre/api/tie-out'
import { query, useTranslation } from '@cuadre/shell'
import { Delta, Money, Note, Section } from '@cuadre/ui'
import { useQuery } from '@tanstack/react-query'

/** What the corporation's own rules would say of the balances once this file is loaded; nothing where there are none. */
export function TieOut({ load, token }: { load: number; token: string }) {
  const { t } = useTranslation('accounts-analysis')
  const asked = query(tieOutOfLoad, { params: { id: load } })
  // Other figures, another answer.
  const found = useQuery({ ...asked, queryKey: [...asked.queryKey, token] })
  const results = found.data ?? []
  if (results.length === 0) return null
  const blocks = results.some(({ CUADRA, SEVERIDAD }) => !CUADRA && SEVERIDAD === 'bloquea')
  return (
    <Section title={t('balance.tieOut.title')} count={results.length}>
      {blocks && <Note kind="danger">{t('balance.tieOut.blocks')}</Note>}
      <div className="table-frame load-sums">
        <table className="table" aria-label={t('balance.tieOut.title')}>
          <thead>
            <tr>
              <th scope="col">{t('balance.tieOut.rule')}</th>
              <th scope="col" className="off-phone">
                {t('balance.tieOut.business')}
              </th>
              <th scope="col" className="end off-phone">
                {t('balance.tieOut.left')}
              </th>
              <th scope="col" className="end off-phone">
                {t('balance.tieOut.right')}
              </th>
              <th scope="col" className="end">
                {t('balance.tieOut.difference')}
              </th>
              <th scope="col">{t('balance.tieOut.stands')}</th>
            </tr>
          </thead>
          <tbody>
            {results.map(({ ID_REGLA, ID_NEGOCIO, NOMBRE, NEGOCIO, MONEDA, IZQUIERDA, DERECHA, DIFERENCIA, CUADRA, SEVERIDAD }) => (
              <tr key={`${ID_REGLA}/${ID_NEGOCIO}/${MONEDA}`}>
                <td className="wrap">
                  {NOMBRE}
                  <small className="on-phone muted">
                    <br />
                    {NEGOCIO}
                    <br />
                    <Money value={IZQUIERDA} currency={MONEDA} /> / <Money value={DERECHA} currency={MONEDA} />
                  </small>
                </td>
                <td className="off-phone">{NEGOCIO}</td>
                <td className="num end off-phone">
                  <Money value={IZQUIERDA} currency={MONEDA} />
                </td>
                <td className="num end off-phone">
                  <Money value={DERECHA} currency={MONEDA} />
                </td>
                <td className="num end">{DIFERENCIA === null ? t('balance.tieOut.noFigure') : <Delta value={DIFERENCIA} />}</td>
                <td className={CUADRA ? 'wrap muted' : 'wrap medium'}>{t(`balance.tieOut.${CUADRA ? 'ties' : SEVERIDAD}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}
