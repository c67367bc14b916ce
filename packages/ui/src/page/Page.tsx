import { type ReactNode, useEffect, useId } from 'react'
import { Breadcrumbs, type Crumb } from './Breadcrumbs.tsx'

export interface PageHeaderProps {
  title: string
  crumbs?: readonly Crumb[]
  /** A line above the title where there are no crumbs: the day of a home page. */
  over?: ReactNode
  /** Beside the title: a state pill, a mark. */
  beside?: ReactNode
  /** One line under it. */
  note?: ReactNode
  /** At most one solid button. */
  actions?: ReactNode
}

export const PageHeader = ({ title, crumbs, over, beside, note, actions }: PageHeaderProps) => (
  <header className="page-head">
    <div className="page-titles">
      {crumbs && <Breadcrumbs crumbs={crumbs} />}
      {over && <p className="small muted">{over}</p>}
      <div className="page-title">
        <h1 className="h1" tabIndex={-1}>
          {title}
        </h1>
        {beside}
      </div>
      {note && <p className="page-note">{note}</p>}
    </div>
    {actions && <div className="page-actions">{actions}</div>}
  </header>
)

export interface PageProps extends PageHeaderProps {
  /** Fills the height and lets the table or the form scroll inside. */
  fill?: boolean
  children: ReactNode
}

/** A page: its header, then whatever it shows. Sets the document's title. */
export const Page = ({ fill, children, ...header }: PageProps) => {
  useEffect(() => {
    document.title = `${header.title} · Cuadre`
  }, [header.title])
  return (
    <div className={fill ? 'page page-fill' : 'page'}>
      <PageHeader {...header} />
      {children}
    </div>
  )
}

export interface SectionProps {
  title: string
  /** Small, after the title: a count. */
  count?: ReactNode
  end?: ReactNode
  children: ReactNode
}

export const Section = ({ title, count, end, children }: SectionProps) => {
  const id = useId()
  return (
    <section className="section" aria-labelledby={id}>
      <div className="section-head">
        <h2 className="h2" id={id}>
          {title}
        </h2>
        {count !== undefined && <span className="faint num small">{count}</span>}
        {end && <div className="page-actions">{end}</div>}
      </div>
      {children}
    </section>
  )
}
