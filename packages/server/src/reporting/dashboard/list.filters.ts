import type { ItemQuery } from '@cuadre/api/item'
import { sql } from 'kysely'
import type { z } from 'zod'
import { FREQUENCY } from '../../ledger/account/account.history.ts'
import { accountScope, analysisScope } from '../../platform/access/scope.ts'
import { type Db, row } from '../../platform/database/index.ts'
import type { Caller, Locale } from '../../platform/http/context.ts'
import { yesNo } from '../../platform/http/export.ts'
import { dayText } from '../../platform/messages/text.ts'
import { MARK, MATERIALITY } from '../../workflow/analysis/code-labels.ts'
import { COMPLETION_TEXT, STAGE_TEXT } from './list.workbook.ts'

type Words = Record<string, Record<Locale, string>>
const of = (es: string, en: string) => ({ es, en })
const ROLES: Words = {
  analista: of('Analista', 'Analyst'),
  jefatura: of('Jefatura', 'Head'),
  control: of('Control', 'Control'),
}
const DAYS: Words = Object.fromEntries(
  [
    ['0', '30'],
    ['31', '60'],
    ['61', '90'],
    ['91', '180'],
  ].map(([from, to]) => [`${from}-${to}`, of(`${from} a ${to} días`, `${from} to ${to} days`)]),
)

/** Buckets of delay, in working days, and of amounts, in multiples of the threshold (rules §2.9). */
const RANGES: Words = {
  'hasta_-3': of('3 días o más antes del plazo', '3 days or more before the deadline'),
  '-2_-1': of('1 a 2 días antes del plazo', '1 to 2 days before the deadline'),
  '1_2': of('1 a 2 días después del plazo', '1 to 2 days past the deadline'),
  '3_5': of('3 a 5 días después del plazo', '3 to 5 days past the deadline'),
  '6_10': of('6 a 10 días después del plazo', '6 to 10 days past the deadline'),
  desde_11: of('11 días o más después del plazo', '11 days or more past the deadline'),
  'hasta_0.1': of('hasta 0,1 veces el umbral', 'up to 0.1 times the threshold'),
  hasta_1: of('más de 0,1 y hasta 1 vez el umbral', 'over 0.1 and up to 1 time the threshold'),
  hasta_3: of('más de 1 y hasta 3 veces el umbral', 'over 1 and up to 3 times the threshold'),
  hasta_10: of('más de 3 y hasta 10 veces el umbral', 'over 3 and up to 10 times the threshold'),
  mas_10: of('más de 10 veces el umbral', 'over 10 times the threshold'),
  sin_entregar: of('Sin entregar', 'Not submitted'),
}

/** What narrows a list beside its place and its months, in the words of its page; the values that have some. */
export const ITEM_FILTERS: Record<string, { name: Record<Locale, string>; values?: Words }> = {
  completitud: { name: of('Completitud', 'Completion'), values: COMPLETION_TEXT },
  etapa: { name: of('Etapa', 'Stage'), values: STAGE_TEXT },
  plazo: {
    name: of('Plazo', 'Deadline'),
    values: {
      en_plazo: of('En plazo', 'In time'),
      fuera: of('Fuera de plazo', 'Past its deadline'),
      cumplido: of('Hecho a tiempo', 'Done on time'),
    },
  },
  rol: { name: of('Rol', 'Role'), values: ROLES },
  vence: { name: of('Vence', 'Due'), values: { hoy: of('Hoy', 'Today'), '48h': of('En 48 horas', 'In 48 hours') } },
  materialidad: { name: of('Materialidad', 'Materiality'), values: MATERIALITY },
  frecuencia: { name: of('Frecuencia', 'Frequency'), values: FREQUENCY },
  movimiento: { name: of('Movimiento', 'Movement'), values: MARK },
  diferencia: { name: of('Con diferencia', 'With a difference') },
  sinExplicar: { name: of('Con diferencia sin explicar', 'With an unexplained difference') },
  alCierre: { name: of('Aprobado antes del cierre', 'Approved before the close') },
  primeraVez: { name: of('Aprobado a la primera', 'Approved at the first attempt') },
  conRechazos: { name: of('Con rechazos', 'With rejections') },
  automatico: { name: of('Certificado por regla', 'Certified by rule') },
  reabiertos: { name: of('Reabierto', 'Reopened') },
  rechazo: { name: of('Rechazado por', 'Rejected by'), values: { JEFATURA: ROLES.jefatura!, CONTROL: ROLES.control! } },
  antiguedad: { name: of('Antigüedad', 'Age'), values: { ...DAYS, '180+': of('más de 180 días', 'over 180 days') } },
  nivel: { name: of('Nivel', 'Level'), values: ROLES },
  dia: { name: of('Firmado el', 'Signed on') },
  abiertoAl: { name: of('Sin firmar al', 'Not signed by') },
  search: { name: of('Búsqueda', 'Search') },
  analistaId: { name: of('Analista', 'Analyst') },
  cuentaId: { name: of('Cuenta', 'Account') },
  abiertoEn: { name: of('Abierto también en', 'Open in this period too') },
  noAbiertoEn: { name: of('No abierto en', 'Not open in') },
  subestadoId: { name: of('Subestado', 'Substate') },
  motivo: { name: of('Motivo del rechazo', 'Reason of the rejection'), values: { ninguno: of('Ninguno', 'None') } },
  tipoRango: { name: of('Rango de', 'Range of'), values: { plazo: of('Retraso', 'Delay'), monto: of('Importe', 'Amount') } },
  rango: { name: of('Rango', 'Range'), values: RANGES },
  rolRango: { name: of('Retraso de', 'Delay of'), values: ROLES },
  tramo: {
    name: of('Terminado', 'Finished'),
    values: {
      preparacion: of('Preparación', 'Preparation'),
      jefatura: ROLES.jefatura!,
      control: ROLES.control!,
      total: of('Todo', 'All of it'),
    },
  },
}

/** A filter as the sheet says it. `names`: what stands for ids and codes, as far as the caller may see it. */
export function filterSaid(name: string, value: unknown, locale: Locale, names: FilterNames = {}): string {
  const filter = ITEM_FILTERS[name]
  if (!filter) return `${name}=${value}`
  const said = names[name]
    ? [names[name]]
    : (Array.isArray(value) ? value : [value]).map((one) =>
        typeof one === 'boolean'
          ? yesNo(one, locale)
          : DAY_FILTERS.includes(name)
            ? dayText(String(one))
            : (filter.values?.[String(one)]?.[locale] ?? String(one)),
      )
  return `${filter.name[locale]}: ${said.join(', ')}`
}
const DAY_FILTERS = ['dia', 'abiertoAl']

type FilterNames = Partial<Record<string, string | null>>
type Query = Pick<z.output<typeof ItemQuery>, 'analistaId' | 'cuentaId' | 'abiertoEn' | 'noAbiertoEn' | 'subestadoId' | 'motivo'>
/** The names of what a list is narrowed to by id or code; null where the caller sees nothing of it. One statement. */
export const filterNames = async (db: Db, caller: Caller, q: Query, locale: Locale): Promise<FilterNames> =>
  (await row(
    db,
    sql<Record<keyof Query, string | null>>`select
      (select u.name from app_user u where u.id = ${q.analistaId ?? null}::int
        and exists (select from analysis a where a.analyst_id = u.id and ${analysisScope(caller)})) as "analistaId",
      (select c.code || ' ' || c.name from account c where c.id = ${q.cuentaId ?? null}::int and ${accountScope(caller)}) as "cuentaId",
      (select p.name from period p where p.id = ${q.abiertoEn ?? null}::int) as "abiertoEn",
      (select p.name from period p where p.id = ${q.noAbiertoEn ?? null}::int) as "noAbiertoEn",
      (select string_agg(case ${locale}::text when 'en' then s.name_en else s.name_es end, ', ' order by s.position, s.id)
        from analysis_status s where s.id = any(${q.subestadoId ?? []}::int[])) as "subestadoId",
      (select case ${locale}::text when 'en' then r.name_en else r.name_es end from reject_reason r where r.code = ${q.motivo ?? null}::text) as motivo`,
  ))!
