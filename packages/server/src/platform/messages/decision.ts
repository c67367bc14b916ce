import type { Messages } from './text.ts'

export const decision = {
  duty_uploaded: ['Usted envió este análisis: otra persona debe decidirlo.', 'You submitted this analysis: somebody else must decide it.'],
  duty_both_levels: [
    'Usted ya lo aprobó como jefatura: otra persona debe decidirlo en control.',
    'You approved it as head already: somebody else must decide it at control.',
  ],
  duty_not_author: [
    'La decisión es de otra persona: solo ella puede retirarla.',
    'Somebody else decided it: only they can take that back.',
  ],
  duty_not_yours: ['El análisis está asignado a otra persona.', 'The analysis is assigned to somebody else.'],
  analysis_not_recallable: ['No hay nada que retirar: está {state}.', 'There is nothing to take back: it is {state}.'],
  analysis_not_final: ['Solo se reabre lo aprobado: está {state}.', 'Only what is approved can be reopened: it is {state}.'],
  recall_late: ['La decisión ya tiene más de 24 horas.', 'The decision is more than 24 hours old.'],
  reject_comment: ['Escriba el motivo, con al menos 10 caracteres.', 'Give the reason, in at least 10 characters.'],
  bulk_critical: ['Es crítico: decídalo por separado.', 'It is critical: decide it on its own.'],
  reason_unknown: ['El motivo no existe, está inactivo o no corresponde.', 'The reason does not exist, is inactive or does not apply.'],
} satisfies Messages
