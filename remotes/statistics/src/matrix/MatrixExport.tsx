import { analysisMatrix, analysisMatrixSize } from '@cuadre/api/matrix'
import { download, failureOf, query, useTranslation } from '@cuadre/shell'
import { Button, ErrorState, formatCount, Loader, Note, useLocale } from '@cuadre/ui'
import { useExport } from '@cuadre/ui/data'
import { Dialog, Menu } from '@cuadre/ui/overlay'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { Level, Metric } from './levels.ts'

type Asked = Record<string, string | number | undefined> & { nivel: Level; metrica: Metric | undefined; anio: number | undefined }
type Props = {
  title: string
  asked: Asked
  enCurso: boolean
  /** The rows that are open now, each by the ids of its path. */
  opened: () => readonly string[]
}
/** The matrix as it stands, with the rows that are opened; or every row down to the account, once it is known how many they are. */
export function MatrixExport({ title, asked, enCurso, opened }: Props) {
  const { t } = useTranslation('statistics')
  const saved = useExport()
  const [busy, setBusy] = useState(false)
  const [whole, setWhole] = useState(false)
  const save = async (more: { abiertas?: string[]; todo?: boolean }) => {
    setBusy(true)
    await saved(title, download(analysisMatrix, { query: { ...asked, enCurso, ...more } }))
    setBusy(false)
  }
  const asShown = () => {
    // What is open inside another says that the other is.
    const paths = opened()
    const inner = paths.filter((path) => !paths.some((other) => other.startsWith(`${path}/`)))
    return save(inner.length > 0 ? { abiertas: inner } : {})
  }
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button busy={busy} icon={<Download aria-hidden />}>
            {t('matrix.excel.button')}
          </Button>
        }
        entries={[
          { label: t('matrix.excel.shown'), onSelect: () => void asShown() },
          { label: t('matrix.excel.whole'), onSelect: () => setWhole(true) },
        ]}
      />
      {whole && <WholeDialog asked={asked} onClose={() => setWhole(false)} onSave={() => save({ todo: true })} />}
    </>
  )
}

function WholeDialog({ asked, onClose, onSave }: { asked: Asked; onClose: () => void; onSave: () => Promise<void> }) {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const [busy, setBusy] = useState(false)
  const { metrica: _, ...of } = asked
  const found = useQuery({ ...query(analysisMatrixSize, { query: of }), staleTime: 0 })
  const failure = failureOf(found)
  const n = (count: number) => formatCount(count, locale)
  const tooMany = found.data && found.data.filas > found.data.maximo
  const save = async () => {
    setBusy(true)
    await onSave()
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('matrix.excel.whole')}
      locked={busy}
      footer={
        <>
          <Button onClick={onClose}>{t('matrix.excel.cancel')}</Button>
          <Button variant="solid" busy={busy} disabled={!found.data || tooMany} onClick={() => void save()}>
            {t('matrix.excel.save')}
          </Button>
        </>
      }
    >
      {failure ? (
        <ErrorState {...failure} />
      ) : !found.data ? (
        <Loader />
      ) : tooMany ? (
        <Note kind="warning">{t('matrix.excel.tooMany', { n: n(found.data.filas), most: n(found.data.maximo) })}</Note>
      ) : (
        <p>{t('matrix.excel.rows', { count: found.data.filas, n: n(found.data.filas) })}</p>
      )}
    </Dialog>
  )
}
