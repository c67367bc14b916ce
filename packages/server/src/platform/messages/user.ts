import type { Messages } from './text.ts'

export const user = {
  user_unknown: ['Esa persona no existe.', 'That person does not exist.'],
  user_exists: ['Ya hay una persona con ese usuario. Pruebe «{free}».', 'There is a person with that user name already. Try “{free}”.'],
  email_exists: ['Ya hay una persona con ese correo.', 'There is a person with that e-mail already.'],
  identity_taken: [
    'El proveedor de identidad ya tiene otra cuenta con ese dato.',
    'The identity provider has another account with that already.',
  ],
  identity_unavailable: [
    'Se guardó, pero el proveedor de identidad no respondió: la cuenta de acceso no está al día. Guarde de nuevo.',
    'It was saved, but the identity provider did not answer: the sign-in account is not up to date. Save again.',
  ],
  role_twice: ['Solo un rol de cada tipo: {role} se repite.', 'Only one role of each type: {role} is there twice.'],
  role_active_missing: ['El rol activo debe ser uno de los suyos.', 'The active role must be one of theirs.'],
  role_of_auditors: [
    'El rol de auditor se da solo a auditores, y un auditor no tiene otro.',
    'The role of auditor is for auditors alone, and an auditor has no other.',
  ],
  scope_required: ['Indique los países o negocios de control o gerencia.', 'Name the countries or businesses of control or management.'],
  scope_needless: ['Solo control y gerencia llevan países y negocios.', 'Only control and management have countries and businesses.'],
  scope_unknown: [
    'Un país o negocio del alcance no existe o no está entre los suyos.',
    'A country or business of the scope does not exist or is not among yours.',
  ],
  administrator_only: [
    'Solo un administrador cambia a los administradores y su rol.',
    'Only an administrator changes administrators and their role.',
  ],
  rank_role: [
    'Esta persona tiene el rol {role}, que no está por debajo del suyo: lo hace un administrador.',
    'This person has the role {role}, which is not below yours: an administrator does this.',
  ],
  rank_scope: [
    'Esta persona trabaja también en países o negocios que no son los suyos: lo hace un administrador.',
    'This person works in countries or businesses that are not yours too: an administrator does this.',
  ],
  rank_key: [
    'Esta persona tiene un permiso que usted no tiene ({key}): lo hace un administrador.',
    'This person has a permission that you do not have ({key}): an administrator does this.',
  ],
  own_deactivation: ['Nadie se desactiva a sí mismo.', 'Nobody deactivates themselves.'],
  own_administration: [
    'Nadie se quita a sí mismo el rol o los permisos de administración.',
    'Nobody takes their own role or permissions of administration away.',
  ],
  last_administrator: [
    'Debe quedar al menos un administrador activo con permiso sobre usuarios y roles.',
    'At least one active administrator with permission over users and roles must remain.',
  ],
  users_rows: ['El archivo tiene más de {max} personas: divídalo.', 'The file has more than {max} people: split it.'],
  users_empty: ['El archivo no tiene ninguna persona.', 'The file has no people.'],
  users_columns: [
    'No se reconocen las columnas: hacen falta Nombre, Usuario, Correo y Roles.',
    'The columns are not recognised: Name, User name, E-mail and Roles are needed.',
  ],
  users_unseen: ['Mire primero lo que haría el archivo.', 'Look first at what the file would do.'],
  users_moved: ['Algo cambió desde que lo miró: así quedaría ahora.', 'Something changed since you looked: this is how it would be now.'],
  users_role: ['No hay un rol «{name}».', 'There is no role “{name}”.'],
  users_place: ['No hay un país ni un solo negocio «{name}».', 'There is no country or single business “{name}”.'],
  users_department: ['No hay un departamento activo «{name}».', 'There is no active department “{name}”.'],
  users_department_several: [
    'Hay varios departamentos «{name}»: escriba «{name}, NEGOCIO».',
    'There are several departments “{name}”: write “{name}, BUSINESS”.',
  ],
  users_field: ['Falta o no es válido: {field}.', 'Missing or not valid: {field}.'],
  signature_kind: ['La firma debe ser una imagen PNG o JPEG completa.', 'The signature must be a whole PNG or JPEG image.'],
  signature_too_large: ['La firma supera los 2 MB.', 'The signature is larger than 2 MB.'],
} satisfies Messages
