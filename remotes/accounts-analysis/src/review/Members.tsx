import { useTranslation } from '@cuadre/shell'
import { isZero } from '@cuadre/tables/format/cents'
import { Code, Money, Skeleton } from '@cuadre/ui'
import { Findings } from '../shared/Findings.tsx'
import { isSubmitted } from '../shared/state.ts'
import { Unusual } from '../shared/Unusual.tsx'
import type { UnitDetail } from './unit.ts'

/** The accounts of a group, each with its figures, its explanation and what is held against it. */
export function Members({ detail, currency }: { detail: UnitDetail | undefined; currency: string }) {
  const { t } = useTranslation('accounts-analysis')
  if (detail?.kind !== 'agrupado')
    return (
      <div className="review-lines">
        <Skeleton width="80%" />
        <Skeleton width="72%" />
      </div>
    )
  return (
    <div className="review-members table-frame">
      <table className="table">
        <caption className="sr-only">{t('review.members')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('review.account')}</th>
            <th scope="col" className="end">
              {t('review.balance')} <small>{currency}</small>
            </th>
            <th scope="col" className="end">
              {t('review.supported')}
            </th>
            <th scope="col" className="end">
              {t('review.difference')}
            </th>
          </tr>
        </thead>
        <tbody>
          {detail.MIEMBROS.map((member) => {
            const marks = detail.MARCAS.filter(({ COD_ANALISIS }) => COD_ANALISIS === member.COD_ANALISIS)
            const sent = isSubmitted(member)
            return (
              <tr key={member.COD_ANALISIS}>
                <th scope="row">
                  <Code>{member.CUENTA}</Code> <span className="medium">{member.NOMBRE_CUENTA}</span> <Unusual of={member} />
                  {member.COMENTARIO_VARIACION && <p className="small muted">{member.COMENTARIO_VARIACION}</p>}
                  {marks.length > 0 && <Findings findings={marks} />}
                </th>
                <td className="end num">
                  <Money value={member.VALOR_BALANCE} />
                </td>
                <td className="end num">{sent && <Money value={member.VALOR_ANALISIS} />}</td>
                <td className={sent && !isZero(member.VARIACION) ? 'end num strong' : 'end num'}>
                  {sent && <Money value={member.VARIACION} />}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
