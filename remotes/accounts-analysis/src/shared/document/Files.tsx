import type { AnalysisFile, Annex } from '@cuadre/api/analysis'
import { useTranslation } from '@cuadre/shell'
import { DateText, FileName, IconButton } from '@cuadre/ui'
import { Download, Eye, EyeOff } from 'lucide-react'
import { type CSSProperties, useState } from 'react'
import { type Document, isAnnex } from './documents.ts'
import { useDownload } from './useDownload.ts'
import { Viewer } from './Viewer.tsx'

type Row = Pick<AnalysisFile, 'ID' | 'NOMBRE' | 'VERSION' | 'CARGADO_POR' | 'CARGADO_EN'>
interface Props {
  files: readonly Row[]
  annexes: readonly Annex[]
}
const keyOf = (document: Document) => `${isAnnex(document) ? 'annex' : 'file'} ${document.ID}`
/** The parts of the review bleed to their own padding. */
const VIEW = { marginBlockStart: 8, blockSize: 'min(60vh, 640px)', '--review-x': '12px' } as CSSProperties

/** Every version that was submitted, newest first, and the annexes, as they were; each is read in the page. */
export function Files({ files, annexes }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const [open, setOpen] = useState<string>()
  const line = (document: Row | Annex) => {
    const key = keyOf(document)
    return <Line key={key} document={document} open={open === key} onOpen={() => setOpen(open === key ? undefined : key)} />
  }
  if (files.length + annexes.length === 0) return <p className="small muted">{t('history.noFiles')}</p>
  return (
    <>
      {files.length > 0 && <ul aria-label={t('history.files')}>{files.toSorted((a, b) => b.VERSION - a.VERSION).map(line)}</ul>}
      {annexes.length > 0 && (
        <section style={{ marginBlockStart: files.length > 0 ? 12 : 0 }}>
          <h3 className="h3">{t('annex.title')}</h3>
          <ul aria-label={t('annex.title')}>{annexes.map(line)}</ul>
        </section>
      )}
    </>
  )
}

function Line({ document, open, onOpen }: { document: Row | Annex; open: boolean; onOpen: () => void }) {
  const { t } = useTranslation('accounts-analysis')
  const download = useDownload()
  const { NOMBRE, CARGADO_POR, CARGADO_EN } = document
  return (
    <li className="file-row">
      <div className="row small">
        <span className="grow" style={{ minInlineSize: 0 }}>
          <span className="medium ellipsis" style={{ display: 'block' }} title={NOMBRE}>
            <FileName>{NOMBRE}</FileName>
          </span>
          {isAnnex(document) && document.DESCRIPCION && <span style={{ display: 'block' }}>{document.DESCRIPCION}</span>}
          <span className="xsmall muted">
            {isAnnex(document) ? <Versions of={document} /> : t('review.version', { n: document.VERSION })}, {CARGADO_POR},{' '}
            <DateText value={CARGADO_EN} as="datetime" />
          </span>
        </span>
        <IconButton
          size="sm"
          label={t(open ? 'annex.close' : 'annex.open', { file: NOMBRE })}
          aria-expanded={open}
          icon={open ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          onClick={onOpen}
        />
        <IconButton
          size="sm"
          label={t('history.downloadFile', { file: NOMBRE })}
          icon={<Download aria-hidden />}
          onClick={() => void download(document)}
        />
      </div>
      {open && (
        <div className="review-file" style={VIEW}>
          <Viewer document={document} />
        </div>
      )}
    </li>
  )
}

/** Which versions it was part of. */
function Versions({ of: { VERSION_DESDE: from, VERSION_HASTA: to, POSTERIOR } }: { of: Annex }) {
  const { t } = useTranslation('accounts-analysis')
  if (POSTERIOR) return t('annex.late')
  if (from === null) return t('annex.unsent')
  if (to === null) return t('annex.since', { n: from })
  return from === to ? t('review.version', { n: from }) : t('annex.versions', { from, to })
}
