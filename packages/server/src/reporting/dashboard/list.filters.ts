import { FREQUENCY } from '../../ledger/account/account.history.ts'
import type { Locale } from '../../platform/http/context.ts'
import { yesNo } from '../../platform/http/export.ts'
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

/** What narrows a list beside its place and its months, in the words of its page; the values that have some. */
const FILTERS: Record<string, { name: Record<Locale, string>; values?: Words }> = {
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

/** A filter as the sheet says it; one without words by the names that the address has for it. */
export function filterSaid(name: string, value: unknown, locale: Locale): string {
  const filter = FILTERS[name]
  if (!filter) return `${name}=${value}`
  const values = Array.isArray(value) ? value : [value]
  const said = values.map((one) =>
    typeof one === 'boolean' ? yesNo(one, locale) : (filter.values?.[String(one)]?.[locale] ?? String(one)),
  )
  return `${filter.name[locale]}: ${said.join(', ')}`
}
