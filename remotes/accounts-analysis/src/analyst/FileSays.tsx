import { useTranslation } from '@cuadre/shell'
import { Money } from '@cuadre/ui'
import { useWatch } from '@cuadre/ui/forms'
import type { useFromFile } from './useFromFile.ts'

interface Props {
  name: string
  book: Pick<ReturnType<typeof useFromFile>, 'otherwise' | 'take'>
  /** An amount, not a text. */
  currency?: string
}

/** What a person wrote is theirs, and the file says something else: both are shown, and the file's is one press away. */
export function FileSays({ name, book, currency }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const value: unknown = useWatch({ name })
  const said = book.otherwise(name, value)
  if (!said) return null
  return (
    <p className="xsmall muted wide" role="status">
      {t(currency ? 'analyst.yourValue' : 'analyst.yourComment')} {currency ? <Money value={said} currency={currency} /> : <q>{said}</q>}{' '}
      <button type="button" className="link" onClick={() => book.take(name, said)}>
        {t('analyst.useBook')}
      </button>
    </p>
  )
}
