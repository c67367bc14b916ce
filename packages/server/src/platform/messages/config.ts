import type { Messages } from './text.ts'

export const config = {
  config_type_unknown: ['Ese parámetro no existe.', 'That parameter does not exist.'],
  role_unknown: ['Ese rol no existe.', 'That role does not exist.'],
  config_global_needed: ['El valor general no puede quitarse: escriba uno.', 'The general value cannot be taken away: enter one.'],
  config_moved: [
    '{who} cambió «{name}» mientras usted lo editaba. Revise cómo está ahora y guarde otra vez.',
    '{who} changed “{name}” while you were editing it. See how it is now and save again.',
  ],
  config_out_of_range: ['El valor debe estar entre {min} y {max}.', 'The value must be between {min} and {max}.'],
  inactivity_over_session: [
    'La inactividad no puede superar el tiempo de sesión ({max} min).',
    'Inactivity cannot exceed the session time ({max} min).',
  ],
  session_under_inactivity: [
    'El tiempo de sesión no puede ser menor que la inactividad ({min} min).',
    'The session time cannot be below the inactivity ({min} min).',
  ],
  password_age_elsewhere: [
    'La antigüedad de las contraseñas la fija el proveedor de identidad, que no se administra desde aquí.',
    'The age of passwords is set at the identity provider, which is not administered from here.',
  ],
} satisfies Messages
