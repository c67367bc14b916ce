import type { Messages } from './text.ts'

export const dashboard = {
  matrix_too_large: [
    'Son {rows} filas, más que las {most} de un Excel de la matriz. Elija un país o un negocio.',
    'These are {rows} rows, more than the {most} of a workbook of the matrix. Choose a country or a business.',
  ],
  matrix_needs_place: [
    'Elija un negocio, una subgerencia o un departamento para ver este nivel.',
    'Choose a business, a sub-management or a department to see this level.',
  ],
  thresholds_out_of_order: [
    'El umbral verde debe ser mejor que el ámbar según el sentido del indicador.',
    'The green threshold has to be better than the amber one in the sense of the metric.',
  ],
  metric_without_thresholds: ['Este indicador no tiene semáforo.', 'This metric has no traffic light.'],
  metric_switched_off: ['El indicador por defecto debe estar activo.', 'The default metric has to be in use.'],
  weights_sum: ['Los pesos deben sumar 100; suman {sum}.', 'The weights have to sum to 100; they sum to {sum}.'],
  range_backwards: ['El período inicial es posterior al final.', 'The first period is after the last.'],
  target_moved: [
    'Otra persona, o usted en otra ventana, cambió una meta mientras usted la escribía: revise cómo está ahora y guarde otra vez.',
    'Somebody else, or you in another window, changed a target while you were writing it: look at how it is now and save again.',
  ],
} satisfies Messages
