import type { Messages } from './text.ts'

export const sample = {
  sample_empty: ['No hay análisis de los que extraer una muestra.', 'There are no analyses to draw a sample from.'],
} satisfies Messages
