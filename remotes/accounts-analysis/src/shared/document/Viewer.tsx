import { useTranslation } from '@cuadre/shell'
import { EmptyState, ErrorState, Loader, Skeleton, useObjectUrl } from '@cuadre/ui'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useSentence } from '../useSentence.ts'
import { bytesOf, type Document, evidenceOf, isAnnex } from './documents.ts'
import { Workbook } from './Workbook.tsx'
import './document.css'

interface Props {
  document: Document
  /** Whoever only skims past opens nothing: the server records who has opened which. */
  ready?: boolean
}

/** A document as it was submitted, read in the page: a workbook as a grid, a PDF, an image. */
export function Viewer({ document, ready = true }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const sentence = useSentence()
  const evidence = useQuery(evidenceOf(document, ready))
  // In a step of its own, which a key may interrupt: a sheet is hundreds of cells.
  const shown = useDeferredValue(evidence.data, undefined)
  if (evidence.isError)
    return (
      <ErrorState title={t('review.fileFailed')} onRetry={() => void evidence.refetch()}>
        {sentence(evidence.error)}
      </ErrorState>
    )
  if (!shown) return <Waiting />
  const { tipo } = shown
  if (tipo === 'libro') return <Workbook key={shown.ID} evidence={shown} beside={isAnnex(document)} />
  if (tipo === 'otro') return <EmptyState title={t('review.otherFile')}>{t('review.otherFileHint')}</EmptyState>
  return <Paper document={document} kind={tipo} />
}

/** A PDF or an image as it was submitted, from its bytes. */
function Paper({ document, kind }: { document: Document; kind: 'pdf' | 'imagen' }) {
  const { t } = useTranslation('accounts-analysis')
  const sentence = useSentence()
  const bytes = useQuery(bytesOf(document))
  // What is shown as a PDF is never run as a page.
  const url = useObjectUrl(bytes.data, kind === 'pdf' ? 'application/pdf' : undefined)
  if (bytes.isError)
    return (
      <ErrorState title={t('review.fileFailed')} onRetry={() => void bytes.refetch()}>
        {sentence(bytes.error)}
      </ErrorState>
    )
  if (!url) return <Loader />
  return kind === 'pdf' ? (
    <iframe className="review-paper" src={url} title={document.NOMBRE} />
  ) : (
    <div className="review-picture">
      <img src={url} alt={document.NOMBRE} />
    </div>
  )
}

const ROWS = [0, 1, 2, 3, 4, 5, 6, 7]
const Waiting = () => (
  <div className="review-grid" aria-busy="true">
    {ROWS.map((n) => (
      <div key={n} className="review-grid-waiting">
        <Skeleton width={`${60 + ((n * 13) % 35)}%`} />
      </div>
    ))}
  </div>
)
