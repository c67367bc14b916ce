import { CloudOff, Inbox, LifeBuoy, RotateCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../parts/Button.tsx'
import { useTexts, useUi } from '../uiContext.ts'
import { TextLink } from './Breadcrumbs.tsx'

interface EmptyStateProps {
  title: string
  /** Why it is empty. */
  children?: ReactNode
  /** The next step. */
  actions?: ReactNode
  icon?: ReactNode
}

export const EmptyState = ({ title, children, actions, icon }: EmptyStateProps) => (
  <div className="empty">
    {icon ?? <Inbox aria-hidden />}
    <div className="strong">{title}</div>
    {children && <p>{children}</p>}
    {actions && <div className="empty-actions">{actions}</div>}
  </div>
)

export interface ErrorStateProps {
  title?: string
  /** What happened and what to do. */
  children?: ReactNode
  onRetry?: () => void
  /** Short code to give to the help desk. */
  reference?: string
  actions?: ReactNode
}

export const ErrorState = ({ title, children, onRetry, reference, actions }: ErrorStateProps) => {
  const texts = useTexts()
  const help = useUi().helpAddress(reference)
  const [copied, setCopied] = useState(false)
  const copy = () => {
    navigator.clipboard?.writeText(`${title ?? texts.errorTitle}\n${reference}\n${location.href}`).then(() => setCopied(true))
  }
  return (
    <div className="empty" role="alert">
      <CloudOff aria-hidden />
      <div className="strong">{title ?? texts.errorTitle}</div>
      <p>{children ?? texts.errorHint}</p>
      <div className="empty-actions">
        {onRetry && (
          <Button variant="solid" icon={<RotateCw aria-hidden />} onClick={onRetry}>
            {texts.retry}
          </Button>
        )}
        {reference && (
          <Button variant="ghost" onClick={copy}>
            {copied ? texts.copied : texts.copyDetail}
          </Button>
        )}
        {actions}
        {help && (
          <TextLink href={help} className="btn btn-ghost">
            <LifeBuoy aria-hidden />
            {texts.needHelp}
          </TextLink>
        )}
      </div>
      {reference && (
        <p className="empty-ref">
          {texts.reference} <bdi dir="ltr">{reference}</bdi>
        </p>
      )}
    </div>
  )
}
