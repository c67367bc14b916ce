import type { Annex } from '@cuadre/api/analysis'
import { addAnnex, addGroupAnnex } from '@cuadre/api/annex'
import { call, useTranslation } from '@cuadre/shell'
import { Button, Note, notify } from '@cuadre/ui'
import { FileField, Form, TextField, useForm } from '@cuadre/ui/forms'
import { Drawer } from '@cuadre/ui/overlay'
import { useQueryClient } from '@tanstack/react-query'
import { Paperclip } from 'lucide-react'
import { useState } from 'react'
import { useSentence } from '../useSentence.ts'
import { ACCEPT, isSame, MAX_FILE_BYTES, useUpload } from '../useUpload.ts'

/** An analysis, or a group. */
type Target = { id: number; grouped?: boolean }
interface Values {
  file: File | null
  DESCRIPCION: string
}

/** Adds a document that came after the period was closed. */
export function LateAnnex({ id, grouped }: Target) {
  const { t } = useTranslation('accounts-analysis')
  const [open, setOpen] = useState(false)
  return (
    <div>
      <Button size="sm" icon={<Paperclip aria-hidden />} onClick={() => setOpen(true)}>
        {t('annex.addLate')}
      </Button>
      {open && <LateDrawer target={{ id, grouped }} onClose={() => setOpen(false)} />}
    </div>
  )
}

function LateDrawer({ target: { id, grouped }, onClose }: { target: Target; onClose: () => void }) {
  const { t } = useTranslation('accounts-analysis')
  const client = useQueryClient()
  const sentence = useSentence()
  const { sent, waiting, upload } = useUpload()
  const form = useForm<Values>({ defaultValues: { file: null, DESCRIPCION: '' } })
  const send = async ({ file, DESCRIPCION }: Values) => {
    if (!file) return
    const body = { file, DESCRIPCION: DESCRIPCION.trim() || undefined, POSTERIOR: true }
    try {
      await upload<Annex>(
        (options) => call(grouped ? addGroupAnnex : addAnnex, { params: { id }, body }, options),
        (current) => (isSame(current, file) ? current : undefined),
      )
    } catch (error) {
      throw { issues: [{ path: 'file', message: sentence(error) }] }
    }
    await client.invalidateQueries({ queryKey: ['analysis'] })
    notify.success(t('annex.lateAdded', { name: file.name }))
    // The form settles first: what is sent is not unsaved work.
    setTimeout(onClose)
  }
  return (
    <Drawer open onClose={onClose} size="wide" title={t('annex.addLate')}>
      <Form form={form} submit={t('annex.add')} onSubmit={send} onCancel={onClose}>
        <div className="fields submission-fields">
          <Note>{t('annex.lateHint')}</Note>
          {waiting && <Note kind="warning">{t('analyst.waitingNetwork')}</Note>}
          <FileField
            name="file"
            label={t('annex.file')}
            accept={ACCEPT}
            maxBytes={MAX_FILE_BYTES}
            sent={sent}
            help={t('annex.fileHint')}
            wide
          />
          <TextField name="DESCRIPCION" label={t('annex.describe')} maxLength={200} optional wide />
        </div>
      </Form>
    </Drawer>
  )
}
