import type { Answer } from '@cuadre/api/endpoint'
import { listMovementRuleChanges } from '@cuadre/api/movement'
import { pageOf, query, useTranslation } from '@cuadre/shell'
import { DateText, EmptyState, formatCount, formatMoney, formatPercent, type Locale, useLocale } from '@cuadre/ui'
import { type Column, DataTable } from '@cuadre/ui/data'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

type T = ReturnType<typeof useTranslation>['t']
type Change = Answer<typeof listMovementRuleChanges>['data'][number]
const keyOf = ({ ID }: Change) => String(ID)

/** Who changed the rule, from what to what, and why; the newest first. */
export function RuleHistory() {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const found = useQuery(query(listMovementRuleChanges, { query: { limit: 100 } }))
  const columns = useMemo(() => columnsOf(t, locale), [t, locale])
  return (
    <section>
      <h3 className="h3">{t('config.history')}</h3>
      <DataTable
        inset
        label={t('config.history')}
        columns={columns}
        {...pageOf(found)}
        rowKey={keyOf}
        empty={<EmptyState title={t('config.noHistory')} />}
      />
    </section>
  )
}

/** The rule in a line. */
export const ruleText = (t: T, locale: Locale, { ACTIVO, SENSIBILIDAD, MONTO_MINIMO, PORCENTAJE_MINIMO }: Change['ANTES']) =>
  ACTIVO
    ? [
        t(`movement.sensitivities.${SENSIBILIDAD}`),
        formatMoney(MONTO_MINIMO, locale),
        formatPercent(PORCENTAJE_MINIMO, locale, { decimals: 2 }),
      ].join(' · ')
    : t('movement.off')
const columnsOf = (t: T, locale: Locale): Column<Change>[] => {
  const text = (of: Change['ANTES']) => ruleText(t, locale, of)
  return [
    { id: 'FECHA', header: t('config.changedAt'), cell: (c) => <DateText value={c.FECHA} as="datetime" />, phone: 'sub' },
    {
      id: 'CAMBIO',
      header: t('config.change'),
      phone: 'title',
      cell: (c) => (
        <>
          <span className="muted">{text(c.ANTES)} →</span> <span className="strong">{text(c.DESPUES)}</span>
        </>
      ),
    },
    { id: 'MARCAS', header: t('movement.marked'), align: 'number', cell: (c) => formatCount(c.MARCAS, locale), phone: 'title-end' },
    { id: 'POR', header: t('config.changedBy'), cell: (c) => c.POR, phone: 'sub-end' },
    { id: 'MOTIVO', header: t('config.reason'), cell: (c) => c.MOTIVO, cut: true },
  ]
}
