import { type AreaCode, addMessages, type Loaded } from '@cuadre/shell'
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
const arrived = new Map<string, Awaited<ReturnType<Loaded>>>()

export async function loadPart({ id }: Area, part: Part['part'], name: string): Promise<Awaited<ReturnType<Loaded>>> {
  const { default: area } = await code[id]!()
  await addMessages(id, area.messages)
  const module = await area[part][name]!()
  arrived.set(`${id}/${part}/${name}`, module)
  return module
}
export const loadedPart = ({ area: { id }, part, name }: Part): ComponentType | undefined => arrived.get(`${id}/${part}/${name}`)?.default
export const reloadKeepingDrafts = async () => location.reload()
