import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { CheckedBinder, checkBinderManifest } from '@cuadre/api/binder'
import type { Parsed } from '@cuadre/api/endpoint'
import { z } from 'zod'
import type { Db } from '../../platform/database/index.ts'
import { Invalid } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { isSigned } from './binder.key.ts'
import * as repository from './binder.repository.ts'

/** Of a manifest that is not damaged. */
const Manifest = z.object({
  formato: z.literal('cuadre-expediente-1'),
  periodos: z.array(z.object({ periodo: z.string(), eventos: z.int(), cabeza: z.string() })).max(1_000),
  archivos: z.array(z.object({ ruta: z.string(), sha256: z.string() })).max(2_000_000),
})
const Signature = z.object({ firma: z.string() })

/** What is kept here of a binder, by its manifest. @throws 422 */
export async function checkManifest(
  db: Db,
  caller: Caller,
  { file, firma }: Parsed<typeof checkBinderManifest>['body'],
): Promise<CheckedBinder> {
  if (typeof file !== 'object') throw Invalid('file', 'file_required')
  const written = await readFile(file.path)
  const manifest = Manifest.safeParse(parsed(written.toString('utf8')))
  if (!manifest.success) throw Invalid('file', 'binder_manifest')
  const signature = Signature.safeParse(parsed(firma ?? ''))
  const made = await repository.made(db, createHash('sha256').update(written).digest('hex'))
  const { periodos, archivos } = manifest.data
  return {
    firma: !signature.success ? 'ausente' : (await isSigned(db, written, signature.data.firma)) ? 'valida' : 'alterada',
    conocido: made !== undefined,
    hechoPor: made?.hechoPor ?? null,
    hechoEn: made?.hechoEn ?? null,
    periodos: await repository.chainsToday(db, caller, periodos),
    guardados: await keptOf(db, caller, archivos),
  }
}

type Part = { ruta: string; sha256: string; analysis: number; version: number | null; annex: number | null }
/** The files that analysts submitted: the rest of a binder is written for it. */
async function keptOf(db: Db, caller: Caller, files: readonly { ruta: string; sha256: string }[]): Promise<CheckedBinder['guardados']> {
  const parts = files.flatMap(({ ruta, sha256 }): Part[] => {
    const [, analysis, version, annex] = /^analisis\/.*-(\d{1,9})\/(?:v(\d{1,6})-|anexos\/(\d{1,9})-)[^/]+$/.exec(ruta) ?? []
    return analysis ? [{ ruta, sha256, analysis: Number(analysis), version: number(version), annex: number(annex) }] : []
  })
  const kept = await repository.contents(db, caller, [...new Set(parts.map(({ analysis }) => analysis))])
  const keyed = new Map(kept.map(({ analysis, version, annex, sha256 }) => [`${analysis} ${version} ${annex}`, sha256]))
  return parts.map(({ ruta, sha256, analysis, version, annex }) => {
    const now = keyed.get(`${analysis} ${version} ${annex}`)
    return { ruta, estado: now === undefined ? 'falta' : now === sha256 ? 'igual' : 'otro' }
  })
}
const number = (text: string | undefined) => (text === undefined ? null : Number(text))
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
