import type { Messages } from './text.ts'

export const session = {
  account_not_linked: [
    'Su cuenta de acceso no está vinculada a un usuario de Cuadre. Pida el alta a administración.',
    'Your sign-in account is not linked to a Cuadre user. Ask administration for it.',
  ],
  role_not_available: ['No tiene ese rol.', 'You do not have that role.'],
  business_out_of_scope: [
    'Ese negocio no está entre los suyos, o no es el elegido arriba.',
    'That business is not among yours, or is not the one chosen above.',
  ],
  user_not_active: ['El usuario no existe o está inactivo.', 'The user does not exist or is inactive.'],
  avatar_too_large: ['La foto supera los 256 kB o los 512 píxeles de lado.', 'The picture is larger than 256 kB or 512 pixels a side.'],
  support_too_many: [
    'Ya se recibieron muchos mensajes. Espere una hora o llame a soporte.',
    'Many messages have come in already. Wait an hour or call support.',
  ],
} satisfies Messages
