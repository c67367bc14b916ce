import type { Messages } from './text.ts'

export const role = {
  role_exists: ['Ya hay un rol con ese nombre.', 'There is a role with that name already.'],
  role_system: ['Los seis roles del sistema no se renombran ni se quitan.', 'The six roles of the system are neither renamed nor removed.'],
  role_in_use: [
    '{n} {n:persona tiene el rol: cámbiele|personas tienen el rol: cámbieles} el rol primero.',
    '{n} {n:person has|people have} the role: change theirs first.',
  ],
  role_moved: [
    'Otra persona, o usted en otra ventana, cambió estos permisos antes. Revíselos de nuevo.',
    'Somebody else, or you in another window, changed these permissions first. Look at them again.',
  ],
  role_not_held: ['Esa persona no tiene ese rol.', 'That person does not have that role.'],
  key_not_yours: ['Nadie da un permiso que no tiene: {key}.', 'Nobody gives a permission that they do not have: {key}.'],
  key_not_for_auditors: ['Un auditor solo lee: {key} no es para ellos.', 'An auditor only reads: {key} is not for them.'],
  exception_reason: ['Escriba por qué se hace la excepción.', 'Say why the exception is made.'],
  exception_past: ['El último día de la excepción ya pasó.', 'The last day of the exception is past.'],
  permission_of_one: ['Indique un rol o una persona, y solo uno.', 'Name either a role or a person.'],
  permission_of_role: ['Un rol tiene el permiso o no lo tiene.', 'A role has the permission or does not.'],
} satisfies Messages
