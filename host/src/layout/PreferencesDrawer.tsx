import { useTranslation } from '@cuadre/shell'
import { Drawer } from '@cuadre/ui/overlay'
import { AppearanceOptions } from './AppearanceOptions.tsx'
import { resetAppearance } from './appearance.ts'

/** Beside the page, which stays usable, so that the effect is visible. */
export default function PreferencesDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Drawer
      open
      modeless
      title={t('preferences.title')}
      onClose={onClose}
      footer={
        <>
          <span className="xsmall muted prefs-foot">{t('preferences.kept')}</span>
          <button type="button" className="link small" onClick={resetAppearance}>
            {t('preferences.reset')}
          </button>
        </>
      }
    >
      <AppearanceOptions />
    </Drawer>
  )
}
