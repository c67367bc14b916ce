import type { Messages } from './text.ts'

export const webhook = {
  webhook_address: [
    'Escriba una dirección https que esté fuera de la red del servidor.',
    'Write an https address outside of the server’s network.',
  ],
  webhook_inactive: ['Está inactivo y no recibe nada: actívelo primero.', 'It is inactive and receives nothing: activate it first.'],
} satisfies Messages
