import type { KoaContextWithOIDC } from 'oidc-provider'

const es = {
  locale: 'es',
  language: 'Español',
  signIn: 'Iniciar sesión',
  signInLead: 'Con su cuenta corporativa.',
  signInAgain: 'Confirme que es usted',
  signInAgainLead: 'Para continuar, ingrese otra vez su contraseña.',
  login: 'Usuario o correo',
  password: 'Contraseña',
  showPassword: 'Mostrar',
  hidePassword: 'Ocultar',
  loginMissing: 'Escriba su usuario o su correo.',
  passwordMissing: 'Escriba su contraseña.',
  forgot: 'Olvidé mi contraseña',
  wrongPassword: 'El usuario o la contraseña no son correctos. Después de 5 intentos hay que esperar 15 minutos.',
  newPasswordTitle: 'Elija una contraseña nueva',
  newPasswordLeads: {
    temporary: 'La contraseña temporal sirve solo para este primer ingreso.',
    expired: 'Su contraseña venció.',
    asked: 'Las demás sesiones abiertas se cerrarán.',
  },
  newPassword: 'Contraseña nueva',
  repeatPassword: 'Repita la contraseña',
  passwordRules: 'Al menos 12 caracteres, sin su usuario ni su correo. Sirve una frase.',
  savePassword: 'Guardar contraseña',
  passwordsDiffer: 'Las dos contraseñas no son iguales.',
  weaknesses: {
    length: 'La contraseña debe tener entre 12 y 128 caracteres.',
    own_name: 'La contraseña no puede contener su usuario ni su correo.',
    used: 'Ya usó esa contraseña. Elija una distinta de las 5 últimas.',
  },
  codeTitle: 'Segundo factor',
  codeLead: 'Abra su aplicación de autenticación y escriba el código de 6 dígitos de Cuadre.',
  code: 'Código',
  verify: 'Verificar',
  wrongCode: 'El código no es correcto o ya se usó. Espere al siguiente. Si se repite, ponga la hora del teléfono en automático.',
  codeLocked: 'Demasiados intentos. Espere 15 minutos y vuelva a probar.',
  useRecovery: 'Usar un código de recuperación',
  useCode: 'Usar la aplicación de autenticación',
  recoveryLead: 'Escriba uno de los códigos que guardó al activar el segundo factor. Cada uno sirve una vez.',
  recoveryCode: 'Código de recuperación',
  wrongRecovery: 'El código de recuperación no es correcto o ya se usó.',
  enrolTitle: 'Active el segundo factor',
  enrolStep1: 'Escanee este código con su aplicación de autenticación.',
  enrolQr: 'Código QR para la aplicación de autenticación',
  enrolOpen: 'Abrir en este dispositivo',
  enrolKey: 'O escriba esta clave en la aplicación:',
  enrolStep2: 'Escriba el código de 6 dígitos que muestra la aplicación.',
  activate: 'Activar',
  cancel: 'Ahora no',
  recoveryTitle: 'Guarde sus códigos de recuperación',
  recoveryShown: 'Sirven para ingresar si pierde el dispositivo. Cada uno se usa una vez, y no se volverán a mostrar.',
  recoveryDownload: 'Descargar los códigos',
  recoverySaved: 'Ya los guardé, continuar',
  signOutTitle: '¿Cerrar la sesión?',
  signOutLead: 'Se cerrará en todas las pestañas de este navegador.',
  signOut: 'Cerrar sesión',
  stay: 'Seguir en Cuadre',
  signingOut: 'Cerrando la sesión…',
  signedOut: 'La sesión se cerró',
  signedOutLead: 'Ya puede cerrar esta ventana.',
  toApplication: 'Ir a Cuadre',
  staleTitle: 'Esta página ya no es válida',
  staleLead: 'Pasó demasiado tiempo o ya se usó. Vuelva a la aplicación para ingresar.',
  errorTitle: 'No se pudo completar el ingreso',
  errorLead: 'La aplicación envió una solicitud que no se puede atender. Vuelva a intentarlo desde el inicio.',
  errorCode: 'Detalle para soporte',
}

export type Texts = typeof es
export type Locale = 'es' | 'en'

const en: Texts = {
  locale: 'en',
  language: 'English',
  signIn: 'Sign in',
  signInLead: 'With your corporate account.',
  signInAgain: 'Confirm it is you',
  signInAgainLead: 'To continue, enter your password again.',
  login: 'User name or e-mail',
  password: 'Password',
  showPassword: 'Show',
  hidePassword: 'Hide',
  loginMissing: 'Enter your user name or e-mail.',
  passwordMissing: 'Enter your password.',
  forgot: 'I forgot my password',
  wrongPassword: 'The user name or the password is not correct. After 5 attempts you have to wait 15 minutes.',
  newPasswordTitle: 'Choose a new password',
  newPasswordLeads: {
    temporary: 'The temporary password is for this first sign-in only.',
    expired: 'Your password expired.',
    asked: 'Your other open sessions will be signed out.',
  },
  newPassword: 'New password',
  repeatPassword: 'Repeat the password',
  passwordRules: 'At least 12 characters, without your user name or e-mail. A phrase will do.',
  savePassword: 'Save password',
  passwordsDiffer: 'The two passwords are not the same.',
  weaknesses: {
    length: 'The password must have 12 to 128 characters.',
    own_name: 'The password must not contain your user name or e-mail.',
    used: 'You used that password before. Choose one other than the last 5.',
  },
  codeTitle: 'Second factor',
  codeLead: 'Open your authenticator app and enter the 6-digit code for Cuadre.',
  code: 'Code',
  verify: 'Verify',
  wrongCode: 'The code is not correct or was already used. Wait for the next one. If it goes on, set the time of the phone to automatic.',
  codeLocked: 'Too many attempts. Wait 15 minutes and try again.',
  useRecovery: 'Use a recovery code',
  useCode: 'Use the authenticator app',
  recoveryLead: 'Enter one of the codes you saved when you turned the second factor on. Each one works once.',
  recoveryCode: 'Recovery code',
  wrongRecovery: 'The recovery code is not correct or was already used.',
  enrolTitle: 'Turn on the second factor',
  enrolStep1: 'Scan this code with your authenticator app.',
  enrolQr: 'QR code for the authenticator app',
  enrolOpen: 'Open on this device',
  enrolKey: 'Or type this key into the app:',
  enrolStep2: 'Enter the 6-digit code the app shows.',
  activate: 'Turn on',
  cancel: 'Not now',
  recoveryTitle: 'Save your recovery codes',
  recoveryShown: 'They let you in if you lose the device. Each one works once, and they will not be shown again.',
  recoveryDownload: 'Download the codes',
  recoverySaved: 'I saved them, continue',
  signOutTitle: 'Sign out?',
  signOutLead: 'You will be signed out in every tab of this browser.',
  signOut: 'Sign out',
  stay: 'Stay in Cuadre',
  signingOut: 'Signing out…',
  signedOut: 'You are signed out',
  signedOutLead: 'You can close this window now.',
  toApplication: 'Go to Cuadre',
  staleTitle: 'This page is no longer valid',
  staleLead: 'It took too long or was already used. Go back to the application to sign in.',
  errorTitle: 'The sign-in could not be completed',
  errorLead: 'The application sent a request that cannot be served. Try again from the start.',
  errorCode: 'Detail for support',
}

export const texts: Record<Locale, Texts> = { es, en }

const LOCALE_COOKIE = 'KEYCLOAK_LOCALE'

const known = (tag: unknown): Locale | undefined => {
  const language = String(tag ?? '')
    .slice(0, 2)
    .toLowerCase()
  return language === 'es' || language === 'en' ? language : undefined
}

/** The choice on the page, then the application's (`ui_locales`), then the last one: pages of errors and of signing out are asked for without. Then Spanish. */
export function localeOf(ctx: KoaContextWithOIDC, uiLocales: unknown = ctx.query.ui_locales): Locale {
  const last = known(ctx.cookies.get(LOCALE_COOKIE, { signed: false }))
  const asked = [ctx.query.kc_locale, ...String(uiLocales ?? '').split(' ')].map(known).find(Boolean)
  if (asked && asked !== last)
    ctx.cookies.set(LOCALE_COOKIE, asked, { signed: false, sameSite: 'lax', path: ctx.state.realmPath, maxAge: 365 * 86400e3 })
  return asked ?? last ?? 'es'
}
