import { useTranslation } from '@cuadre/shell'
import { Button } from '@cuadre/ui'
import { History } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { usePast, useZone } from './usePast.ts'

const PastDialog = lazy(() => import('./PastDialog.tsx'))

/** Asks for a past moment: everything on the page is then shown as it was. */
export function PastButton() {
  const { t } = useTranslation('statistics')
  const [open, setOpen] = useState(false)
  const { asOf, show } = usePast()
  const zone = useZone()
  return (
    <>
      <Button icon={<History aria-hidden />} disabled={!zone} onClick={() => setOpen(true)}>
        {t('past.choose')}
      </Button>
      {open && zone && (
        <Suspense fallback={null}>
          <PastDialog zone={zone} asOf={asOf} onShow={show} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
