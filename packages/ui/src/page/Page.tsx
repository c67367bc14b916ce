import { type ReactNode, useEffect, useId } from 'react'
import { Loader } from '../parts/Spinner.tsx'
import { Breadcrumbs, type Crumb } from './Breadcrumbs.tsx'

interface PageHeaderProps {
  title: string
  /** The title is a name of the data, which no browser translates. */
  named?: boolean
  crumbs?: readonly Crumb[]
  /** A line above the title of a page without breadcrumbs: the day, on a home page. */
  over?: ReactNode
  /** Before title and note: the picture of a person. */
  before?: ReactNode
  /** After the title: a state badge or a mark. */
  beside?: ReactNode
  /** One line under it. */
  note?: ReactNode
  /** At most one solid button. */
  actions?: ReactNode
}

const PageHeader = ({ title, named, crumbs, over, before, beside, note, actions }: PageHeaderProps) => (
  <header className="page-head">
    <div className="page-titles">
      {crumbs && <Breadcrumbs crumbs={crumbs} />}
      {over && <p className="small muted">{over}</p>}
      <div className={before ? 'page-who' : undefined}>
        {before}
        <div>
          <div className="page-title">
            <h1 className="h1" tabIndex={-1} translate={named ? 'no' : undefined}>
              {title}
            </h1>
            {beside}
          </div>
          {note && <p className="page-note">{note}</p>}
        </div>
      </div>
    </div>
    {actions && <div className="page-actions">{actions}</div>}
  </header>
)

interface PageProps extends PageHeaderProps {
  /** The page takes the height of the window, and the table or form scrolls inside it. */
  fill?: boolean
  /** False while something is unknown that would move the rest: what is under the header is not shown yet, so that nothing moves under the eye. Without a network what is known is shown: ask a query for isLoading, not isPending. */
  ready?: boolean
  children: ReactNode
}

/** A page with its header. Sets the title of the document. */
export const Page = ({ fill, ready = true, children, ...header }: PageProps) => {
  useEffect(() => {
    document.title = `${header.title} · Cuadre`
  }, [header.title])
  return (
    <div className={['page', fill && 'page-fill', !ready && 'page-unready'].filter(Boolean).join(' ')} aria-busy={!ready || undefined}>
      <PageHeader {...header} />
      {!ready && (
        <div className="page-wait">
          <Loader />
        </div>
      )}
      {children}
    </div>
  )
}

interface SectionProps {
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
