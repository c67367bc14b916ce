import { currentLocale, MenuContext, useMe, useTranslation, type Viewer } from '@cuadre/shell'
import { formatCount } from '@cuadre/ui'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useCallback, useEffect } from 'react'
import { fetchKitsAtRest } from './federation/atRest.ts'
import { Kit } from './Kit.tsx'
import { useAppearance } from './layout/appearance.ts'
import Frame from './layout/Frame.tsx'
import { helpFrom } from './layout/help.ts'
import { menuOf } from './layout/menu.ts'

/** What measures the pages comes when everything else is there. */
const MEASURED_AFTER_MS = 10_000
let measured = false

// A browser takes long for the first number of a language: it is made while the session is awaited, and not with the first rows.
setTimeout(() => formatCount(0, currentLocale()))

/** What only a signed-in page needs: the kit, and the frame. The public pages are plain, so that they come at once. */
export default function SignedInFrame(props: ComponentProps<typeof Frame>) {
  const { areas } = props
  const me = useMe()
  const { t } = useTranslation()
  const helpAddress = useCallback((reference?: string) => helpFrom(areas, me, reference), [areas, me])
  const menuFor = useCallback(
    (viewer: Viewer) =>
      menuOf(areas, viewer).map(({ id, entries }) => ({
        group: id === 'top' ? t('nav.main') : t(`menu.${id}`),
        pages: entries.map(({ label }) => label[currentLocale()]),
      })),
    [areas, t],
  )
  const client = useQueryClient()
  const { shortcuts } = useAppearance()
  useEffect(() => fetchKitsAtRest(client), [client])
  useEffect(() => {
    const timer = setTimeout(() => {
      if (measured) return
      measured = true
      import('./timings.ts').then(({ measurePages }) => measurePages()).catch(() => {})
    }, MEASURED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Kit helpAddress={helpAddress} zone={me.ZONA} shortcuts={shortcuts !== false}>
      <MenuContext value={menuFor}>
        <Frame {...props} />
      </MenuContext>
    </Kit>
  )
}
