import type { Messages } from './text.ts'

export const service = {
  service_call: ['Esta llamada es de personas: un programa no la hace.', 'This call is for people: a program does not make it.'],
  service_exists: ['Ya hay un programa con ese identificador.', 'There is a program with that identifier already.'],
  service_elsewhere: [
    'El proveedor de identidad se administra en su propia consola: los programas también.',
    'The identity provider is administered in its own console: programs too.',
  ],
  service_inactive: [
    'El programa está inactivo: actívelo antes de renovar su secreto.',
    'The program is inactive: activate it before renewing its secret.',
  ],
} satisfies Messages
