import { pageLink } from '@cuadre/api/pages'
import { ROLE } from '@cuadre/api/roles'
import { mayOpen, useMe, useTranslation } from '@cuadre/shell'
import { formatCount, formatMoney, formatMonth, LIGHT, LightGlyph, type Locale, Money, TextLink, useLocale } from '@cuadre/ui'
import { Popover } from '@cuadre/ui/overlay'
import type { ReactNode } from 'react'
import { ACCOUNTS, useListLink } from '../shared/items/listQuery.ts'
import { useSpan } from '../shared/useSpan.ts'
import { Beside } from './Beside.tsx'
import { decimalsOf, type Place, write } from './figure.ts'
import { type Indicator, type Indicators, LISTS, type Month, nameOf } from './indicators.ts'

/** The page of a month's closing, with its record. */
const CLOSING = { roles: [ROLE.control, ROLE.administrador], permission: 'admin.period.close' } as const
const counted = (n: number, locale: Locale) => (Number.isInteger(n) ? formatCount(n, locale) : formatMoney(n, locale))

/** A month's figure; pressed it says what it is made of and where the list is. */
export function MonthCell({ row, month, year, place }: { row: Indicator; month: Month; year: number; place: Place }) {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const me = useMe()
  const accounts = useListLink(ACCOUNTS)
  const when = { mes: month.mes, anio: year }
  const light = month.enCurso || month.semaforo === 'verde' ? undefined : month.semaforo
  const style = [
    month.enCurso ? 'faint' : '',
    month.mes === row.mejorMes ? 'strong' : '',
    month.mes === row.peorMes ? 'indicator-worst' : '',
  ].join(' ')
  return (
    <Tip
      row={row}
      title={formatMonth(`${year}-${String(month.mes).padStart(2, '0')}`, locale)}
      parts={month}
      target
      beside={<Beside row={row} periodIds={String(month.COD_PERIODO)} place={place} list={{ ...place, ...when }} compares />}
      list={{ ...place, ...when }}
      cell={
        <>
          {light && (
            <>
              <LightGlyph light={LIGHT[light]} size={8} />
              <span className="sr-only">{t(`matrix.light.${LIGHT[light]}`)} </span>
            </>
          )}
          <span className={style}>{write(row, month.valor, locale)}</span>
        </>
      }
    >
      {row.codigo === 'K1' && <TextLink href={accounts({ ...place, ...when, asignada: 'true' })}>{t('matrix.openList')}</TextLink>}
      {row.codigo === 'K1' && month.denominador > month.numerador && (
        <TextLink href={accounts({ ...place, ...when, asignada: 'false' })}>
          {t('indicators.unassigned', { n: counted(month.denominador - month.numerador, locale) })}
        </TextLink>
      )}
      {row.codigo === 'K10' && mayOpen(me, CLOSING) && (
        <TextLink href={pageLink('/periodos/:periodId/cerrar', { periodId: month.COD_PERIODO })}>{t('indicators.openClosing')}</TextLink>
      )}
    </Tip>
  )
}

type Year = { row: Indicator; which: 'acumulado' | 'anterior'; months: Indicators['rangos']['acumulado']; place: Place }
/** The figure of a year: the list of all its months, or what each of them opens where there is none of several. */
export function YearCell({ row, which, months, place }: Year) {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const me = useMe()
  const accounts = useListLink(ACCOUNTS)
  const span = useSpan()
  const opens = ({ COD_PERIODO, PERIODO }: Year['months'][number]) =>
    row.codigo === 'K1'
      ? accounts({ ...place, anio: Number(PERIODO.slice(0, 4)), mes: Number(PERIODO.slice(5)), asignada: 'true' })
      : pageLink('/periodos/:periodId/cerrar', { periodId: COD_PERIODO })
  const periodIds = months.map(({ COD_PERIODO }) => COD_PERIODO).join(',')
  const each = row.codigo === 'K1' || (row.codigo === 'K10' && mayOpen(me, CLOSING))
  return (
    <Tip
      row={row}
      title={span(months.map(({ PERIODO }) => PERIODO))}
      parts={row.partes[which]}
      target={which === 'acumulado'}
      // Both years stand side by side in the row already.
      beside={<Beside row={row} periodIds={periodIds} place={place} list={{ ...place, periodIds }} compares={false} />}
      list={{ ...place, periodIds }}
      cell={<span>{write(row, row[which], locale)}</span>}
    >
      {each && (
        <div className="indicator-months">
          <span className="small muted">{t(row.codigo === 'K1' ? 'indicators.accountsOf' : 'indicators.closingsOf')}</span>
          {months.map((month) => (
            <TextLink key={month.COD_PERIODO} href={opens(month)}>
              {formatMonth(month.PERIODO, locale)}
            </TextLink>
          ))}
        </div>
      )}
    </Tip>
  )
}

type TipProps = {
  row: Indicator
  title: string
  parts: { numerador: number; denominador: number }
  /** Whether the target is of this figure too. */
  target: boolean
  /** Of which months and place its list is. */
  list: Place
  cell: ReactNode
  /** What it stands beside. */
  beside: ReactNode
  children: ReactNode
}
/** What a figure is made of; where its list counts something else than its first part, the sentence says what. */
function Tip({ row, title, parts: { numerador, denominador }, target, list, cell, beside, children }: TipProps) {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const link = useListLink()
  const filters = LISTS[row.codigo]
  const parts = { part: counted(numerador, locale), whole: counted(denominador, locale) }
  return (
    <Popover
      align="end"
      label={title}
      trigger={
        <button type="button" className="indicator-cell">
          {cell}
        </button>
      }
    >
      <div className="indicator-tip">
        <b>{title}</b>
        <span className="small muted">{nameOf(row, locale)}</span>
        <span>
          {row.unidad === 'cantidad' ? parts.part : t(`indicators.made.${row.codigo}`, { ...parts, defaultValue: t('matrix.part', parts) })}
        </span>
        {target && row.objetivo !== null && (
          <span className="small">
            {t('indicators.target')} <Money value={row.objetivo} decimals={decimalsOf(row)} />
          </span>
        )}
        {beside}
        {filters && <TextLink href={link({ ...list, ...filters })}>{t('matrix.openList')}</TextLink>}
        {children}
      </div>
    </Popover>
  )
}
