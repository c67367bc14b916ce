import { randomBytes } from 'node:crypto'
import { MATERIALITY } from '@cuadre/api/analysis'
import type { Parsed } from '@cuadre/api/endpoint'
import type { drawSample, listSampleRows, listSamples, Sample, SampleRow } from '@cuadre/api/sample'
import type { Db } from '../../platform/database/index.ts'
import { Invalid, NotFound } from '../../platform/errors.ts'
import type { Caller, Locale } from '../../platform/http/context.ts'
import { type ExportColumn, listOrExport, yesNo } from '../../platform/http/export.ts'
import { MATERIALITY as WORDS } from '../analysis/code-labels.ts'
import * as repository from './sample.repository.ts'
import { allocate } from './sampling.ts'

export const SAMPLE_STATE = {
  por_revisar: { es: 'Por revisar', en: 'Not begun' },
  en_revision: { es: 'En revisión', en: 'Under review' },
  revisada: { es: 'Revisada', en: 'Reviewed' },
}
const LIST: ExportColumn<Sample>[] = [
  { es: 'Muestra', en: 'Sample', type: 'text', of: (s) => s.NOMBRE },
  { es: 'Auditor', en: 'Auditor', type: 'text', of: (s) => s.AUDITOR },
  { es: 'Extraída', en: 'Drawn', type: 'datetime', of: (s) => s.EXTRAIDA_EN },
  { es: 'Período', en: 'Period', type: 'code', width: 10, of: (s) => s.PERIODO },
  { es: 'País', en: 'Country', type: 'text', of: (s) => s.PAIS },
  { es: 'Negocio', en: 'Business', type: 'text', of: (s) => s.NEGOCIO },
  { es: 'Departamento', en: 'Department', type: 'text', of: (s) => s.DEPARTAMENTO },
  { es: 'Población', en: 'Population', type: 'integer', of: (s) => s.POBLACION },
  { es: 'Seleccionados', en: 'Drawn rows', type: 'integer', of: (s) => s.SELECCIONADOS },
  { es: 'Vistos', en: 'Opened', type: 'integer', of: (s) => s.VISTOS },
  { es: 'Estado', en: 'Status', type: 'text', width: 14, of: (s, l) => SAMPLE_STATE[s.ESTADO][l] },
  { es: 'Observaciones', en: 'Observations', type: 'integer', of: (s) => s.OBSERVACIONES },
  { es: 'Sin cerrar', en: 'Not closed', type: 'integer', of: (s) => s.OBSERVACIONES_ABIERTAS },
  { es: 'Semilla', en: 'Seed', type: 'code', of: (s) => s.SEMILLA },
]
export const list = (db: Db, caller: Caller, query: Parsed<typeof listSamples>['query']) =>
  listOrExport(caller.locale, query, { es: 'Muestras', en: 'Samples' }, LIST, (query) => repository.list(db, caller, query))

type Criteria = Pick<Sample, 'PERIODO' | 'PAIS' | 'NEGOCIO' | 'DEPARTAMENTO'>
const EVERY = { es: 'Todos los períodos de su alcance', en: 'Every period in scope' }
/** What the population was narrowed to. */
const criteria = ({ PERIODO, PAIS, NEGOCIO, DEPARTAMENTO }: Criteria, locale: Locale) =>
  [PERIODO, PAIS, NEGOCIO, DEPARTAMENTO].filter((part) => part !== null).join(', ') || EVERY[locale]

/** The most material first. */
const STRATA = [...MATERIALITY].reverse()
const COLUMNS = ({ NOMBRE, SEMILLA, N, POBLACION, ...from }: Sample): ExportColumn<SampleRow>[] => [
  { es: 'Lugar', en: 'Place', type: 'integer', width: 8, of: (r) => r.LUGAR },
  { es: 'Análisis', en: 'Analysis', type: 'integer', width: 10, of: (r) => r.COD_ANALISIS },
  { es: 'Período', en: 'Period', type: 'code', width: 10, of: (r) => r.PERIODO },
  { es: 'Negocio', en: 'Business', type: 'text', of: (r) => r.NEGOCIO },
  { es: 'Cuenta', en: 'Account', type: 'code', of: (r) => r.CUENTA },
  { es: 'Nombre', en: 'Name', type: 'text', of: (r) => r.NOMBRE_CUENTA },
  { es: 'Materialidad', en: 'Materiality', type: 'text', width: 14, of: (r, l) => WORDS[r.MATERIALIDAD][l] },
  { es: 'Moneda', en: 'Currency', type: 'code', width: 8, of: (r) => r.MONEDA },
  { es: 'Saldo', en: 'Balance', type: 'amount', of: (r) => r.VALOR_BALANCE },
  { es: 'Saldo sustentado', en: 'Supported balance', type: 'amount', of: (r) => r.VALOR_ANALISIS },
  { es: 'Diferencia', en: 'Difference', type: 'amount', of: (r) => r.VARIACION },
  { es: 'Sigue visible', en: 'Still visible', type: 'text', width: 12, of: (r, l) => yesNo(r.VISIBLE, l) },
  { es: 'Visto', en: 'Opened', type: 'datetime', of: (r) => r.VISTO_EN },
  { es: 'Observaciones', en: 'Observations', type: 'integer', of: (r) => r.OBSERVACIONES },
  // Seed and criteria are repeated in every row, because the file may be passed on alone.
  { es: 'Muestra', en: 'Sample', type: 'text', of: () => NOMBRE },
  { es: 'Semilla', en: 'Seed', type: 'code', of: () => SEMILLA },
  { es: 'Extraída de', en: 'Drawn from', type: 'text', of: (_, l) => criteria(from, l) },
  { es: 'n pedido', en: 'n asked', type: 'integer', width: 9, of: () => N },
  { es: 'Población', en: 'Population', type: 'integer', width: 10, of: () => POBLACION },
]

/** @throws 404 */
export async function get(db: Db, caller: Caller, id: number): Promise<Sample> {
  const sample = await repository.find(db, caller, id)
  if (!sample) throw NotFound()
  return sample
}

export async function rows(db: Db, caller: Caller, id: number, query: Parsed<typeof listSampleRows>['query']) {
  const sample = await get(db, caller, id)
  return listOrExport(caller.locale, query, { es: 'Muestra', en: 'Sample' }, COLUMNS(sample), (query) =>
    repository.items(db, caller, id, query),
  )
}

/** Counted and drawn from one snapshot of the data. @throws 422 if there is nothing to draw from */
export const draw = (db: Db, caller: Caller, { semilla = randomBytes(6).toString('hex'), ...body }: Parsed<typeof drawSample>['body']) =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      // The business at the top of the page narrows what is seen: it is one of the parameters by which the sample is drawn again.
      const wanted = { ...body, semilla, businessId: body.businessId ?? caller.businessId ?? undefined }
      const found = new Map((await repository.strata(tx, caller, wanted)).map(({ materiality, n }) => [materiality, n]))
      if (found.size === 0) throw Invalid('n', 'sample_empty')
      const quotas = allocate(body.n, Object.fromEntries(STRATA.map((stratum) => [stratum, found.get(stratum) ?? 0])))
      const strata = STRATA.flatMap((materialidad) => {
        const poblacion = found.get(materialidad)
        return poblacion ? [{ materialidad, poblacion, n: quotas[materialidad]! }] : []
      })
      const id = await repository.insert(tx, caller, wanted, strata)
      await repository.draw(tx, caller, id, wanted, strata)
      return get(tx, caller, id)
    })
