import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { ImageTile } from '../parts/ImageTile.tsx'
import { useTexts } from '../uiContext.ts'
import { FileField, type FileFieldProps } from './FileField.tsx'

interface ImageFieldProps extends Omit<FileFieldProps, 'accept' | 'lead' | 'sent'> {
  /** The image as it is; shown until another is chosen. */
  current?: ReactNode
}

/** Whether the browser can draw the file, whatever its name says. */
export async function isImage(file: File): Promise<boolean> {
  try {
    const drawn = await createImageBitmap(file)
    drawn.close()
    return true
  } catch {
    return false
  }
}

/** One PNG, JPEG or WebP image with its preview as a square; its value is a File, or null. */
export const ImageField = ({ current, ...props }: ImageFieldProps) => {
  const texts = useTexts()
  const chosen: unknown = useWatch({ name: props.name })
  return (
    <FileField
      {...props}
      accept="image/png,image/jpeg,image/webp"
      lead={chosen instanceof File ? <ImageTile name="" image={chosen} large /> : current}
      validate={async (value: unknown) => (value instanceof File && !(await isImage(value)) ? texts.imageFailed : undefined)}
    />
  )
}
