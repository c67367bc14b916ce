import type { Messages } from './text.ts'

export const auditor = {
  auditor_without_access: [
    'Su acceso como auditor no está definido. Pídalo a administración.',
    'Your access as auditor is not set. Ask administration.',
  ],
  auditor_not_yet: ['Su acceso como auditor empieza el {day}.', 'Your access as auditor begins on {day}.'],
  auditor_expired: ['Su acceso como auditor venció el {day}.', 'Your access as auditor expired on {day}.'],
  auditor_unmarked: [
    'El documento «{name}» no admite su marca de agua (tiene contraseña o está dañado). Pida una copia a control.',
    'The document “{name}” cannot carry your watermark (it has a password or is damaged). Ask control for a copy.',
  ],
  auditor_no_export: ['Su acceso como auditor no incluye exportar.', 'Your access as auditor does not include exports.'],
  auditor_no_documents: ['Su acceso como auditor no incluye los documentos.', 'Your access as auditor does not include documents.'],
  auditor_no_binder: [
    'Un expediente lleva fechas de firma y comentarios internos, que su acceso como auditor no incluye.',
    'A binder has signature dates and internal comments, which your access as auditor does not include.',
  ],
  auditor_no_dates: [
    'Su acceso como auditor no incluye las fechas de firma: no se filtra ni ordena por ellas.',
    'Your access as auditor does not include signature dates: there is no filter or order by them.',
  ],
  auditor_dates_order: ['El último día no puede ser anterior al primero.', 'The last day cannot be before the first.'],
  auditor_dates_long: ['El acceso de un auditor dura a lo sumo {max} días.', 'The access of an auditor lasts at most {max} days.'],
  auditor_dates_past: ['El último día ya pasó.', 'The last day has passed already.'],
} satisfies Messages
