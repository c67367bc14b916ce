import type { Check } from '@cuadre/api/closing'
import { Link, useMe, useTranslation } from '@cuadre/shell'
import { Code, formatCount, Money, useLocale } from '@cuadre/ui'
import { CircleCheck, CircleMinus, OctagonX, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { listOf, wordOf } from './links.ts'

const LOOK = {
  ok: { Icon: CircleCheck, state: 'aprobado' },
  aviso: { Icon: TriangleAlert, state: 'tarde' },
  bloquea: { Icon: OctagonX, state: 'rechazado' },
  apagada: { Icon: CircleMinus, state: 'pendiente' },
} as const

interface Props {
  check: Check
  period: number
  /** What to do about it, beside the list. */
  action?: ReactNode
  /** A record shows what was, and leads nowhere. */
  record?: boolean
}

/** A check: how it stands, how many, how much in each currency, for whom it waits, and where. */
export function CheckLine({ check, period, action, record }: Props) {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const role = useMe().SPC_TIPO_USUARIOS.COD_TIPO_USUARIO
  const { codigo, resultado, cantidad, bloquean, avisan, montos, personas, quien, reglas, ejemplos } = check
  const { Icon, state } = LOOK[resultado]
  const found = cantidad > 0
  const to = found && !record ? listOf(codigo, period, role) : undefined
  const minor = cantidad - bloquean - avisan
  return (
    <li data-resultado={resultado}>
      <span className={`check-mark badge state-${state}`}>
        <Icon aria-hidden size={16} />
        <span className="sr-only">{t(`result.${resultado}`)}</span>
      </span>
      <span className={found ? 'check-name strong' : 'check-name'}>
        {t(`check.${codigo}.${found ? 'not' : 'ok'}`, { count: cantidad })}
      </span>
      <span className="check-sum">
        {montos.length > 0
          ? montos.map(({ MONEDA, monto }) => (
              <div key={MONEDA}>
                <Money value={monto} currency={MONEDA} />
              </div>
            ))
          : found && formatCount(cantidad, locale)}
      </span>
      {found && (
        <div className="check-more">
          {bloquean > 0 && bloquean < cantidad && <p>{t('closing.ofWhich', { block: bloquean, warn: avisan, minor })}</p>}
          {resultado === 'apagada' && <p>{t('closing.off')}</p>}
          {reglas.map(({ NOMBRE, NEGOCIO, MONEDA, DIFERENCIA }) => (
            <p key={`${NOMBRE}${NEGOCIO}${MONEDA}`}>
              {t('closing.rule', { rule: NOMBRE, business: NEGOCIO })}{' '}
              {DIFERENCIA === null ? t('tieOut.noFigure') : <Money value={DIFERENCIA} currency={MONEDA} signed />}
            </p>
          ))}
          {ejemplos.length > 0 && (
            <p>
              {ejemplos.map(({ CUENTA, NOMBRE_CUENTA, NEGOCIO, MONEDA, monto }, i) => (
                <span key={`${NEGOCIO}${CUENTA}`}>
                  {i > 0 && '; '}
                  {NEGOCIO}, <Code>{CUENTA}</Code> {NOMBRE_CUENTA}
                  {monto !== null && (
                    <>
                      {' '}
                      <Money value={monto} currency={MONEDA} />
                    </>
                  )}
                </span>
              ))}
              .
            </p>
          )}
          {personas > 0 && (
            <p>
              {t('closing.waitsFor', {
                count: personas,
                names: quien.map(({ NOMBRE, cantidad: n }) => `${NOMBRE} (${formatCount(n, locale)})`).join(', '),
                more: personas > quien.length ? t('closing.andMore', { count: personas - quien.length }) : '',
              })}
            </p>
          )}
          {(to || action) && (
            <p className="row">
              {to && (
                <Link className="link" to={to} aria-label={`${t(wordOf(codigo), { count: cantidad })}: ${t(`check.${codigo}.name`)}`}>
                  {t(wordOf(codigo), { count: cantidad })}
                </Link>
              )}
              {action}
            </p>
          )}
        </div>
      )}
    </li>
  )
}
