import { type CheckedBinder, checkBinderManifest } from '@cuadre/api/binder'
import { call } from '@cuadre/shell'
import { type Parts, partsOf } from './zip.ts'

/** Of a file of the binder: as its manifest says, otherwise, not there, or not in the manifest. */
export type Local = 'integro' | 'cambiado' | 'falta' | 'sobra'
export type BinderFile = { ruta: string; local: Local; hoy: CheckedBinder['guardados'][number]['estado'] | null }
export type BinderVerdict = { known: CheckedBinder; files: readonly BinderFile[]; intact: boolean }

const MANIFEST = 'manifiesto.json'
const SIGNATURE = 'manifiesto.firma.json'
type Listed = { ruta: string; bytes: number; sha256: string }

/**
 * Compares each file with the manifest in this browser, which sends only the manifest and its signature; the server says what it knows of
 * them. Undefined: it is no binder. Throws what the server answers.
 */
export async function checkBinder(file: File, progress: (done: number, of: number) => void): Promise<BinderVerdict | undefined> {
  const parts = within(await partsOf(file))
  const manifest = await parts?.get(MANIFEST)?.()
  const listed = manifest && listedIn(new TextDecoder().decode(manifest))
  if (!parts || !manifest || !listed) return undefined
  const signature = parts.get(SIGNATURE)
  const known = await call(checkBinderManifest, {
    body: {
      file: new File([manifest], MANIFEST, { type: 'application/json' }),
      firma: signature && new TextDecoder().decode(await signature()),
    },
  })
  const kept = new Map(known.guardados.map(({ ruta, estado }) => [ruta, estado]))
  const files: BinderFile[] = []
  for (const [i, one] of listed.entries()) {
    files.push({ ruta: one.ruta, local: await localOf(parts, one), hoy: kept.get(one.ruta) ?? null })
    if (i % 20 === 0) progress(i + 1, listed.length)
  }
  const expected = new Set([MANIFEST, SIGNATURE, ...listed.map(({ ruta }) => ruta)])
  for (const ruta of parts.keys()) if (!expected.has(ruta) && !ruta.endsWith('/')) files.push({ ruta, local: 'sobra', hoy: null })
  const whole = files.every(({ local, hoy }) => local === 'integro' && hoy !== 'otro')
  // One that was made before manifests were signed is known by its manifest.
  const ours = known.firma === 'valida' || (known.firma === 'ausente' && known.conocido)
  return { known, files, intact: whole && ours && known.periodos.every(({ cadena }) => cadena !== 'otra') }
}

/** What a system leaves in every folder is nobody's. */
const LEFT_BEHIND = /(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini|__MACOSX\/.*|\._.*)$/
/** A binder that was unpacked and packed again stands in a folder of its own; what stands beside it keeps its path, and is no part of it. */
function within(parts: Parts | undefined): Parts | undefined {
  const [manifest] = [...(parts?.keys() ?? [])]
    .filter((path) => path.split('/').at(-1) === MANIFEST && !LEFT_BEHIND.test(path))
    .sort((a, b) => a.length - b.length)
  if (!parts || manifest === undefined) return parts
  const root = manifest.slice(0, -MANIFEST.length)
  return new Map(
    [...parts].flatMap(([path, read]) =>
      LEFT_BEHIND.test(path) ? [] : [[path.startsWith(root) ? path.slice(root.length) : `../${path}`, read] as const],
    ),
  )
}

async function localOf(parts: Parts, { ruta, bytes, sha256 }: Listed): Promise<Local> {
  const read = parts.get(ruta)
  if (!read) return 'falta'
  const content = await read().catch(() => undefined)
  if (!content || content.byteLength !== bytes) return 'cambiado'
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('') === sha256 ? 'integro' : 'cambiado'
}

function listedIn(text: string): Listed[] | undefined {
  try {
    const { archivos } = JSON.parse(text) as { archivos?: unknown }
    const isListed = (one: unknown): one is Listed =>
      typeof one === 'object' && one !== null && 'ruta' in one && typeof one.ruta === 'string' && 'bytes' in one && 'sha256' in one
    return Array.isArray(archivos) && archivos.every(isListed) ? archivos : undefined
  } catch {
    return undefined
  }
}
