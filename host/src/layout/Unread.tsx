import { Failure, useTranslation } from '@cuadre/shell'
import { Button } from '@cuadre/ui'
import { type Query, useQueryClient } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { useEffect, useState } from 'react'

/** A page says itself what it cannot show, once it is painted. */
const PAINTED_MS = 200

const isUnread = ({ state }: Query) =>
  state.data === undefined && state.error instanceof Failure && (state.error.status === 0 || state.error.status >= 500)

/** Says that something beside the page's content could not be read: the choices of a field, the counts of a filter. */
export function Unread() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const cache = client.getQueryCache()
  const [unread, setUnread] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      const now = cache.findAll({ type: 'active', predicate: isUnread })
      setUnread(now.length > 0 && !document.querySelector('main [role="alert"]'))
    }
    const gone = cache.subscribe(() => {
      clearTimeout(timer)
      timer = setTimeout(look, PAINTED_MS)
    })
    return () => {
      clearTimeout(timer)
      gone()
    }
  }, [cache])
  return (
    <div role="status">
      {unread && (
        <p className="strip">
          <CloudOff aria-hidden />
          {t('unread.some')}
          <Button size="sm" onClick={() => void client.refetchQueries({ type: 'active', predicate: isUnread })}>
            {t('unread.again')}
          </Button>
        </p>
      )}
    </div>
  )
}
