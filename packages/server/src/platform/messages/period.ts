import type { Messages } from './text.ts'

export const period = {
  period_exists: ['El período {period} ya existe.', 'Period {period} exists already.'],
  period_too_early: ['Un período se abre a lo sumo un mes antes.', 'A period is opened at most one month ahead.'],
  period_too_old: ['El período es anterior al año 2000. Revíselo.', 'The period lies before the year 2000. Check it.'],
  period_closed: ['El período está cerrado: nada en él puede cambiar.', 'The period is closed: nothing in it can change.'],
  period_not_open: ['El período no está abierto: ya no admite cargas.', 'The period is not open: it takes no more loads.'],
  period_due_order: [
    'Los vencimientos deben ir en orden: analista, jefatura, control, cierre.',
    'The deadlines must be in order: analyst, head, control, close.',
  ],
  period_blocked: ['El período no puede cerrarse: {checks}.', 'The period cannot be closed: {checks}.'],
  period_moved: ['Lo que muestra la lista ha cambiado. Revísela de nuevo.', 'What the list shows has changed. Look at it again.'],
  period_reason: ['Quedan avisos: escriba un motivo de 20 caracteres o más.', 'Warnings remain: write a reason of 20 characters or more.'],
  period_is_closed_already: ['El período ya está cerrado.', 'The period is closed already.'],
  period_not_closed: ['El período no está cerrado.', 'The period is not closed.'],
  check_periodo_anterior: ['hay un período anterior sin cerrar', 'an earlier period is not closed'],
  check_cadena: ['la cadena de eventos no es íntegra', 'the chain of events does not hold'],
  period_mail_soon: [
    'Ya se escribió a esos destinatarios: puede volver a hacerlo a las {at}.',
    'They were written to already: you may do it again at {at}.',
  ],
  period_mail_moved: [
    'Ahora son {n} personas, no {expected}. Revise los destinatarios.',
    'There are {n} people now, not {expected}. Check the recipients.',
  ],
  period_mail_nobody: ['No hay a quién escribir.', 'There is nobody to write to.'],
  period_submitted: [
    'Ya hay {n} análisis enviados: el período no puede regenerarse.',
    '{n} analyses are submitted already: the period cannot be generated again.',
  ],
  period_unknown: ['El período no existe.', 'The period does not exist.'],
} satisfies Messages
