import { type AreaData, CONTRACT, readJson } from '@cuadre/shell'

/** An area and where it lives. `data` is what it says of itself, or what it said the last time it was reached. */
export type Area = { id: string; url: string; data: AreaData | undefined; reached: boolean }

const KEPT = 'cuadre:areas'
type Kept = Record<string, AreaData>

/**
 * Reads /areas.json and each area's area.json. An area that is down, broken or of a contract this host cannot run
 * never stops the others: its last known pages stay in the menu and say that it is unavailable.
 */
export async function readAreas(): Promise<Area[]> {
  const places = await readJson<{ id: string; url: string }[]>('/areas.json')
  const kept = recall()
  const areas = await Promise.all(
    places.map(async ({ id, url }) => {
      const data = await readJson<AreaData>(`${url}/area.json`).catch(() => undefined)
      return isRunnable(id, data) ? { id, url, data, reached: true } : { id, url, data: kept[id], reached: false }
    }),
  )
  const known = areas.flatMap(({ id, data }) => (data ? [[id, data] as const] : []))
  localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(known)))
  return areas
}

const isRunnable = (id: string, data: AreaData | undefined): data is AreaData =>
  data?.contract === CONTRACT && data.id === id && typeof data.pages === 'object' && Array.isArray(data.menu)

function recall(): Kept {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Kept
  } catch {
    return {}
  }
}
