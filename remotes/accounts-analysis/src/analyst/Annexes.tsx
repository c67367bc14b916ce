import type { Annex } from '@cuadre/api/analysis'
import { describeAnnex, MAX_ANNEXES, removeAnnex, removeGroupAnnex } from '@cuadre/api/annex'
import { call, useTranslation } from '@cuadre/shell'
import { DateText, FileName, formatBytes, IconButton, Note, notify, useLocale, useUnsavedWarning } from '@cuadre/ui'
import { FileDrop } from '@cuadre/ui/data'
import { Download, X } from 'lucide-react'
import { type RefObject, useId } from 'react'
import { useDownload } from '../shared/document/useDownload.ts'
import { useSentence } from '../shared/useSentence.ts'
import { ACCEPT, MAX_FILE_BYTES } from '../shared/useUpload.ts'
import { type Target, useAnnexes } from './useAnnexes.ts'

interface Props {
  target: Target
  annexes: readonly Annex[]
  /** They were changed on the server. */
  onChange: () => Promise<unknown>
  /** Waits for those that are on their way: whether all that were chosen are there. */
  settled: RefObject<() => Promise<boolean>>
}

/** Further files of what is sent next: the extract, the contract, photographs. */
export function Annexes({ target, annexes, onChange, settled }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const id = useId()
  const { chosen, add, drop, sent, waiting, ...rising } = useAnnexes(target, onChange)
  settled.current = rising.settled
  const current = chosen.find(({ why }) => !why)
  useUnsavedWarning(current !== undefined)
  const there = annexes.filter(({ VERSION_HASTA }) => VERSION_HASTA === null)
  return (
    <section aria-labelledby={id}>
      <div className="row" style={{ marginBlockEnd: 6 }}>
        <h3 className="h3" id={id}>
          {t('annex.title')}
        </h3>
        {there.length > 0 && <span className="faint num small">{there.length}</span>}
      </div>
      {there.length > 0 && (
        <ul aria-labelledby={id}>
          {there.map((annex) => (
            <Line key={annex.ID} annex={annex} target={target} onChange={onChange} />
          ))}
        </ul>
      )}
      {waiting && <Note kind="warning">{t('annex.waiting')}</Note>}
      <FileDrop
        label={t('annex.drop')}
        hint={t('annex.dropHint', { max: MAX_ANNEXES })}
        accept={ACCEPT}
        maxBytes={MAX_FILE_BYTES}
        multiple
        onFiles={add}
        uploads={chosen.map(({ key, file, why }) => ({
          id: String(key),
          name: file.name,
          size: file.size,
          sent: key === current?.key ? Math.min(sent ?? 0, file.size) : 0,
          ...(why && { error: why }),
        }))}
        onRemove={(upload) => drop(Number(upload.id))}
      />
    </section>
  )
}

function Line({ annex, target: { id, grouped }, onChange }: { annex: Annex } & Pick<Props, 'target' | 'onChange'>) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const sentence = useSentence('shared.uploadFailed')
  const download = useDownload()
  const { ID, NOMBRE, DESCRIPCION, VERSION_DESDE } = annex
  const told = (work: Promise<unknown>) =>
    work.then(onChange, (error) => {
      notify.danger(t('annex.notChanged', { file: NOMBRE }), { description: sentence(error) })
      return onChange()
    })
  const describe = (text: string) => {
    if (text.trim() !== (DESCRIPCION ?? '')) void told(call(describeAnnex, { params: { id: ID }, body: { DESCRIPCION: text.trim() } }))
  }
  const remove = () => void told(call(grouped ? removeGroupAnnex : removeAnnex, { params: { id, annexId: ID } }))
  return (
    <li className="file-row">
      <div className="row">
        <div className="grow" style={{ minInlineSize: 0 }}>
          <div className="medium ellipsis" title={NOMBRE}>
            <FileName>{NOMBRE}</FileName>
          </div>
          <div className="xsmall muted">
            <bdi>{formatBytes(annex.TAMANO, locale)}</bdi> · {annex.CARGADO_POR}, <DateText value={annex.CARGADO_EN} as="datetime" />
            {VERSION_DESDE !== null && ` · ${t('annex.since', { n: VERSION_DESDE })}`}
          </div>
        </div>
        <IconButton
          size="sm"
          label={t('history.downloadFile', { file: NOMBRE })}
          icon={<Download aria-hidden />}
          onClick={() => void download(annex)}
        />
        <IconButton size="sm" label={t('annex.remove', { file: NOMBRE })} icon={<X aria-hidden />} onClick={remove} />
      </div>
      {VERSION_DESDE !== null ? (
        DESCRIPCION && <p className="small">{DESCRIPCION}</p>
      ) : (
        <input
          className="input"
          style={{ marginBlockStart: 6 }}
          aria-label={t('annex.descriptionOf', { file: NOMBRE })}
          placeholder={t('annex.description')}
          maxLength={200}
          defaultValue={DESCRIPCION ?? ''}
          onBlur={(event) => describe(event.target.value)}
          onKeyDown={(event) => {
            // It is kept by itself; Enter would send the analysis.
            if (event.key !== 'Enter') return
            event.preventDefault()
            event.currentTarget.blur()
          }}
        />
      )}
    </li>
  )
}
