import type { Messages } from './text.ts'

export const department = {
  department_exists: [
    'Ya hay un departamento con ese nombre en el negocio.',
    'There is a department with that name in the business already.',
  ],
  chief_wrong: ['La persona elegida no está activa o no es jefatura de área.', 'The person chosen is not active or is not a head of area.'],
  department_wrong: [
    'El departamento no es del negocio de la cuenta {code}.',
    'The department does not belong to the business of account {code}.',
  ],
  department_in_use: [
    'El departamento tiene {cuentas} {cuentas:cuenta activa|cuentas activas} y {analisis} análisis sin terminar: páselos antes a otro.',
    'The department has {cuentas} active {cuentas:account|accounts} and {analisis} unfinished {analisis:analysis|analyses}: move them to another one first.',
  ],
  department_open_work: [
    'El departamento tiene {n} análisis sin terminar: elija otra jefatura en vez de dejarlo sin ella.',
    'The department has {n} unfinished {n:analysis|analyses}: choose another head instead of leaving it without one.',
  ],
  department_unknown: ['Ese departamento no existe o está inactivo.', 'That department does not exist or is inactive.'],
} satisfies Messages
