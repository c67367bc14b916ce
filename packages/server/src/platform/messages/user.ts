import type { Messages } from './text.ts'

export const user = {
  user_unknown: ['Esa persona no existe.', 'That person does not exist.'],
  user_exists: ['Ya hay una persona con ese usuario.', 'There is a person with that user name already.'],
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
  own_deactivation: ['Nadie se desactiva a sí mismo.', 'Nobody deactivates themselves.'],
  own_administration: [
    'Nadie se quita a sí mismo el rol o los permisos de administración.',
    'Nobody takes their own role or permissions of administration away.',
  ],
  last_administrator: [
    'Debe quedar al menos un administrador activo con permiso sobre usuarios y roles.',
    'At least one active administrator with permission over users and roles must remain.',
  ],
  signature_kind: ['La firma debe ser una imagen PNG o JPEG completa.', 'The signature must be a whole PNG or JPEG image.'],
  signature_too_large: ['La firma supera los 2 MB.', 'The signature is larger than 2 MB.'],
} satisfies Messages
