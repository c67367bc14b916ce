import { useTranslation } from '@cuadre/shell'
import { ErrorState, Page, TableSkeleton } from '@cuadre/ui'
import { Component, lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import type { Area } from './areas.ts'
import { loadPart } from './load.ts'

const RELOADED = 'cuadre:recargada'

/** A page or a widget of an area, behind a boundary: whatever happens in it stays in it, and can be tried again. */
export function AreaView({ area, part, name }: { area: Area; part: 'pages' | 'widgets'; name: string }) {
  const [attempt, setAttempt] = useState(0)
  const View = useMemo(() => lazy(() => loadPart(area, part, name)), [area, part, name, attempt])
  return (
    <Boundary
      key={`${area.id}/${name}/${attempt}`}
      fallback={(error) => <Unavailable area={area} part={part} error={error} onRetry={() => setAttempt(attempt + 1)} />}
    >
      <Suspense fallback={<Waiting />}>
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

function Unavailable({ area, part, error, onRetry }: { area: Area; part: 'pages' | 'widgets'; error: Error; onRetry: () => void }) {
  const { t, i18n } = useTranslation()
  const retry = () => {
    // A chunk that a running remote cannot find any more comes back only with a fresh page; once, never in a loop.
    const stale = error.name === 'ChunkLoadError' && sessionStorage.getItem(RELOADED) !== area.id
    if (stale) {
      sessionStorage.setItem(RELOADED, area.id)
      location.reload()
    } else onRetry()
  }
  const label = area.data?.name[i18n.language === 'en' ? 'en' : 'es'] ?? area.id
  const failure = (
    <ErrorState title={t('area.unavailable', { area: label })} onRetry={retry}>
      {t('area.unavailableHint')}
    </ErrorState>
  )
  return part === 'pages' ? <Page title={t('area.title')}>{failure}</Page> : failure
}

type Props = { fallback: (error: Error) => ReactNode; children: ReactNode }
class Boundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }
  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }
  override render() {
    return this.state.error ? this.props.fallback(this.state.error) : this.props.children
  }
}
