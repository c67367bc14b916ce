import { useTranslation } from '@cuadre/shell'
import { Button, Note, useUnsavedWarning } from '@cuadre/ui'
import { FileDrop } from '@cuadre/ui/data'
import { useState } from 'react'
import { type Holiday, type Read, readIcs, readList } from './holidays.ts'

const MOST_BYTES = 1_000_000

/** Holidays from an iCalendar file, or from a list that is pasted or read; what was read is added and can still be changed. */
export function Import({ year, onRead }: { year: number; onRead: (found: Holiday[]) => void }) {
  const { t } = useTranslation('parameters')
  const [text, setText] = useState('')
  useUnsavedWarning(text.trim() !== '')
  const [said, setSaid] = useState<{ kind: 'success' | 'warning' | 'danger'; text: string }>()
  const take = ({ found, wrong }: Read) => {
    if (found.length > 0) onRead(found)
    if (wrong.length > 0)
      setSaid({ kind: 'warning', text: t('calendar.wrongLines', { count: found.length, lines: wrong.slice(0, 10).join(', ') }) })
    else if (found.length === 0) setSaid({ kind: 'danger', text: t('calendar.nothingRead', { year }) })
    else {
      const elsewhere = found.filter(({ FECHA }) => !FECHA.startsWith(`${year}-`)).length
      // They are kept, but stand in a year that is not on the screen.
      const text = [t('calendar.read', { count: found.length }), elsewhere > 0 && t('calendar.otherYears', { count: elsewhere, year })]
      setSaid({ kind: elsewhere > 0 ? 'warning' : 'success', text: text.filter(Boolean).join(' ') })
    }
  }
  const file = async (given: File) => {
    try {
      const content = await given.text()
      take(/BEGIN:VCALENDAR/i.test(content) ? await readIcs(content, year) : readList(content))
    } catch {
      setSaid({ kind: 'danger', text: t('calendar.notRead', { file: given.name }) })
    }
  }
  return (
    <details>
      <summary className="link small">{t('calendar.import')}</summary>
      <div style={{ display: 'grid', gap: 8, marginBlockStart: 8 }}>
        <FileDrop
          label={t('calendar.drop')}
          hint={t('calendar.dropHint', { year })}
          accept=".ics,.csv,.txt"
          maxBytes={MOST_BYTES}
          onFiles={([first]) => first && void file(first)}
        />
        <label className="field">
          <span className="label">{t('calendar.paste')}</span>
          <textarea
            className="input"
            rows={4}
            placeholder={t('calendar.pasteExample', { year })}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <div>
          <Button
            size="sm"
            disabled={text.trim() === ''}
            onClick={() => {
              take(readList(text))
              setText('')
            }}
          >
            {t('calendar.add')}
          </Button>
        </div>
        {said && (
          <div role="status">
            <Note kind={said.kind}>{said.text}</Note>
          </div>
        )}
      </div>
    </details>
  )
}
