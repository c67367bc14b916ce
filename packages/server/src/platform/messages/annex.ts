import type { Messages } from './text.ts'

export const annex = {
  annex_twice: ['Ese contenido ya está en este análisis: «{name}».', 'That content is in this analysis already: “{name}”.'],
  annex_is_file: [
    'El archivo ya está entre los anexos: «{name}». Quítelo de ellos o adjunte otro.',
    'The file is among the annexes already: “{name}”. Take it out of them or attach another.',
  ],
  annex_too_many: ['Se admiten hasta {max} anexos.', 'At most {max} annexes are allowed.'],
  annex_sent: ['El anexo ya se envió: su descripción no cambia.', 'The annex was sent: its description does not change.'],
  annex_not_closed: [
    'El período no está cerrado: el anexo se agrega al enviar el análisis.',
    'The period is not closed: the annex is added when the analysis is sent.',
  ],
} satisfies Messages
