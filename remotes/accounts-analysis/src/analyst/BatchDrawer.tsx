import { useTranslation } from '@cuadre/shell'
import { isZero } from '@cuadre/tables/format/cents'
import {
  Button,
  FileName,
  formatBytes,
  IconButton,
  Money,
  Note,
  notify,
  Progress,
  StateGlyph,
  useLocale,
  useUnsavedWarning,
} from '@cuadre/ui'
import { FileDrop } from '@cuadre/ui/data'
import { Drawer } from '@cuadre/ui/overlay'
import { useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { FaultList } from '../shared/FaultList.tsx'
import { Findings } from '../shared/Findings.tsx'
import { useSentence } from '../shared/useSentence.ts'
import { MAX_FILE_BYTES } from '../shared/useUpload.ts'
import { Doubts } from './BookCheck.tsx'
import { type BatchFile, useBatch } from './useBatch.ts'

interface Props {
  open: boolean
  onClose: () => void
}
const GLYPH = {
  reading: 'por-preparar',
  ready: 'pendiente',
  wrong: 'rechazado',
  other: 'tarde',
  twice: 'tarde',
  sending: 'pendiente',
  waiting: 'tarde',
  sent: 'aprobado',
  refused: 'rechazado',
} as const

/** Many workbooks at once: each is looked at cell by cell and goes to the account that it was given out for. */
export function BatchDrawer({ open, onClose }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const client = useQueryClient()
  const sentence = useSentence('shared.uploadFailed')
  const refresh = (count: number) => {
    for (const noun of ['analysis', 'analysis-metadata', 'dashboard']) void client.invalidateQueries({ queryKey: [noun] })
    if (count > 0) notify.success(t('analyst.batchDone', { count }))
  }
  const { files, add, send, remove } = useBatch(sentence, refresh)
  const count = (...states: BatchFile['state'][]) => files.filter(({ state }) => states.includes(state)).length
  const ready = count('ready')
  const sending = count('sending', 'waiting')
  useUnsavedWarning(sending > 0)
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={t('analyst.upload')}
      size="wide"
      footer={
        <>
          <span className="small muted grow" role="status">
            {files.length > 0 && t('analyst.batchCounts', { ready, count: count('sent'), total: files.length })}
          </span>
          <Button onClick={onClose}>{t('analyst.close')}</Button>
          <Button variant="solid" disabled={ready === 0 || count('reading') > 0} busy={sending > 0} onClick={send}>
            {ready > 0 ? t('analyst.sendMany', { count: ready }) : t('analyst.send')}
          </Button>
        </>
      }
    >
      <FileDrop
        label={t('analyst.batchDrop')}
        hint={t('analyst.batchHint')}
        accept=".xlsx,.xls"
        maxBytes={MAX_FILE_BYTES}
        multiple
        onFiles={add}
      />
      {count('waiting') > 0 && <Note kind="warning">{t('analyst.waitingNetwork')}</Note>}
      <ul aria-label={t('analyst.batchFiles')}>
        {files.map((file) => (
          <Line key={file.key} entry={file} onRemove={() => remove(file.key)} />
        ))}
      </ul>
    </Drawer>
  )
}

function Line({ entry, onRemove }: { entry: BatchFile; onRemove: () => void }) {
  const { file, state, found, why, sent } = entry
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const marks = found?.VALORES.flatMap(({ MARCAS }) => MARCAS) ?? []
  return (
    <li className="file-row">
      <div className="row">
        <StateGlyph state={GLYPH[state]} />
        <div className="grow">
          <div className="medium ellipsis" title={file.name}>
            {found?.NOMBRE ?? <FileName>{file.name}</FileName>}
          </div>
          <div className="xsmall muted">
            {found?.NOMBRE && (
              <>
                <FileName>{file.name}</FileName> ·{' '}
              </>
            )}
            {t(`analyst.batchState.${state}`)}
          </div>
        </div>
        {found && state !== 'wrong' && <Values found={found} />}
        {state !== 'sending' && state !== 'sent' && (
          <IconButton size="sm" label={t('analyst.removeFile', { name: file.name })} icon={<X aria-hidden />} onClick={onRemove} />
        )}
      </div>
      {state === 'sending' && <Progress label={formatBytes(file.size, locale)} value={sent} max={file.size} />}
      {why && (
        <div className="error" role="alert">
          {why}
        </div>
      )}
      {found && found.CELDAS.length > 0 && <FaultList faults={found.CELDAS} />}
      {found && found.CELDAS.length === 0 && found.AVISOS.length > 0 && <Doubts doubts={found.AVISOS} />}
      {state === 'ready' && marks.length > 0 && <Findings findings={marks} />}
    </li>
  )
}

/** What is supported, and what is not; of a group how many accounts. */
function Values({ found: { VALORES } }: { found: NonNullable<BatchFile['found']> }) {
  const { t } = useTranslation('accounts-analysis')
  const [one] = VALORES
  if (VALORES.length !== 1 || !one?.VALOR_ANALISIS)
    return <span className="small muted">{t('shared.accountsCount', { count: VALORES.length })}</span>
  return (
    <span className="small nowrap">
      <Money value={one.VALOR_ANALISIS} />{' '}
      {one.VARIACION && !isZero(one.VARIACION) && (
        <span className="xsmall muted">
          {t('review.dif')} <Money value={one.VARIACION} />
        </span>
      )}
    </span>
  )
}
