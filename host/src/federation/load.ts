import { type AreaCode, addMessages } from '@cuadre/shell'
import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime'
import type { ComponentType } from 'react'
import type { Area } from './areas.ts'

type Part = 'pages' | 'widgets'
const PATIENCE = 10_000
const code = new Map<string, Promise<AreaCode>>()

/** What areas use and the host must therefore provide. Each loads when the first area asks for it. */
export const kits = [() => import('@cuadre/ui/forms'), () => import('@cuadre/ui/overlay'), () => import('@cuadre/ui/data')]

/** The component of an announced page or widget. @throws when the area cannot be reached, is broken, or takes more than 10 s */
export async function loadPart({ id, url }: Area, part: Part, name: string): Promise<{ default: ComponentType }> {
  try {
    const area = await patiently(areaCode(id, url))
    const load = area[part][name]
    if (!load) throw new Error(`${id} has no ${part} ${name}`)
    return await patiently(load())
  } catch (error) {
    // The next try starts from the manifest: after a redeploy its chunks have new names.
    forget(id)
    throw error
  }
}

/** Loads an area's code ahead of the click. */
export const preload = ({ id, url }: Area) => void areaCode(id, url).catch(() => forget(id))

function areaCode(id: string, url: string): Promise<AreaCode> {
  const known = code.get(id)
  if (known) return known
  const name = id.replaceAll('-', '_')
  registerRemotes([{ name, entry: `${url}/mf-manifest.json` }], { force: true })
  const loading = loadRemote<{ default: AreaCode }>(`${name}/area`).then(async (module) => {
    if (!module) throw new Error(`${id} is empty`)
    await addMessages(id, module.default.messages)
    return module.default
  })
  code.set(id, loading)
  return loading
}

const forget = (id: string) => code.delete(id)

const patiently = <T>(work: Promise<T>) =>
  Promise.race([work, new Promise<never>((_, reject) => setTimeout(() => reject(new Error('timeout')), PATIENCE))])
