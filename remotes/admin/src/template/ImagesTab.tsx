import { getTemplateFile, type TemplateVersion } from '@cuadre/api/template'
import { query, useTranslation } from '@cuadre/shell'
import { EmptyState, FileName, formatBytes, IconButton, ImageTile, useLocale } from '@cuadre/ui'
import { FileDrop } from '@cuadre/ui/data'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import type { TemplateChange } from './useTemplateChange.ts'

const IMAGE_BYTES = 5 * 1024 * 1024
type Image = TemplateVersion['imagenes'][number]

/** Images of the version: seen, added and taken out; taking one out of a published version needs a draft first. */
export function ImagesTab({ version, change, write }: { version: TemplateVersion; change: TemplateChange; write: boolean }) {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const isDraft = version.estado === 'BORRADOR'
  return (
    <div className="template-images">
      {write && (
        <FileDrop
          label={t('template.addImage')}
          hint={t('template.imageHint')}
          accept="image/png,image/jpeg,image/webp"
          maxBytes={IMAGE_BYTES}
          onFiles={([file]) => file && void change.addImage(file)}
        />
      )}
      {version.imagenes.length === 0 ? (
        <EmptyState title={t('template.noImages')} />
      ) : (
        <ul className="tiles">
          {version.imagenes.map((image) => (
            <li key={image.id} className="tile">
              <Preview image={image} />
              <span className="grow ellipsis">
                <FileName>{image.nombre}</FileName>
                <br />
                <small className="muted">{formatBytes(image.bytes, locale)}</small>
              </span>
              {write && isDraft && (
                <IconButton
                  label={t('template.removeImage', { name: image.nombre })}
                  icon={<Trash2 aria-hidden />}
                  onClick={() => void change.removeImage(image.id)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Preview({ image }: { image: Image }) {
  const found = useQuery({ ...query(getTemplateFile, { params: { name: image.name } }), staleTime: Number.POSITIVE_INFINITY })
  return <ImageTile name={image.nombre} image={found.data} failed={found.isError} large />
}
