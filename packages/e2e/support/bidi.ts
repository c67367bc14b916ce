import { createRequire } from 'node:module'

/**
 * Firefox's release of long support speaks WebDriver BiDi without one command that Playwright sends for every window: what the window would prefer
 * of colours and movement. It is answered here instead of there; nothing else is touched.
 */
const MISSING = 'emulation.setMediaFeaturesOverride'

type Socket = { send: (data: unknown, ...rest: unknown[]) => void; emit: (event: 'message', data: Buffer, binary: boolean) => void }
const ofPlaywright = createRequire(createRequire(import.meta.url).resolve('playwright'))
const { ws } = ofPlaywright('playwright-core/lib/utilsBundle') as { ws: { prototype: Socket } }
const send = ws.prototype.send
ws.prototype.send = function (this: Socket, data, ...rest) {
  const text = typeof data === 'string' ? data : ''
  if (!text.includes(`"${MISSING}"`)) return send.call(this, data, ...rest)
  const { id, method } = JSON.parse(text) as { id: number; method: string }
  if (method !== MISSING) return send.call(this, data, ...rest)
  setImmediate(() => this.emit('message', Buffer.from(JSON.stringify({ type: 'success', id, result: {} })), false))
}
