import type { Analysis } from '@cuadre/api/analysis'
import { Code, Money, TextLink } from '@cuadre/ui'
import type { ReactNode } from 'react'

/** An account in two lines, leading to its work: name and balance, code and what there is to say of it. */
export function Brief({ item, to, end, children }: { item: Analysis; to: string; end?: ReactNode; children?: ReactNode }) {
  return (
    <TextLink href={to} className="brief">
      <span className="row">
        <span className="ellipsis grow" dir="auto" title={item.NOMBRE_CUENTA}>
          {item.NOMBRE_CUENTA}
        </span>
        <Money value={item.VALOR_BALANCE} />
      </span>
      <span className="row xsmall muted">
        <Code>{item.CUENTA}</Code>
        <span className="ellipsis">{item.NEGOCIO}</span>
        <span className="grow" />
        <span className="nowrap">{end}</span>
      </span>
      {children}
    </TextLink>
  )
}
