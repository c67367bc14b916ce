import { type Analysis, dueOf, stateOf } from '@cuadre/api/analysis'
import { isZero } from '@cuadre/tables/format/cents'
import {
  Code,
  DateText,
  Delta,
  formatDate,
  formatDue,
  formatMoney,
  formatPercent,
  type Locale,
  Marks,
  Money,
  NONE,
  Percent,
  StateBadge,
  StateGlyph,
  uiTexts,
} from '@cuadre/ui'
import type { Column } from '@cuadre/ui/data'
import { Group } from 'lucide-react'
import { Cut } from '../shared/Cut.tsx'
import { OverLimit } from '../shared/OverLimit.tsx'
import { isSubmitted, marksOf, waitsForAnalyst } from '../shared/state.ts'
import { Substate } from '../shared/substate/Substate.tsx'
import { Unusual } from '../shared/Unusual.tsx'
import type { Order } from './myAnalyses.ts'

const businessOf = ({ NEGOCIO }: Analysis) => NEGOCIO

/** Of a list of one currency its name stands in the headers; of one business nothing says which. */
export const columnsOf = (
  t: (key: string) => string,
  currency: string | undefined,
  severalBusinesses: boolean,
): Column<Analysis, Order>[] => {
  const amount = (value: string, item: Analysis) => <Money value={value} currency={currency ? undefined : item.MONEDA} />
  const amountText = (value: string, item: Analysis, locale: Locale) => formatMoney(value, locale) + (currency ? '' : ` ${item.MONEDA}`)
  const none = <span className="faint">{NONE}</span>
  return [
    {
      id: 'cuenta',
      header: t('analyst.account'),
      sortable: true,
      hideable: false,
      phone: 'sub',
      text: ({ CUENTA }) => CUENTA,
      cell: ({ CUENTA, NEGOCIO }) => (
        <>
          <Code>{CUENTA}</Code>
          {severalBusinesses && <span className="on-phone"> {NEGOCIO}</span>}
        </>
      ),
    },
    {
      id: 'nombre',
      header: t('analyst.name'),
      sortable: true,
      hideable: false,
      phone: 'title',
      cut: true,
      width: '30%',
      text: ({ NOMBRE_CUENTA }) => NOMBRE_CUENTA,
      cell: (item) => (
        <span className="row">
          <span className="two-lines" title={item.NOMBRE_CUENTA}>
            {item.NOMBRE_CUENTA}
          </span>
          <Marks {...marksOf(item)} tarde={false} />
          {item.INUSUAL && <Unusual of={item} glyph />}
          {item.AGRUPADO_ID !== null && <Group aria-label={t('analyst.inGroup')} className="faint" size={14} />}
        </span>
      ),
    },
    ...(severalBusinesses
      ? [{ id: 'negocio', header: t('analyst.business'), text: businessOf, cell: (item: Analysis) => <Cut text={businessOf(item)} /> }]
      : []),
    {
      id: 'saldo',
      header: t('analyst.balance'),
      unit: currency,
      align: 'number',
      sortable: true,
      phone: 'sub-end',
      text: (item, locale) => amountText(item.VALOR_BALANCE, item, locale),
      cell: (item) => amount(item.VALOR_BALANCE, item),
    },
    {
      id: 'sustentado',
      header: t('analyst.supported'),
      unit: currency,
      align: 'number',
      sortable: true,
      // One code is in several businesses; what is supported is balance less difference.
      hidden: severalBusinesses,
      text: (item, locale) => (isSubmitted(item) ? amountText(item.VALOR_ANALISIS, item, locale) : NONE),
      cell: (item) => (isSubmitted(item) ? amount(item.VALOR_ANALISIS, item) : none),
    },
    {
      id: 'diferencia',
      header: t('analyst.difference'),
      unit: currency,
      align: 'number',
      sortable: true,
      text: (item, locale) => (isSubmitted(item) ? amountText(item.VARIACION, item, locale) : NONE),
      cell: (item) =>
        isSubmitted(item) ? <span className={isZero(item.VARIACION) ? undefined : 'strong'}>{amount(item.VARIACION, item)}</span> : none,
    },
    {
      id: 'movimiento',
      header: t('analyst.movement'),
      align: 'number',
      sortable: true,
      text: ({ VARIACION_PERIODO, VARIACION_PERIODO_PCT }, locale) =>
        VARIACION_PERIODO_PCT === null
          ? formatMoney(VARIACION_PERIODO, locale, { signed: true })
          : formatPercent(VARIACION_PERIODO_PCT, locale, { signed: true }),
      cell: (item) => (
        <span className="muted">
          {item.VARIACION_PERIODO_PCT === null ? (
            <Delta value={item.VARIACION_PERIODO} />
          ) : (
            <Percent value={item.VARIACION_PERIODO_PCT} signed />
          )}
        </span>
      ),
    },
    {
      id: 'estado',
      header: t('analyst.state'),
      sortable: true,
      phone: 'title-end',
      text: (item, locale) =>
        [uiTexts[locale].states[stateOf(item)], item.SUBESTADO?.[locale === 'es' ? 'nombreEs' : 'nombreEn']].filter(Boolean).join(' '),
      cell: (item) => (
        <span className="state-and-substate">
          <StateBadge state={stateOf(item)} />
          {(item.SUBESTADO || item.LIMITE_ESTADO?.vencido) && (
            <span className="row xsmall">
              <Substate of={item} />
              <OverLimit of={item} short />
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'vence',
      header: t('analyst.due'),
      align: 'end',
      sortable: true,
      text: (item, locale) => (waitsForAnalyst(item) ? formatDue : formatDate)(dueOf(item), locale),
      cell: (item) => {
        const due = dueOf(item)
        return waitsForAnalyst(item) ? (
          <span className="medium due">
            {item.ATRASADO && <StateGlyph state="tarde" />}
            <DateText value={due} as="due" />
          </span>
        ) : (
          <span className="muted">
            <DateText value={due} />
          </span>
        )
      },
    },
  ]
}
