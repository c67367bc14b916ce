import type { Item } from '@cuadre/api/item'
import { useTranslation } from '@cuadre/shell'
import { Code, TextLink } from '@cuadre/ui'
import type { ReactNode } from 'react'
import './namedAccount.css'

type Named = Pick<Item, 'CUENTA' | 'NOMBRE_CUENTA' | 'GRUPO' | 'PESO'>

/** What an item is called: code and name of its account, or the group and how many accounts it has. */
export function useItemName() {
  const { t } = useTranslation('statistics')
  return ({ CUENTA, NOMBRE_CUENTA, GRUPO, PESO }: Named) =>
    GRUPO ? t('list.group', { name: GRUPO, count: PESO }) : `${CUENTA} ${NOMBRE_CUENTA}`
}

/** The name of an item, cut where there is no room; the marks after it are always seen. */
export function NamedAccount({ of, href, children }: { of: Named; href?: string; children: ReactNode }) {
  const name = useItemName()(of)
  const text = of.GRUPO ? (
    name
  ) : (
    <>
      <Code>{of.CUENTA}</Code> {of.NOMBRE_CUENTA}
    </>
  )
  return (
    <span className="named-account" title={name}>
      {href ? (
        <TextLink href={href} className="figure-link two-lines">
          {text}
        </TextLink>
      ) : (
        <span className="two-lines">{text}</span>
      )}
      {children}
    </span>
  )
}
