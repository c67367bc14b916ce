import { offeredRelease, runningRelease, useTranslation } from '@cuadre/shell'
import { Button } from '@cuadre/ui'
import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { reloadKeepingDrafts } from '../federation/load.ts'

export const RELEASE_KEY = ['release']
const EVERY_MS = 10 * 60_000

/** Tells whoever has had a window open while a new release was published; nothing reloads by itself. */
export function NewRelease() {
  const { t } = useTranslation()
  const running = runningRelease()
  const { data: offered } = useQuery({
    queryKey: RELEASE_KEY,
    queryFn: offeredRelease,
    initialData: running,
    staleTime: EVERY_MS,
    refetchInterval: EVERY_MS,
    retry: false,
  })
  return (
    <div role="status">
      {offered !== running && (
        <p className="strip">
          <RotateCw aria-hidden />
          {t('release.ready')}
          <Button size="sm" onClick={() => void reloadKeepingDrafts()}>
            {t('release.reload')}
          </Button>
        </p>
      )}
    </div>
  )
}
