import type { Messages } from './text.ts'

export const subManagement = {
  sub_management_wrong: ['La subgerencia no es de ese negocio.', 'The sub-management does not belong to that business.'],
  sub_management_exists: [
    'Ya hay una subgerencia con ese nombre en el negocio.',
    'There is a sub-management with that name in the business already.',
  ],
  sub_management_in_use: [
    'La subgerencia tiene {departamentos} {departamentos:departamento activo: páselo|departamentos activos: páselos} antes a otra.',
    'The sub-management has {departamentos} active {departamentos:department: move it|departments: move them} to another one first.',
  ],
} satisfies Messages
