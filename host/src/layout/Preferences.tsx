import { useTranslation } from '@cuadre/shell'
import { IconButton } from '@cuadre/ui'
import { SlidersHorizontal } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyPart, Unreached } from '../routes/lazyPart.tsx'

const PreferencesDrawer = lazyPart(() => import('./PreferencesDrawer.tsx'), Unreached)

/** The button that opens the preferences drawer. */
export function Preferences() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton
        icon={<SlidersHorizontal aria-hidden />}
        label={t('preferences.title')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense>
          <PreferencesDrawer onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
