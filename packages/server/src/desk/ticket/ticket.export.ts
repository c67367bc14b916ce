import { TICKET_CATEGORIES, TICKET_TYPES, type TicketRow } from '@cuadre/api/ticket'
import type { z } from 'zod'
import type { Locale } from '../../platform/http/context.ts'
import type { ExportColumn } from '../../platform/http/export.ts'

type Row = z.output<typeof TicketRow>
const SLA: Record<Row['sla']['estado'], Record<Locale, string>> = {
  en_plazo: { es: 'En plazo', en: 'In time' },
  por_vencer: { es: 'Por vencer', en: 'Due soon' },
  vencido: { es: 'Vencido', en: 'Late' },
  en_pausa: { es: 'En pausa', en: 'Paused' },
  cumplido: { es: 'Cumplido', en: 'Met' },
  incumplido: { es: 'Incumplido', en: 'Missed' },
}
/** As the screen says them, by `estadoId`. */
const STATES: Record<number, Record<Locale, string>> = {
  1: { es: 'Abierta', en: 'Open' },
  2: { es: 'En proceso', en: 'In progress' },
  3: { es: 'En espera', en: 'Waiting' },
  4: { es: 'Resuelta', en: 'Solved' },
  5: { es: 'Cerrada', en: 'Closed' },
}

export const COLUMNS: ExportColumn<Row>[] = [
  { es: 'Número', en: 'Number', type: 'integer', width: 9, of: (t) => t.id },
  { es: 'Asunto', en: 'Subject', type: 'text', width: 50, of: (t) => t.asunto },
  { es: 'Estado', en: 'Status', type: 'text', width: 14, of: (t, l) => STATES[t.estadoId]![l] },
  { es: 'Categoría', en: 'Category', type: 'text', of: (t, l) => TICKET_CATEGORIES.find(({ id }) => id === t.categoriaId)![l] },
  { es: 'Tipo', en: 'Type', type: 'text', of: (t, l) => TICKET_TYPES.find(({ id }) => id === t.tipoId)![l] },
  { es: 'País', en: 'Country', type: 'text', of: (t) => t.pais },
  { es: 'Negocio', en: 'Business', type: 'text', of: (t) => t.negocio },
  { es: 'Autor', en: 'Author', type: 'text', of: (t) => t.autor.nombre },
  { es: 'Asignada a', en: 'Assigned to', type: 'text', of: (t) => t.asignado?.nombre ?? null },
  { es: 'Creada (UTC)', en: 'Created (UTC)', type: 'datetime', of: (t) => t.creadoEn },
  { es: 'Actualizada (UTC)', en: 'Updated (UTC)', type: 'datetime', of: (t) => t.actualizadoEn },
  { es: 'Vence (UTC)', en: 'Due (UTC)', type: 'datetime', of: (t) => t.sla.venceEn },
  { es: 'Horas hábiles', en: 'Working hours', type: 'integer', width: 12, of: (t) => t.sla.horas },
  { es: 'Minutos hábiles usados', en: 'Working minutes used', type: 'integer', width: 14, of: (t) => t.sla.minutosUsados },
  { es: 'Plazo', en: 'Time limit', type: 'text', width: 14, of: (t, l) => SLA[t.sla.estado][l] },
]
