import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { paths } from '../paths.ts'

const types = { 'page.css': 'text/css', 'page.js': 'text/javascript', 'submit.js': 'text/javascript', 'mark.svg': 'image/svg+xml' } as const
const frames = { 'session-iframe.js': 'text/javascript', '3p-cookies.js': 'text/javascript' } as const
const all = { ...types, ...frames }

export type ResourceName = keyof typeof all

const files = new Map(
  (Object.keys(all) as ResourceName[]).map((name) => {
    const content = readFileSync(new URL(`../resources/${name}`, import.meta.url))
    return [name, { content, type: all[name], hash: createHash('sha256').update(content).digest('hex').slice(0, 10) }]
  }),
)

export const resourceUrl = (ctx: KoaContextWithOIDC, name: ResourceName) =>
  `${ctx.state.realmPath.slice(0, -1)}${paths.resources}${name}?v=${files.get(name)?.hash}`

/** The address carries the content's hash, so a browser may keep it. */
export function serveResource(ctx: KoaContextWithOIDC, name: string) {
  const file = files.get(name as ResourceName)
  if (!file) return
  ctx.set('Cache-Control', 'public, max-age=31536000, immutable')
  ctx.type = file.type
  ctx.body = file.content
}
