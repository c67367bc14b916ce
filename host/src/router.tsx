import { createBrowserRouter, RouterProvider, useSession } from '@cuadre/shell'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { lookAhead } from './federation/ahead.ts'
import { type Area, readAreas } from './federation/areas.ts'
import { Loader } from './pages/Loader.tsx'
import { areAreasRequested } from './preboot/handover.ts'
import { lazyPage } from './routes/lazyPage.tsx'
import { routeTable } from './routes/table.tsx'

// One request for what every signed-in page needs.
const Frame = lazyPage(() => import(/* webpackChunkName: "frame" */ './signed-in.tsx'))
const AreaView = lazyPage(() =>
  import(/* webpackChunkName: "frame" */ './federation/AreaView.tsx').then((module) => ({ default: module.AreaView })),
)

/** Areas are read for whoever is signed in or about to be: what is public, and the way in, is the host's alone. */
export function Router() {
  const { status } = useSession()
  const [expected] = useState(areAreasRequested)
  const needed = expected || !(status === 'starting' || status === 'signed-out')
  const [read, setRead] = useState<Area[]>()
  useEffect(() => {
    if (!needed) return
    for (const part of [Frame, AreaView]) part.preload()
    // Without areas the host still signs in and shows its own pages.
    readAreas().then(setRead, () => setRead([]))
  }, [needed])
  const areas = read ?? (needed || status === 'starting' ? undefined : NONE)
  const router = useMemo(() => areas && createBrowserRouter(routeTable(areas, { Frame, AreaView })), [areas])
  const client = useQueryClient()
  useLayoutEffect(() => (router && areas ? lookAhead(router, client, areas) : undefined), [router, client, areas])
  return router ? <RouterProvider router={router} /> : <Loader />
}
const NONE: Area[] = []
