import { FIGURE_LIST } from '@cuadre/api/item'
import { useTranslation } from '@cuadre/shell'
import { formatCount, formatMoney, TextLink, useLocale } from '@cuadre/ui'
import { type ListQuery, useListLink } from '../shared/items/listQuery.ts'
import type { Component, Place } from './ranking.ts'

const ROLES = { analista: 'aTiempoAnalista', jefatura: 'aTiempoJefatura', control: 'aTiempoControl' } as const

/** The figures of a component, each with the list that it counts. */
export function MadeOf({ component, place: { partes, items }, where }: { component: Component; place: Place; where: ListQuery }) {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const link = useListLink()
  if (!partes || items === null) return null
  const count = (n: number) => formatCount(n, locale)
  const open = (figure: keyof typeof FIGURE_LIST, text: string, more?: ListQuery) => (
    <TextLink href={link({ ...where, ...FIGURE_LIST[figure], ...more })}>{text}</TextLink>
  )
  const of = (part: number, whole: number) => t('matrix.part', { part: count(part), whole: count(whole) })
  const content = () => {
    switch (component) {
      case 'P':
        return (Object.keys(ROLES) as (keyof typeof ROLES)[]).map((role) => (
          <span key={role}>
            {t(`list.rol.${role}`)} {open(ROLES[role], of(partes[ROLES[role]], items))}
          </span>
        ))
      case 'C':
        return open('alCierre', of(partes.alCierre, items))
      case 'Q':
        return open('primeraVez', of(partes.primeraVez, partes.aprobados))
      case 'E': {
        if (!partes.exactitud) return null
        const { MONEDA, sinExplicar } = partes.exactitud
        return open('sinExplicar', t('competitiveness.unexplained', { amount: formatMoney(sinExplicar, locale), currency: MONEDA }), {
          moneda: MONEDA,
        })
      }
      case 'A':
        return open('diasTotal', t('competitiveness.days', { days: count(partes.dias), n: count(partes.terminados) }))
    }
  }
  return <span className="rank-parts">{content()}</span>
}
