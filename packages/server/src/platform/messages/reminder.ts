import type { Messages } from './text.ts'

export const reminder = {
  mail_nothing_awaited: ['Ya está aprobado: no espera a nadie.', 'It is approved: it waits for nobody.'],
  mail_nobody: ['No hay a quién avisar.', 'There is nobody to tell.'],
  mail_recent: ['Ya se recordó hace menos de cuatro horas.', 'It was reminded less than four hours ago.'],
  mail_other_state: ['Ahora está {state}: no es lo que quiere anunciar.', 'It is {state} now: that is not what you mean to announce.'],
} satisfies Messages
