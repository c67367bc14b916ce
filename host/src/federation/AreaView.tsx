import { saveDrafts, useTranslation } from '@cuadre/shell'
import { Page, Skeleton, TableSkeleton } from '@cuadre/ui'
import { Component, lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { AreaFailure } from './AreaFailure.tsx'
import { AreaFault } from './areas.ts'
import { type AreaPart, loadedPart, loadPart, reloadKeepingDrafts } from './load.ts'

/** A page, extra header or widget of an area behind an error boundary: a failure stays inside it and can be retried. */
export function AreaView({ area, part, name }: AreaPart) {
  const { t } = useTranslation()
  const [attempt, setAttempt] = useState(0)
  const View = useMemo(
    () => (attempt === 0 && loadedPart({ area, part, name })) || lazy(() => loadPart(area, part, name, attempt)),
    [area, part, name, attempt],
  )
  const failed = ({ fault }: AreaFault) => {
    // The page below shows the error.
    if (part === 'extraHeaders') return null
    // A newer area needs the newer host, which is loaded by reloading the page.
    const retry = () => (fault === 'newer' ? void reloadKeepingDrafts() : setAttempt(attempt + 1))
    const failure = <AreaFailure area={area} fault={fault} onRetry={retry} />
    return part === 'pages' ? <Page title={t('area.title')}>{failure}</Page> : failure
  }
  return (
    <Boundary key={`${area.id}/${name}/${attempt}`} id={area.id} fallback={failed}>
      <Suspense fallback={part === 'extraHeaders' ? <WaitingStrip /> : <Waiting />}>
        <View />
      </Suspense>
    </Boundary>
  )
}

function Waiting() {
  return (
    <div className="page" aria-busy="true">
      <TableSkeleton />
    </div>
  )
}

const WaitingStrip = () => (
  <p className="row">
    <Skeleton width={240} />
  </p>
)

type Props = { id: string; fallback: (error: AreaFault) => ReactNode; children: ReactNode }
class Boundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: undefined }
  static getDerivedStateFromError(error: unknown) {
    // The forms are still mounted, so their drafts can be restored after a retry.
    saveDrafts()
    return { error }
  }
  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return this.props.fallback(error instanceof AreaFault ? error : new AreaFault(this.props.id, 'broken', error))
  }
}
