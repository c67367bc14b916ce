import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../uiContext.ts'
import { initials } from './Avatar.tsx'
import { useObjectUrl } from './useObjectUrl.ts'

interface Props {
  name: string
  /** The image's bytes; without them the initials of the name. */
  image: Blob | null | undefined
  /** The bytes could not be loaded. */
  failed?: boolean
  large?: boolean
}

/** An image cropped to a square. One that cannot be shown says so. */
export const ImageTile = ({ name, image, failed = false, large }: Props) => {
  const texts = useTexts()
  const url = useObjectUrl(image)
  const [broken, setBroken] = useState<Blob>()
  const wrong = failed || (image != null && broken === image)
  return (
    <span className="image-tile" data-large={large || undefined} title={wrong ? texts.imageFailed : undefined}>
      {wrong ? (
        <>
          <ImageOff aria-hidden />
          <span className="sr-only">{texts.imageFailed}</span>
        </>
      ) : url ? (
        <img src={url} alt="" onError={() => setBroken(image ?? undefined)} />
      ) : (
        <span aria-hidden>{initials(name)}</span>
      )}
    </span>
  )
}
