import type { Messages } from './text.ts'

export const status = {
  status_exists: ['El código {code} ya existe.', 'Code {code} exists already.'],
  status_name_exists: ['Ya hay otro que se llama «{name}».', 'There is another one called “{name}” already.'],
  status_of_system: ['Es un estado del sistema: esto no cambia.', 'It is a status of the system: this does not change.'],
  status_in_use: ['Está en uso en {n} análisis: puede desactivarlo.', 'It is in use in {n} {n:analysis|analyses}: you can deactivate it.'],
  status_contrast: [
    'El color contrasta {contrast} con el blanco; hace falta 4,5 o más.',
    'The contrast of the colour with white is {contrast}; 4.5 or more is needed.',
  ],
  status_characters: [
    'Un mínimo de caracteres solo tiene sentido si el comentario es obligatorio.',
    'A minimum of characters needs a comment that is required.',
  ],
  status_inactive: ['El estado está inactivo.', 'The status is inactive.'],
  status_other_state: ['El análisis no está en {state}.', 'The analysis is not in {state}.'],
  status_comment: ['Escriba un comentario de {n} caracteres o más.', 'Write a comment of {n} characters or more.'],
  status_reason: ['Solo un rechazo puede pedir un motivo.', 'Only a rejection can ask for a reason.'],
  reason_required: ['Elija el motivo del rechazo.', 'Choose the reason of the rejection.'],
} satisfies Messages
