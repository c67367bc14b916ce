import { createBrowserRouter, RouterProvider } from '@cuadre/shell'
import { lazy, useEffect, useMemo, useState } from 'react'
import { type Area, readAreas } from './federation/areas.ts'
import { Loader } from './pages/Loader.tsx'
import { lazyPage } from './routes/lazyPage.tsx'
import { routeTable } from './routes/table.tsx'

const Frame = lazy(() => import('./signed-in.tsx'))
const AreaView = lazyPage(() => import('./federation/AreaView.tsx').then((module) => ({ default: module.AreaView })))

export function Router() {
  const [areas, setAreas] = useState<Area[]>()
  useEffect(() => {
    // Without areas the host still signs in and shows its own pages.
    readAreas().then(setAreas, () => setAreas([]))
  }, [])
  const router = useMemo(() => areas && createBrowserRouter(routeTable(areas, { Frame, AreaView })), [areas])
  return router ? <RouterProvider router={router} /> : <Loader />
}
