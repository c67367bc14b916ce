import type { Messages } from './text.ts'

export const identity = {
  '2fa_required': ['Autenticación 2FA requerida: muestre su segundo factor.', '2FA required: show your second factor.'],
  provider_action: [
    'Esto lo hace el proveedor de identidad de la corporación, no Cuadre.',
    'The identity provider of the corporation does this, not Cuadre.',
  ],
  provider_failed: ['El proveedor de identidad no respondió. Vuelva a intentarlo.', 'The identity provider did not answer. Try again.'],
  provider_away: [
    'El proveedor de identidad no responde y su sesión no se puede comprobar: deje abierta la página y vuelva a intentarlo en un minuto.',
    'The identity provider does not answer and your session cannot be checked: leave the page open and try again in a minute.',
  ],
  sign_up_off: [
    'Nadie se registra por su cuenta: pida el alta a administración.',
    'Nobody signs up themselves: ask administration for access.',
  ],
  sign_up_domain: ['Solo se admiten correos de {domains}.', 'Only e-mails of {domains} are allowed.'],
  code_wrong: [
    'El código no es correcto, venció o ya se usó. Pida otro.',
    'The code is not correct, expired or was used. Ask for another.',
  ],
  code_too_soon: ['Espere un minuto antes de pedir otro código.', 'Wait a minute before asking for another code.'],
  code_too_many: ['Ya se pidieron muchos códigos hoy. Pruebe mañana.', 'Many codes were asked for today. Try tomorrow.'],
  account_taken: ['Ese correo ya tiene una cuenta.', 'That e-mail has an account already.'],
  link_unusable: ['El enlace venció o ya se usó. Pida otro.', 'The link expired or was used already. Ask for another.'],
  password_wrong: [
    'La contraseña actual no es correcta. Después de 5 intentos hay que esperar 15 minutos.',
    'The current password is not correct. After 5 attempts you have to wait 15 minutes.',
  ],
  password_length: ['La contraseña debe tener entre 12 y 128 caracteres.', 'The password must have 12 to 128 characters.'],
  password_own_name: [
    'La contraseña no puede contener su usuario ni su correo.',
    'The password must not contain your user name or e-mail.',
  ],
  password_used: [
    'Ya usó esa contraseña. Elija una distinta de las 5 últimas.',
    'You used that password before. Choose one other than the last 5.',
  ],
  second_factor_code: ['Escriba el código de su aplicación de autenticación.', 'Enter the code of your authenticator app.'],
  second_factor_wrong: [
    'El código no es correcto o ya se usó. Espere al siguiente. Si se repite, ponga la hora del teléfono en automático.',
    'The code is not correct or was used already. Wait for the next. If it goes on, set the time of the phone to automatic.',
  ],
  second_factor_locked: ['Demasiados intentos. Espere 15 minutos.', 'Too many attempts. Wait 15 minutes.'],
  second_factor_there: [
    'Ya tiene un segundo factor. Para cambiarlo, hágalo en el proveedor.',
    'You have a second factor already. Replace it at the provider.',
  ],
  sign_in_again: ['Para esto, inicie sesión otra vez.', 'Sign in again for this.'],
  account_stopped: [
    'La persona detuvo los cambios de esta cuenta: durante 72 horas nadie entra con ella ni la cambia. Un administrador puede desbloquearla.',
    'The person stopped the changes of this account: for 72 hours nobody signs in with it or changes it. An administrator can unlock it.',
  ],
  stopped_by_owner: [
    'La persona detuvo esta cuenta: la desbloquea un administrador que no haya hecho el cambio.',
    'The person stopped this account: an administrator who did not make the change unlocks it.',
  ],
  second_administrator_missing: [
    'Para quitar este segundo factor hacen falta dos: no hay otro administrador activo que lo confirme.',
    'Taking this second factor away takes two people: there is no other active administrator to confirm it.',
  ],
  second_factor_not_asked: [
    'Nadie pide ya que se quite ese segundo factor.',
    'Nobody asks any more that this second factor is taken away.',
  ],
  own_second_factor: ['Nadie se quita a sí mismo el segundo factor desde aquí.', 'Nobody takes their own second factor away here.'],
  person_inactive: ['Esa persona está inactiva: actívela primero.', 'That person is inactive: activate them first.'],
  already_signed_in: [
    'Esa persona ya entró alguna vez: pídale una contraseña nueva.',
    'That person has signed in before: ask them for a new password instead.',
  ],
  no_sign_in_account: ['Esa persona no tiene todavía una cuenta de acceso.', 'That person has no sign-in account yet.'],
} satisfies Messages
