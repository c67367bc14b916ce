import { type AreaCode, addMessages } from '@cuadre/shell'
import type { ComponentType } from 'react'
import type { Area } from '../src/federation/areas.ts'

const code: Record<string, () => Promise<{ default: AreaCode }>> = {
  'accounts-analysis': () => import('../../remotes/accounts-analysis/src/index.ts'),
  admin: () => import('../../remotes/admin/src/index.ts'),
  helpdesk: () => import('../../remotes/helpdesk/src/index.ts'),
  parameters: () => import('../../remotes/parameters/src/index.ts'),
  statistics: () => import('../../remotes/statistics/src/index.ts'),
}

export async function loadPart({ id }: Area, part: 'pages' | 'widgets', name: string): Promise<{ default: ComponentType }> {
  const { default: area } = await code[id]!()
  await addMessages(id, area.messages)
  return area[part][name]!()
}
export const preload = ({ id }: Area) => void code[id]!()
export const reloadKeepingDrafts = async () => location.reload()
