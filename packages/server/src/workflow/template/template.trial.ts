import type { Bytes, Parsed } from '@cuadre/api/endpoint'
import type { TemplateDetail, TemplateSheet, TemplateVersion, templateSheet } from '@cuadre/api/template'
import { FileRefused, type GridCell, type GridSheet, readSheet } from '@cuadre/tables'
import type { Db } from '../../platform/database/index.ts'
import { Invalid, NotFound, Refused } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { XLSX } from '../../platform/http/export.ts'
import { type Storage, withCopy } from '../../platform/storage/index.ts'
import { analysisFields, fill, groupFields, REQUIRED, type Subject, tryFilling } from './filling.ts'
import * as repository from './template.repository.ts'

type Trial = Parsed<typeof templateSheet>['query']
type Sample = Awaited<ReturnType<typeof repository.sample>>
type File = Pick<TemplateVersion, 'archivo' | 'formato'>

/** Only workbooks of analyses are filled in. */
export const isFilled = (type: TemplateDetail['tipo'], { formato }: File) =>
  formato === 'xlsx' && (type === 'ANALISIS' || type === 'ANALISIS_GRUPO')
/** Files are stored under their hash. */
export const sha256Of = ({ archivo }: File) => archivo.name.split('.')[0]!

/** The fields of a template with the figures of an account; without one, or where it has no analysis yet, with invented ones. */
export function fieldsOf(type: TemplateDetail['tipo'], map: Record<string, string>, account: Sample) {
  const subject: Subject = {
    id: account?.analysis ?? 1,
    account: account?.code ?? '1.1.01',
    account_name: account?.name ?? 'Cuenta de prueba',
    business: account?.business ?? 'Negocio de prueba',
    currency: account?.currency ?? 'USD',
    period: account?.period ?? '2026-01',
    balance: account?.balance ?? '-1234567.89',
    previous: account ? account.previous : '1000.5',
    value: null,
    comment: null,
  }
  return type === 'ANALISIS'
    ? analysisFields(map, subject)
    : groupFields(map, { id: 1, name: 'Grupo de prueba', members: [subject, { ...subject, id: subject.id + 1 }] })
}

async function chosen(db: Db, caller: Caller, id: number, { version, COD_CUENTA }: Trial) {
  const template = await repository.find(db, id)
  const newest = template?.borrador ?? template?.version
  const found = template?.versiones.find((one) => one.version === (version ?? newest))
  if (!template || !found) throw NotFound()
  const account = await repository.sample(db, caller, found, COD_CUENTA)
  if (COD_CUENTA !== undefined && !account) throw NotFound()
  return { template, version: found, account }
}

export async function sheet(db: Db, storage: Storage, caller: Caller, id: number, trial: Trial): Promise<TemplateSheet> {
  const { template, version, account } = await chosen(db, caller, id, trial)
  const told = { version: version.version, cuenta: null, celdas: [], llenas: [] }
  if (version.formato !== 'xlsx' && version.formato !== 'csv') return { ...told, hojas: [] }
  return withCopy(storage, sha256Of(version), async (path) => {
    const hojas = await grid(path, version.archivo.nombre)
    if (!isFilled(template.tipo, version)) return { ...told, hojas }
    const fields = fieldsOf(template.tipo, version.mapa, account)
    const { tried, seen } = await tryFilling(path, fields, Object.keys(version.mapa), (copy) => grid(copy, 'plantilla.xlsx'))
    const first = [...new Map(tried.toReversed().map((each) => [each.field, each])).values()].reverse()
    return {
      ...told,
      hojas,
      llenas: seen,
      cuenta: account ? { COD_CUENTA: account.id, CUENTA: account.code, NOMBRE: account.name, NEGOCIO: account.business } : null,
      celdas: first.map(({ field, place, formula, filled, read, ok }) => ({
        campo: field,
        seLlena: !WRITTEN.includes(field),
        obligatoria: REQUIRED.includes(field),
        celda: place,
        formula,
        valor: filled,
        leido: read,
        bien: ok,
      })),
    }
  })
}
/** What the analyst writes. */
const WRITTEN = ['VALOR_ANALISIS', 'VARIACION', 'COMENTARIO']

export async function example(db: Db, storage: Storage, caller: Caller, id: number, trial: Trial): Promise<Bytes> {
  const { template, version, account } = await chosen(db, caller, id, trial)
  if (!isFilled(template.tipo, version)) throw Invalid('version', 'template_no_workbook')
  const body = await fill(storage, sha256Of(version), fieldsOf(template.tipo, version.mapa, account), {})
  return { name: `${account?.code ?? 'ejemplo'} ${version.archivo.nombre}`, type: XLSX, body }
}

const grid = async (path: string, name: string) => {
  const { sheets } = await readSheet(path, name, { maxRows: 120, maxColumns: 30 }).catch((error) => {
    throw error instanceof FileRefused ? Refused(`file_${error.code}`) : error
  })
  return sheets.filter(({ visible }) => visible).map(shown)
}
const shown = ({ name, rows, truncated }: GridSheet) => ({
  nombre: name,
  filas: rows.map((cells) => cells.map(cell)),
  recortada: truncated,
})
const cell = ({ text, kind, formula }: GridCell) =>
  kind === 'vacio' && !formula ? null : { texto: text, ...(kind === 'numero' && { numero: true }), ...(formula && { formula }) }
