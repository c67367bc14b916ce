import type { Messages } from './text.ts'

export const faq = {
  faq_owner: ['Esa persona no mantiene las preguntas frecuentes.', 'That person does not keep the frequently asked questions.'],
  faq_order: [
    'Las preguntas de la categoría cambiaron mientras las ordenaba. Vuelva a intentarlo.',
    'The questions of the category changed while you put them in order. Try again.',
  ],
} satisfies Messages
