import type { Messages } from './text.ts'

export const webhook = {
  webhook_address: [
    'Escriba una dirección https que esté fuera de la red del servidor.',
    'Write an https address outside of the server’s network.',
  ],
  webhook_inactive: ['Actívelo antes de probarlo.', 'Activate it before testing it.'],
} satisfies Messages
