import { useTranslation } from '@cuadre/shell'
import { Dialog } from '@cuadre/ui/overlay'
import type { FaqValues } from './values.ts'

/** A question as it will be read, in each language, with what is not saved yet. */
export function FaqPreview({ values, onClose }: { values: FaqValues; onClose: () => void }) {
  const { t } = useTranslation('helpdesk')
  const read = [
    { code: 'es', question: values.preguntaEs, answer: values.respuestaEs },
    { code: 'en', question: values.preguntaEn, answer: values.respuestaEn },
  ]
  return (
    <Dialog open onClose={onClose} title={t('faq.preview')} size="wide">
      {read.map(({ code, question, answer }) => (
        <details key={code} className="faq" lang={code} open>
          <summary>{question}</summary>
          <p>{answer}</p>
        </details>
      ))}
    </Dialog>
  )
}
