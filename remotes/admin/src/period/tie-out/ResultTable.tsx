import type { TieOutResult } from '@cuadre/api/tie-out'
import { useTranslation } from '@cuadre/shell'
import { Delta, Money } from '@cuadre/ui'
import { CircleCheck, OctagonX, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

const keyOf = ({ ID_REGLA, ID_NEGOCIO, MONEDA }: TieOutResult) => `${ID_REGLA}/${ID_NEGOCIO}/${MONEDA}`
interface Props {
  label: string
  results: readonly TieOutResult[]
  /** Of one rule: its name goes without saying. */
  one?: boolean
  figure?: (result: TieOutResult) => ReactNode
}

/** Both sides, the difference and how it stands. */
export function ResultTable({ label, results, one, figure }: Props) {
  const { t } = useTranslation('admin')
  return (
    <div className="table-frame">
      <table className="table" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('tieOut.stands')}</th>
            {!one && <th scope="col">{t('tieOut.name')}</th>}
            <th scope="col">{t('closing.business')}</th>
            <th scope="col" className="end">
              {t('tieOut.left')}
            </th>
            <th scope="col" className="end">
              {t('tieOut.right')}
            </th>
            <th scope="col" className="end">
              {t('tieOut.difference')}
            </th>
          </tr>
        </thead>
        <tbody>
          {results.map((result) => (
            <tr key={keyOf(result)}>
              <td>
                <Standing of={result} />
              </td>
              {!one && <td>{result.NOMBRE}</td>}
              <td>{result.NEGOCIO}</td>
              <td className="num end">
                <Money value={result.IZQUIERDA} currency={result.MONEDA} />
                <div className="xsmall muted">{t('tieOut.accounts', { count: result.CUENTAS_IZQUIERDA })}</div>
              </td>
              <td className="num end">
                {result.TIPO === 'control' && figure ? figure(result) : <Money value={result.DERECHA} currency={result.MONEDA} />}
                {result.TIPO !== 'control' && <div className="xsmall muted">{t('tieOut.accounts', { count: result.CUENTAS_DERECHA })}</div>}
              </td>
              <td className="num end">
                {result.DIFERENCIA === null ? <span className="muted">{t('tieOut.noFigure')}</span> : <Delta value={result.DIFERENCIA} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Standing({ of: { CUADRA, SEVERIDAD } }: { of: TieOutResult }) {
  const { t } = useTranslation('admin')
  const [Icon, state, word] = CUADRA
    ? ([CircleCheck, 'aprobado', 'tieOut.ties'] as const)
    : SEVERIDAD === 'bloquea'
      ? ([OctagonX, 'rechazado', 'tieOut.blocks'] as const)
      : ([TriangleAlert, 'tarde', 'tieOut.warns'] as const)
  return (
    <span className={`badge state-${state}`}>
      <Icon aria-hidden />
      {t(word)}
    </span>
  )
}
