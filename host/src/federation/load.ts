import { type AreaCode, addMessages, type First, type Loaded, renew, saveDrafts } from '@cuadre/shell'
import type { ComponentType } from 'react'
import { type Area, AreaFault, addressOf, askArea, type Entry } from './areas.ts'

type Part = 'pages' | 'widgets' | 'extraHeaders'
/** A component of an area, by name. */
export type AreaPart = { area: Area; part: Part; name: string }
/** Time-out of each step, in milliseconds. */
const TIMEOUT_MS = 10_000
type Module = Awaited<ReturnType<Loaded>>
const code = new Map<string, Promise<AreaCode>>()
/** By area, what runs in this window. */
const running = new Map<string, AreaCode>()
/** What has arrived, by area, part and name: shown again without waiting, not even for a promise. */
const arrived = new Map<string, Module>()
/** The entry of each area that this window has run: another release would mix its chunks with these. */
const registered = new Map<string, string>()

/** What pages of the areas that run ask first, where that is in a file of its own. */
export const firsts = () => [...running.values()].flatMap((area) => Object.values(area.firsts ?? {}))

/**
 * The component of an announced page or widget. A retry reads again where the area is and which release it has, and reloads the window
 * if nothing else helps. @throws AreaFault when the area is unreachable, incompatible or broken, or takes more than 10 s
 */
export async function loadPart(area: Area, part: Part, name: string, attempt = 0): Promise<Module> {
  try {
    if (attempt > 0 && (await isStale(area, attempt))) return await reloadKeepingDrafts()
    const { [part]: parts = {} } = await withTimeout(areaCode(area))
    const load = parts[name]
    if (!load) throw new Error(`${area.id} has no ${part} ${name}`)
    const module = await withTimeout(load())
    arrived.set(keyOf(area, part, name), module)
    return module
  } catch (error) {
    code.delete(area.id)
    const fault = faultOf(area.id, error)
    // Hashed files are cached forever, so a damaged one has to be fetched again past the cache.
    const file = requestOf(error) ?? area.entry?.address
    if (fault.fault === 'unreachable' && file) void renew(file)
    throw fault
  }
}

/**
 * What a part asks first, if anything, while its code is loaded: as soon as its area runs, from a file of its own where it has one, which is here
 * before the code. @throws as loadPart does
 */
export async function firstOf({ area, part, name }: AreaPart): Promise<First | undefined> {
  const loading = loadPart(area, part, name)
  // Whoever shows the page hears what became of its code.
  loading.catch(() => {})
  const isApart = part === 'pages' && !arrived.has(keyOf(area, part, name))
  const apart = isApart && (await code.get(area.id)?.catch(() => undefined))?.firsts?.[name]
  const { first } = apart ? await apart().catch(() => loading) : await loading
  return first
}

/** The component of a part that this window has loaded. */
export const loadedPart = ({ area, part, name }: AreaPart): ComponentType | undefined => arrived.get(keyOf(area, part, name))?.default
const keyOf = ({ id }: Area, part: Part, name: string) => `${id}/${part}/${name}`

/** Reloads the window; drafts are restored afterwards. */
export function reloadKeepingDrafts(): Promise<never> {
  saveDrafts()
  location.reload()
  return new Promise(() => {})
}

/** Whether only a reload helps: the area has moved, has another release than the one run here, or failed again. @throws AreaFault */
async function isStale(area: Area, attempt: number) {
  const url = await addressOf(area.id).catch((error) => {
    throw new AreaFault(area.id, 'unreachable', error)
  })
  // The page's policy only allows the addresses known at the start.
  if (url && url !== area.url) return true
  await askArea(area)
  const registeredEntry = registered.get(area.id)
  return registeredEntry !== undefined && (registeredEntry !== area.entry?.address || attempt > 1)
}

async function areaCode(area: Area): Promise<AreaCode> {
  if (!area.entry) await askArea(area)
  const known = code.get(area.id)
  if (known) return known
  const loading = run(area.id, area.entry!)
  code.set(area.id, loading)
  return loading
}

async function run(id: string, { address, integrity: digest }: Entry): Promise<AreaCode> {
  const name = id.replaceAll('-', '_')
  const { digests, federation } = await import(/* webpackChunkName: "frame" */ './runtime.ts')
  digests.set(address, digest)
  if (registered.get(id) !== address) federation.registerRemotes([{ name, entry: address }], { force: true })
  registered.set(id, address)
  try {
    const module = await federation.loadRemote<{ default: AreaCode }>(`${name}/area`)
    if (!module) throw new Error(`${id} is empty`)
    await addMessages(id, module.default.messages)
    running.set(id, module.default)
    return module.default
  } catch (error) {
    // An entry that was not loaded has no side effects.
    if (/ScriptNetworkError/.test(String(error))) registered.delete(id)
    throw error
  }
}

/** What was not loaded may be loaded later; what was loaded and fails is broken. */
function faultOf(id: string, error: unknown): AreaFault {
  if (error instanceof AreaFault) return error
  const isUnreachable = error instanceof Error && (/ScriptNetworkError|^late$/.test(error.message) || error.name === 'ChunkLoadError')
  return new AreaFault(id, isUnreachable ? 'unreachable' : 'broken', error)
}

/** The URL of the chunk that webpack could not load. */
const requestOf = (error: unknown) => (Object(error) as { request?: string }).request

const withTimeout = <T>(work: Promise<T>) =>
  Promise.race([work, new Promise<never>((_, reject) => setTimeout(() => reject(new Error('late')), TIMEOUT_MS))])
