import type { Messages } from './text.ts'

export const tieOut = {
  load_untied: ['No se carga: no cuadran {rules}.', 'Not loaded: these do not tie out: {rules}.'],
  tie_out_sides: ['Escriba las cuentas de los dos lados.', 'Write the accounts of both sides.'],
  tie_out_name: ['Ya hay una regla con ese nombre.', 'There is a rule of that name already.'],
  tie_out_no_figure: ['Esa regla no compara con una cifra de control.', 'That rule does not compare with a control figure.'],
} satisfies Messages
