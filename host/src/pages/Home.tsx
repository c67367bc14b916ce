import { onShowAll, saveDrafts, useMe, useTranslation } from '@cuadre/shell'
import { EmptyState, Page } from '@cuadre/ui'
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Area } from '../federation/areas.ts'
import type { AreaPart } from '../federation/load.ts'
import { Welcome } from './Welcome.tsx'

type Props = { areas: Area[]; AreaView: ComponentType<AreaPart> }

/** Composed of the widgets that areas announce for the active role. */
export default function Home({ areas, AreaView }: Props) {
  const { t } = useTranslation()
  const { SPC_TIPO_USUARIOS: role, NOMBRE } = useMe()
  const drawnFor = useRef(role.COD_TIPO_USUARIO)
  // Another window has switched the role: what is written in the widgets that go is there when they are back.
  if (drawnFor.current !== role.COD_TIPO_USUARIO) saveDrafts()
  drawnFor.current = role.COD_TIPO_USUARIO
  const widgets = areas
    .flatMap((area) => Object.entries(area.data?.widgets ?? {}).map(([name, widget]) => ({ area, name, ...widget })))
    .filter(({ roles }) => roles.some((id) => id === role.COD_TIPO_USUARIO))
    .sort((a, b) => a.order - b.order)
  if (widgets.length === 0)
    return (
      <Page title={t('home.greeting', { name: NOMBRE })}>
        <EmptyState title={t('home.empty')}>{t('home.emptyHint')}</EmptyState>
      </Page>
    )
  return (
    <>
      <Welcome areas={areas} />
      {widgets.map(({ area, name, below }) => {
        const key = `${area.id}/${name}/${role.COD_TIPO_USUARIO}`
        const view = <AreaView key={key} area={area} part="widgets" name={name} />
        return below ? <Below key={key}>{view}</Below> : view
      })}
    </>
  )
}

/** Loads what it holds when it comes into sight, or is printed. */
function Below({ children }: { children: ReactNode }) {
  const at = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const box = at.current!
    let later = 0
    const see = () => setSeen(true)
    const observer = new IntersectionObserver(([found]) => {
      if (!found?.isIntersecting) return
      // What stands above it has not arrived yet: where it will lie is not known.
      if (document.querySelector('h1') && !document.querySelector('.skeleton, .loader, .spinner, [aria-busy="true"]')) return see()
      observer.unobserve(box)
      later = window.setTimeout(() => observer.observe(box), 300)
    })
    observer.observe(box)
    addEventListener('beforeprint', see)
    const end = onShowAll(see)
    return () => {
      clearTimeout(later)
      observer.disconnect()
      removeEventListener('beforeprint', see)
      end()
    }
  }, [])
  return (
    <div ref={at} className="home-below" style={{ minBlockSize: 1 }}>
      {seen && children}
    </div>
  )
}
