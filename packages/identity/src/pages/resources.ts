import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { paths } from '../paths.ts'

const types = {
  'page.css': 'text/css',
  'theme.js': 'text/javascript',
  'page.js': 'text/javascript',
  'submit.js': 'text/javascript',
  'mark.svg': 'image/svg+xml',
  'inter.woff2': 'font/woff2',
} as const

type ResourceName = keyof typeof types

/** The application's own font: the way in does not change its letters on the provider's page. */
const font = createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')
const files = new Map(
  (Object.keys(types) as ResourceName[]).map((name) => {
    const content = readFileSync(name === 'inter.woff2' ? font : new URL(`../resources/${name}`, import.meta.url))
    return [name, { content, type: types[name], hash: createHash('sha256').update(content).digest('hex').slice(0, 10) }]
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

/** A script that stands in its page, for frames that are waited for: with the word for it in the page's policy. */
export function inlineScript(name: 'session-iframe.js' | '3p-cookies.js') {
  const content = readFileSync(new URL(`../resources/${name}`, import.meta.url), 'utf8')
  return { content, source: `'sha256-${createHash('sha256').update(content).digest('base64')}'` }
}
