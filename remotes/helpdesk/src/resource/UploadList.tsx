import { nameOfFile, type ResourceFile } from '@cuadre/api/resource'
import { useTranslation } from '@cuadre/shell'
import { FileName, formatBytes, IconButton, Progress, useLocale, withoutAccents } from '@cuadre/ui'
import { X } from 'lucide-react'
import { useSentence } from '../shared/useSentence.ts'
import { again, forgetUpload, nextName, type Sending, useUploads } from './uploads.ts'

/** What is on its way, what arrived, and what waits for a word: a name that is taken is a new version or another file. */
export function UploadList({ files, done }: { files: readonly ResourceFile[]; done: () => void }) {
  const { t } = useTranslation('helpdesk')
  const uploads = useUploads()
  const arrived = uploads.filter(({ state }) => state === 'done').length
  const busy = uploads.some(({ state }) => state === 'sending' || state === 'waiting')
  return (
    <>
      {/* Heard when it begins and when all has arrived, not with every byte. */}
      <div className="sr-only" role="status">
        {busy ? t('upload.sending') : arrived > 0 && t('upload.arrived', { count: arrived })}
      </div>
      {uploads.length > 0 && (
        <ul>
          {uploads.map((one) => (
            <UploadRow key={one.id} upload={one} same={files.find((file) => isSame(file, one))} done={done} />
          ))}
        </ul>
      )}
    </>
  )
}
const isSame = ({ name, CARPETA_ID, file }: ResourceFile, upload: Sending) =>
  file !== null && CARPETA_ID === upload.folderId && withoutAccents(name) === withoutAccents(upload.name ?? nameOfFile(upload.file.name))

function UploadRow({ upload, same, done }: { upload: Sending; same: ResourceFile | undefined; done: () => void }) {
  const { t } = useTranslation('helpdesk')
  const locale = useLocale()
  const sentence = useSentence()
  const { id, file, sent, state, error, replaces } = upload
  const other = nextName(upload.name ?? file.name)
  return (
    <li className="file-row">
      <div className="row">
        <div className="grow">
          <Progress
            label={
              <>
                <FileName>{file.name}</FileName> {replaces !== undefined && <span className="muted">{t('upload.newVersion')}</span>}
              </>
            }
            value={state === 'done' ? file.size : sent}
            max={file.size}
            detail={`${formatBytes(state === 'done' ? file.size : sent, locale)} / ${formatBytes(file.size, locale)}`}
            state={state === 'done' ? 'aprobado' : state === 'failed' ? 'rechazado' : state === 'exists' ? 'tarde' : undefined}
          />
        </div>
        {state !== 'sending' && (
          <IconButton size="sm" label={t('upload.forget', { name: file.name })} icon={<X aria-hidden />} onClick={() => forgetUpload(id)} />
        )}
      </div>
      {error && (
        <div className="error" role="alert">
          <span>
            <span className="sr-only">
              <FileName>{file.name}</FileName>:{' '}
            </span>
            {error}
          </span>{' '}
          {state === 'exists' && same && (
            <button type="button" className="link" onClick={() => again(id, { replaces: same.id }, sentence, done)}>
              {t('upload.asVersion')}
            </button>
          )}{' '}
          {state === 'exists' && (
            <button type="button" className="link" onClick={() => again(id, { name: other }, sentence, done)}>
              {t('upload.asOther', { name: other })}
            </button>
          )}
          {state === 'failed' && (
            <button type="button" className="link" onClick={() => again(id, {}, sentence, done)}>
              {t('upload.again')}
            </button>
          )}
        </div>
      )}
    </li>
  )
}
