import {
  deleteTemplateImage,
  discardTemplateDraft,
  type TemplateDetail,
  updateTemplate,
  uploadTemplateFile,
  uploadTemplateImage,
} from '@cuadre/api/template'
import { call, Failure, useTranslation } from '@cuadre/shell'
import { notify } from '@cuadre/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWhy } from '../shared/useWhy.ts'

type Change = NonNullable<Parameters<typeof call<typeof updateTemplate>>[1]>['body']

/** The version that is worked on: the draft where there is one, else the newest that counts. */
export const workedOn = ({ versiones, borrador, version }: TemplateDetail) =>
  versiones.find((one) => one.version === (borrador ?? version)) ?? versiones[0]!

/** Each change of a template is one call; a refusal is said, and what is shown is then as the server has it. */
export function useTemplateChange(template: TemplateDetail) {
  const { t } = useTranslation('admin')
  const why = useWhy()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const refresh = () => Promise.all(['template', 'heading', 'audit'].map((noun) => client.invalidateQueries({ queryKey: [noun] })))
  const { id, REVISION } = template

  /** @returns whether it was done */
  const run = async (work: () => Promise<unknown>, done?: string): Promise<boolean> => {
    setBusy(true)
    try {
      await work()
      if (done) notify.success(done)
      return true
    } catch (error) {
      const refused = error instanceof Failure && error.issues[0]?.message
      notify.danger(refused || why(error, t('template.failed')))
      return false
    } finally {
      await refresh()
      setBusy(false)
    }
  }
  const patch = (body: Change, seen = REVISION) => call(updateTemplate, { params: { id }, body: { ...body, REVISION: seen } })
  return {
    busy,
    /** Throws what the server refuses: for forms. `seen`: the revision that their fields are of, which may be older than what is shown around them. */
    save: async (body: Change, seen: number) => {
      try {
        const saved = await patch(body, seen)
        notify.success(t('template.draftSaved'))
        return saved
      } finally {
        await refresh()
      }
    },
    change: (body: Change, done?: string) => run(() => patch(body), done),
    file: (file: File) => run(() => call(uploadTemplateFile, { params: { id }, body: { file } }), t('template.fileReplaced')),
    addImage: (file: File) => run(() => call(uploadTemplateImage, { params: { id }, body: { file } })),
    removeImage: (imageId: number) => run(() => call(deleteTemplateImage, { params: { id, imageId } })),
    discard: () => run(() => call(discardTemplateDraft, { params: { id } }), t('template.discarded')),
  }
}
export type TemplateChange = ReturnType<typeof useTemplateChange>
