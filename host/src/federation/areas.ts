import { type Announced, type AreaData, CONTRACT } from '@cuadre/shell'
import { readPreloaded } from '../preboot/handover.ts'

/** The URL of an area's entry file, and the digest that the browser verifies. */
export type Entry = { address: string; integrity: string }
/** Why an area cannot be shown: no or no valid response, an older or newer contract than the host's, or an error in its code. */
export type Fault = 'unreachable' | 'older' | 'newer' | 'broken'

/** An area and its address. `data` is its area.json, or the last one known; without `entry` its code is not run. */
export type Area = { id: string; url: string; data: AreaData | undefined; entry?: Entry; fault?: Fault | undefined }

export class AreaFault extends Error {
  fault: Fault
  constructor(id: string, fault: Fault, cause?: unknown) {
    super(`${id}: ${fault}`, { cause })
    this.fault = fault
  }
}

const STORAGE_KEY = 'cuadre:areas'
/** How long to wait for an area that is known from before; it may still answer later. */
const TIMEOUT_MS = 1500

/**
 * Reads /areas.json and each area's area.json. An area that is down, slow, broken or of a contract this host cannot run never stops the
 * others: its last known pages stay in the menu and say that it is unavailable.
 */
export async function readAreas(): Promise<Area[]> {
  const stored = readStoredAreas()
  const areas = (await readAddresses()).map(({ id, url }): Area => ({ id, url, data: stored[id], fault: 'unreachable' }))
  let waiting = true
  await Promise.all(
    areas.map((area) => {
      const asked = askArea(area).then(
        (data) => {
          // The pages of a window do not change after the start.
          if (waiting) area.data = data
        },
        (error: AreaFault) => {
          area.fault = error.fault
        },
      )
      return area.data ? Promise.race([asked, new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS))]) : asked
    }),
  )
  waiting = false
  const known = areas.flatMap(({ id, data }) => (data ? [[id, data] as const] : []))
  localStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(known)))
  return areas
}

/** Reads an area's area.json and its entry. @throws AreaFault when it does not answer within 5 s or is not valid for this host */
export async function askArea(area: Area): Promise<AreaData> {
  const said = await readPreloaded<unknown>(`${area.url}/area.json`).catch((error) => {
    throw new AreaFault(area.id, 'unreachable', error)
  })
  const { entry, integrity, needs: _, ...data } = checked(area.id, said)
  area.entry = { address: new URL(entry, `${area.url}/`).href, integrity }
  area.fault = undefined
  return data
}

/** The current address of an area; undefined if it is no longer listed. @throws when the host does not answer */
export const addressOf = async (id: string) => (await readAddresses()).find((area) => area.id === id)?.url

const readAddresses = () => readPreloaded<{ id: string; url: string }[]>('/areas.json')

/** The contract's number is checked first, because the rest may differ in another version. */
function checked(id: string, said: unknown): Announced {
  const { contract } = Object(said) as Partial<Announced>
  if (typeof contract === 'number' && contract !== CONTRACT) throw new AreaFault(id, contract < CONTRACT ? 'older' : 'newer')
  if (!isAnnounced(id, said)) throw new AreaFault(id, 'unreachable', new Error('area.json makes no sense'))
  return said
}

/** Checks what routes, menu and widgets rely on, so that a faulty area cannot break the frame. The entry is a file beside area.json. */
function isAnnounced(id: string, said: unknown): said is Announced {
  try {
    const { contract, id: own, name, pages, widgets = {}, entry, integrity } = said as Announced
    return (
      contract === CONTRACT &&
      own === id &&
      isText(name) &&
      Object.values(pages).every(
        ({ path, title, menu }) => path.startsWith('/') && isText(title) && (!menu || isText(menu.label ?? title)),
      ) &&
      Object.values(widgets).every(({ roles }) => Array.isArray(roles)) &&
      /^[\w.-]+\.js$/.test(entry) &&
      /^sha384-[\w+/]{64}$/.test(integrity)
    )
  } catch {
    return false
  }
}
const isText = ({ es, en }: AreaData['name']) => typeof es === 'string' && typeof en === 'string'

function readStoredAreas(): Record<string, AreaData> {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}')
  } catch {
    return {}
  }
}
