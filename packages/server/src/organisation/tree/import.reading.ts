import type { Parsed, Upload } from '@cuadre/api/endpoint'
import {
  type importOrganisation,
  MAX_IMPORTED_UNITS,
  ORGANISATION_COLUMNS,
  type OrganisationColumn,
  type OrganisationImport,
} from '@cuadre/api/organisation'
import { z } from 'zod'
import { Invalid } from '../../platform/errors.ts'
import { headings, readSheet, type Line as SheetLine } from '../import/sheet.ts'

const NAMES: Record<OrganisationColumn, string[]> = {
  PAIS: headings('pais, nombre pais, nombre del pais, country'),
  CODIGO_ISO: headings('iso, codigo iso, codigo pais, codigo de pais, country code, iso code'),
  MONEDA: headings('moneda, divisa, currency'),
  NEGOCIO: headings('negocio, empresa, sociedad, entidad, business, company, entity'),
  CODIGO: headings('codigo, codigo negocio, codigo de negocio, codigo empresa, codigo de empresa, code, business code, company code'),
  SUB_GERENCIA: headings('subgerencia, sub gerencia, sub management, deputy management, deputy managers'),
  ENCARGADO: headings('encargado, persona encargada, a cargo de, manager, deputy manager, in charge'),
  DEPARTAMENTO: headings('departamento, area, department'),
  JEFE: headings('jefe, jefa, jefatura, jefe de departamento, head, head of department'),
  UNIDAD: headings('unidad, nombre de la unidad, unit'),
  CODIGO_DEPARTAMENTO: headings('codigo departamento, codigo de departamento, department code'),
}
const EXAMPLES = 3
const Chosen = z.partialRecord(z.enum(ORGANISATION_COLUMNS), z.int().min(0).max(99))

export type Line = SheetLine<OrganisationColumn>
export type Read = Pick<OrganisationImport, 'columnas' | 'primera'> & { lines: Line[]; titleOf: (column: OrganisationColumn) => string }

/** The units of a file and its columns; no lines where no columns are recognised, nor chosen. @throws 422 at `file` or `columnas` */
export async function readUnits({ file, columnas, primera }: Parsed<typeof importOrganisation>['body'] & { file: Upload }): Promise<Read> {
  const chosen = columnas === undefined ? undefined : { at: parse(columnas), first: primera }
  if (chosen && !isComplete((column) => chosen.at[column] !== undefined)) throw Invalid('columnas', 'organisation_columns_wrong')
  const { head, header, at, lines } = await readSheet(file, {
    names: NAMES,
    isComplete: (has) => isComplete(has) && ORGANISATION_COLUMNS.filter(has).length > 1,
    chosen,
    maxLines: MAX_IMPORTED_UNITS,
  })
  if (lines.length > MAX_IMPORTED_UNITS) throw Invalid('file', 'organisation_rows', { max: MAX_IMPORTED_UNITS })
  const titles = head.find(({ number }) => number === header)?.cells ?? []
  const data = head.filter(({ number }) => number > header).map(({ cells }) => cells)
  const width = Math.max(0, ...head.map(({ cells }) => cells.length))
  return {
    lines,
    primera: columnas !== undefined || header > 0 ? header + 1 : null,
    columnas: Array.from({ length: width }, (_, place) => ({
      TITULO: titles[place] ?? '',
      EJEMPLOS: [...new Set(data.map((cells) => cells[place] ?? '').filter(Boolean))].slice(0, EXAMPLES),
      CAMPO: ORGANISATION_COLUMNS.find((column) => at[column] === place) ?? null,
    })),
    titleOf: (column) => titles[at[column]] || column,
  }
}

const isComplete = (has: (column: OrganisationColumn) => boolean) => has('PAIS') || has('NEGOCIO') || (has('UNIDAD') && has('CODIGO'))

function parse(columnas: string) {
  try {
    const chosen = Chosen.safeParse(JSON.parse(columnas))
    if (chosen.success) return chosen.data
  } catch {
    // Falls through to the error for JSON that names no columns.
  }
  throw Invalid('columnas', 'organisation_columns_wrong')
}
