import type { Answer } from '@cuadre/api/endpoint'
import type { ExchangeRate, exchangeRateYear } from '@cuadre/api/exchange-rate'
import { useTranslation } from '@cuadre/shell'
import { formatDate, formatMonth, formatRate, useLocale } from '@cuadre/ui'
import { LockKeyhole, TriangleAlert } from 'lucide-react'
import { Fragment, useRef, useState } from 'react'
import { RateEditor } from './RateEditor.tsx'

type Year = Answer<typeof exchangeRateYear>
type Month = Year['meses'][number]
interface Props {
  year: Year
  group: string
  writes: boolean
  /** May change what is closed. */
  governs: boolean
}

/** A row a month, a column a currency; a cell is changed in a line under its month. */
export function RateGrid({ year: { meses, monedas }, group, writes, governs }: Props) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const [open, setOpen] = useState<string>()
  const table = useRef<HTMLTableElement>(null)
  // The rates of a currency stand below one another by their decimal mark.
  const decimals = (currency: string) =>
    Math.max(
      2,
      ...meses.flatMap(({ tasas }) => tasas.filter(({ MONEDA }) => MONEDA === currency).map(({ TASA }) => TASA.split('.')[1]?.length ?? 0)),
    )
  const close = () => {
    const key = open
    setOpen(undefined)
    setTimeout(() => table.current?.querySelector<HTMLElement>(`[data-cell="${key}"]`)?.focus())
  }
  return (
    <div className="table-frame" data-wide>
      <table className="table rate-grid" aria-label={t('rate.title')} ref={table}>
        <thead>
          <tr>
            <th scope="col">{t('rate.month')}</th>
            {monedas.map((currency) => (
              <th key={currency} scope="col" className="end">
                {currency} <small className="muted">→ {group}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {meses.map((month) => {
            const editing = monedas.find((currency) => open === keyOf(month, currency))
            return (
              <Fragment key={month.PERIODO}>
                <tr>
                  <th scope="row">
                    {formatMonth(month.PERIODO, locale)}
                    {month.CERRADO && (
                      <span className="rate-closed" title={t('rate.closed')}>
                        <LockKeyhole role="img" aria-label={t('rate.closed')} />
                      </span>
                    )}
                  </th>
                  {monedas.map((currency) => (
                    <td key={currency} className="end">
                      <Cell
                        month={month}
                        currency={currency}
                        decimals={decimals(currency)}
                        expanded={editing === currency}
                        onOpen={writes && (!month.CERRADO || governs) ? () => setOpen(keyOf(month, currency)) : undefined}
                      />
                    </td>
                  ))}
                </tr>
                {editing && (
                  <tr data-editor>
                    <td colSpan={monedas.length + 1}>
                      <RateEditor
                        key={open}
                        month={month}
                        currency={editing}
                        group={group}
                        rate={month.tasas.find(({ MONEDA }) => MONEDA === editing)}
                        onClose={close}
                      />
                    </td>
                  </tr>
                )}
              </Fragment>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
const keyOf = ({ PERIODO }: Month, currency: string) => `${PERIODO} ${currency}`

interface CellProps {
  month: Month
  currency: string
  decimals: number
  expanded: boolean
  onOpen: (() => void) | undefined
}

function Cell({ month, currency, decimals, expanded, onOpen }: CellProps) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const rate = month.tasas.find(({ MONEDA }) => MONEDA === currency)
  const about = { currency, month: formatMonth(month.PERIODO, locale) }
  const missing = month.faltan.includes(currency)
  const shown = <Shown rate={rate} missing={missing} decimals={decimals} />
  if (!onOpen) return <span title={rate || missing ? undefined : t('rate.unused', about)}>{shown}</span>
  return (
    <button
      type="button"
      className="rate-cell"
      data-cell={keyOf(month, currency)}
      aria-expanded={expanded}
      title={rate || missing ? undefined : t('rate.unused', about)}
      onClick={onOpen}
    >
      <span className="sr-only">{t('rate.cell', about)} </span>
      {shown}
    </button>
  )
}

function Shown({ rate, missing, decimals }: { rate: ExchangeRate | undefined; missing: boolean; decimals: number }) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  if (rate)
    return (
      <bdi dir="ltr" className="num">
        {formatRate(rate.TASA, locale, decimals)} <small className="muted">{formatDate(rate.FECHA_TASA, locale)}</small>
      </bdi>
    )
  if (missing)
    return (
      <span className="rate-missing">
        <TriangleAlert aria-hidden />
        {t('rate.missing')}
      </span>
    )
  return <span className="faint">—</span>
}
