import { allEndpoints, openapi } from '@cuadre/api/openapi'
import type { z } from 'zod'
import type { Client, SignedIn } from './client.ts'
import type { Report } from './report.ts'

type Row = Record<string, unknown>
type Document = { paths: Record<string, Record<string, { requestBody?: { content: Record<string, { example?: Row }> } }>> }

/** Fewer changes than these that were taken would mean that nothing was tried. */
const LEAST_TAKEN = 8
const FIRST_ROWS = 6

/**
 * Fields that no form sends. Every record that can be read and changed at one address is changed with all that it shows of itself, each field
 * with another value: what the contract of the change does not name stays as it was.
 */
export async function attackFields(client: Client, report: Report, administrator: SignedIn) {
  const document = openapi() as Document
  const calls = allEndpoints().map(({ endpoint }) => endpoint)
  const reads = new Set(calls.filter(({ method }) => method === 'GET').map(({ path }) => path))
  let taken = 0
  for (const { method, path, body, multipart, octets } of calls) {
    if (method !== 'PATCH' || multipart || octets || !body || !reads.has(path) || !/^[^:]*:\w+$/.test(path)) continue
    const named = new Set(Object.keys((body as z.ZodObject).shape ?? {}))
    const { example } = document.paths[path.replace(/:(\w+)/g, '{$1}')]!.patch!.requestBody!.content['application/json']!
    for (let id = 1; id <= FIRST_ROWS; id++) {
      const at = path.replace(/:\w+/, String(id))
      const found = await client.call(administrator, 'GET', at)
      if (found.status !== 200) continue
      const before = found.json()
      const own = Object.fromEntries(Object.entries(before).filter(([name, value]) => named.has(name) && value !== null))
      const forged = Object.fromEntries(
        Object.entries(before)
          .filter(([name]) => !named.has(name))
          .map(([name, value]) => [name, otherThan(value)]),
      )
      const { status, text } = await client.call(administrator, 'PATCH', at, { ...example, ...forged, ...own })
      report.check(status < 500, `PATCH ${at} with fields of its own: ${status} ${text.slice(0, 120)}`)
      if (status >= 300) continue
      taken++
      const after = (await client.call(administrator, 'GET', at)).json()
      for (const [name, value] of Object.entries(forged))
        report.check(JSON.stringify(after[name]) !== JSON.stringify(value), `PATCH ${at} changes ${name} to ${JSON.stringify(value)}`)
    }
  }
  report.check(taken >= LEAST_TAKEN, `only ${taken} changes were taken at all`)
}

/** A value that the field does not have by itself. */
function otherThan(value: unknown): unknown {
  if (typeof value === 'number') return value + 7919
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d/.test(value) ? `2001-01-01${value.slice(10)}` : `${value} forzado`
  if (typeof value === 'boolean') return !value
  return 'forzado'
}
