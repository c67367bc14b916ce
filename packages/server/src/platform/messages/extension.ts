import type { Messages } from './text.ts'

export const extension = {
  extension_not_yours: ['{code}: no espera nada de usted.', '{code}: it does not wait for you.'],
  extension_not_later: [
    '{code}: la nueva fecha debe ser posterior al vencimiento.',
    '{code}: the new date must be later than the deadline.',
  ],
  extension_over: ['{code}: la nueva fecha ya pasó.', '{code}: the new date has passed already.'],
  extension_past_close: [
    '{code}: no se prorroga más allá del cierre de {period}.',
    '{code}: no extension goes beyond the close of {period}.',
  ],
  extension_waiting: ['{code}: ya hay una prórroga por decidir.', '{code}: an extension waits for a decision already.'],
  extension_twice: ['{code}: ya tuvo {max} prórrogas.', '{code}: it has had {max} extensions.'],
  extension_reopened: [
    '{code}: {period} está cerrado y reabierto solo para su negocio, hasta su propio plazo; ahí no hay prórrogas.',
    '{code}: {period} is closed and reopened for its business alone, until a deadline of its own; there are no extensions there.',
  ],
  extension_comment: ['Escriba por qué la deniega, con {min} caracteres o más.', 'Say why you refuse it, in {min} characters or more.'],
  extension_not_level: ['Decide el nivel siguiente, nunca quien la pide.', 'The next level decides, never who asks.'],
  extension_decided: ['Esa prórroga ya está decidida.', 'That extension is decided already.'],
  extension_beyond: ['La nueva fecha pasa del cierre del período.', 'The new date lies beyond the close of the period.'],
} satisfies Messages
