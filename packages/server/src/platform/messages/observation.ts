import type { Messages } from './text.ts'

export const observation = {
  observation_not_yours: [
    'Responde el analista, la jefatura o control del análisis; pregunta y cierra quien la hizo, o un colega de su firma si su acceso terminó.',
    'The analyst, the head or control of the analysis answers; whoever raised it asks again and closes it, or a colleague of their firm once their access has ended.',
  ],
  observation_due_past: ['El último día para responder ya pasó.', 'The last day to answer is past.'],
  observation_moved: ['La observación está {state} o cambió mientras tanto.', 'The observation is {state}, or has changed meanwhile.'],
} satisfies Messages
