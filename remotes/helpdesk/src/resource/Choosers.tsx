import { useTranslation } from '@cuadre/shell'
import type { RefObject } from 'react'
import { chosenFolder, type Dropped } from './dropped.ts'
import { ACCEPT } from './uploads.ts'

interface Props {
  chooser: RefObject<HTMLInputElement | null>
  folderChooser: RefObject<HTMLInputElement | null>
  onFiles: (chosen: File[]) => void
  onFolder: (dropped: Dropped[]) => void
}

/** What asks the system for files, and for a whole folder. */
export function Choosers({ chooser, folderChooser, onFiles, onFolder }: Props) {
  const { t } = useTranslation('helpdesk')
  return (
    <>
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        accept={ACCEPT}
        aria-label={t('keep.upload')}
        onChange={({ target }) => {
          const chosen = [...(target.files ?? [])]
          target.value = ''
          onFiles(chosen)
        }}
      />
      <input
        ref={(input) => {
          // React knows no such attribute.
          input?.setAttribute('webkitdirectory', '')
          folderChooser.current = input
        }}
        type="file"
        hidden
        aria-label={t('keep.uploadFolder')}
        onChange={({ target }) => {
          const chosen = target.files ? chosenFolder(target.files) : []
          target.value = ''
          onFolder(chosen)
        }}
      />
    </>
  )
}
