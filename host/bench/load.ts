import { type AreaCode, addMessages, type First, type Loaded } from '@cuadre/shell'
import type { ComponentType } from 'react'
import type { Area } from '../src/federation/areas.ts'

const code: Record<string, () => Promise<{ default: AreaCode }>> = {
  'accounts-analysis': () => import('../../remotes/accounts-analysis/src/index.ts'),
  admin: () => import('../../remotes/admin/src/index.ts'),
  helpdesk: () => import('../../remotes/helpdesk/src/index.ts'),
  parameters: () => import('../../remotes/parameters/src/index.ts'),
  statistics: () => import('../../remotes/statistics/src/index.ts'),
}

type Part = { area: Area; part: 'pages' | 'widgets'; name: string }
const running = new Map<string, AreaCode>()
const arrived = new Map<string, Awaited<ReturnType<Loaded>>>()

export async function loadPart({ id }: Area, part: Part['part'], name: string): Promise<Awaited<ReturnType<Loaded>>> {
  const { default: area } = await code[id]!()
  await addMessages(id, area.messages)
  running.set(id, area)
  const module = await area[part][name]!()
  arrived.set(`${id}/${part}/${name}`, module)
  return module
}
export const firsts = () => [...running.values()].flatMap((area) => Object.values(area.firsts ?? {}))
export async function firstOf({ area, part, name }: Part): Promise<First | undefined> {
  const loading = loadPart(area, part, name)
  const apart = part === 'pages' && !arrived.has(`${area.id}/${part}/${name}`) && running.get(area.id)?.firsts?.[name]
  if (apart) loading.catch(() => {})
  const { first } = apart ? await apart() : await loading
  return first
}
export const loadedPart = ({ area: { id }, part, name }: Part): ComponentType | undefined => arrived.get(`${id}/${part}/${name}`)?.default
export const reloadKeepingDrafts = async () => location.reload()
