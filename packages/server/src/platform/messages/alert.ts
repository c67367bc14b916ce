import type { Messages } from './text.ts'

export const alert = {
  alert_type_unknown: ['Ese tipo de alerta no existe.', 'That kind of alert does not exist.'],
  alert_moved: [
    'Otra persona, o usted en otra ventana, cambió la alerta. Revísela de nuevo.',
    'Somebody else, or you in another window, has changed the alert. Look at it again.',
  ],
  alert_everywhere: [
    'La alerta vale para toda la corporación: solo administración la cambia.',
    'The alert holds for the whole corporation: only administration changes it.',
  ],
  alert_place_unknown: [
    'El país, negocio o departamento no existe, no coincide o no está entre los suyos.',
    'The country, business or department does not exist, does not fit together or is not among yours.',
  ],
  alert_needs_place: ['Elija un país o un negocio de los suyos.', 'Choose a country or a business of yours.'],
  alert_needs_recipients: ['Elija al menos un destinatario.', 'Choose at least one recipient.'],
  alert_needs_channel: ['Elija al menos un canal.', 'Choose at least one channel.'],
  alert_window: ['La ventana debe terminar después de empezar.', 'The window must end after it begins.'],
  alert_validity: ['La vigencia debe terminar después de empezar.', 'The validity must end after it begins.'],
  alert_needs_days: ['Indique los días.', 'Enter the days.'],
  alert_needs_hours: ['Indique las horas hábiles.', 'Enter the working hours.'],
  alert_needs_message: ['Escriba el anuncio.', 'Write the announcement.'],
  absence_same: ['El suplente debe ser otra persona.', 'The substitute must be somebody else.'],
  absence_days: [
    'La ausencia debe terminar después de empezar, y no antes de hoy.',
    'The absence must end after it begins, and not before today.',
  ],
  absence_twice: ['{who} ya está ausente entre esos días.', '{who} is away on some of these days already.'],
  absence_substitutes: [
    'Esos días es suplente de {who}. Elija antes a otra persona para esa ausencia.',
    'On these days this person substitutes for {who}. Choose somebody else for that absence first.',
  ],
  absence_substitute_away: ['{who} también está ausente esos días.', '{who} is away on these days too.'],
} satisfies Messages
