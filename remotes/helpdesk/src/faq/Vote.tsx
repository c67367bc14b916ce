import { type Faq, voteFaq } from '@cuadre/api/faq'
import { call, useTranslation } from '@cuadre/shell'
import { Button, notify } from '@cuadre/ui'
import { useQueryClient } from '@tanstack/react-query'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { useState } from 'react'
import { useSentence } from '../shared/useSentence.ts'

/** Whether an answer helped; who says no may say what is missing. */
export function Vote({ faq }: { faq: Faq }) {
  const { t } = useTranslation('helpdesk')
  const client = useQueryClient()
  const sentence = useSentence()
  const [asking, setAsking] = useState(false)
  const [text, setText] = useState('')
  const vote = (sirvio: boolean, comentario?: string) =>
    call(voteFaq, { params: { id: faq.id }, body: { sirvio, ...(comentario?.trim() && { comentario: comentario.trim() }) } }).then(
      () => {
        setAsking(!sirvio && comentario === undefined)
        void client.invalidateQueries({ queryKey: ['faq'] })
        if (sirvio || comentario !== undefined) notify.success(t('vote.thanks'))
      },
      (error) => void notify.danger(sentence(error)),
    )
  return (
    <div className="faq-vote small">
      <span className="muted">{t('vote.question')}</span>
      <Button size="sm" icon={<ThumbsUp aria-hidden />} aria-pressed={faq.miVoto === true} onClick={() => void vote(true)}>
        {t('vote.yes')}
      </Button>
      <Button size="sm" icon={<ThumbsDown aria-hidden />} aria-pressed={faq.miVoto === false} onClick={() => void vote(false)}>
        {t('vote.no')}
      </Button>
      {asking && (
        <form
          className="row grow"
          onSubmit={(event) => {
            event.preventDefault()
            void vote(false, text)
          }}
        >
          <input
            className="input"
            aria-label={t('vote.missing')}
            placeholder={t('vote.missing')}
            maxLength={500}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <Button size="sm" type="submit">
            {t('vote.send')}
          </Button>
        </form>
      )}
    </div>
  )
}
