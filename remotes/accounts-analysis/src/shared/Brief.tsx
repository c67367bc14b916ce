import type { Analysis } from '@cuadre/api/analysis'
import type { Group } from '@cuadre/api/group'
import { useTranslation } from '@cuadre/shell'
import { Code, Money, TextLink } from '@cuadre/ui'
import type { ReactNode } from 'react'

interface Props {
  item: Analysis
  /** The group for which the account stands. */
  group?: Pick<Group, 'NOMBRE' | 'CUENTAS' | 'VALOR_BALANCE'> | undefined
  to: string
  end?: ReactNode
  children?: ReactNode
}
/** An account or a group in two lines, leading to its work: name and balance, code and what there is to say of it. */
export function Brief({ item, group, to, end, children }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const name = group?.NOMBRE ?? item.NOMBRE_CUENTA
  return (
    <TextLink href={to} className="brief">
      <span className="row">
        <span className="two-lines grow" dir="auto" title={name}>
          {name}
        </span>
        <Money value={(group ?? item).VALOR_BALANCE} />
      </span>
      <span className="row xsmall muted">
        {group ? <span className="nowrap">{t('shared.accountsCount', { count: group.CUENTAS })}</span> : <Code>{item.CUENTA}</Code>}
        <span className="ellipsis">{item.NEGOCIO}</span>
        <span className="grow" />
        <span className="nowrap">{end}</span>
      </span>
      {children}
    </TextLink>
  )
}
