import { DateTime } from 'luxon'
import type { Locale } from '../http/context.ts'

/** What a person is told, in the app and by mail: a title and a sentence in both languages. {x} is filled from the params. */
export const templates = {
  asignacion: {
    es: ['Cuentas asignadas', 'Se le asignaron {n} cuentas de {business}.'],
    en: ['Accounts assigned', '{n} accounts of {business} were assigned to you.'],
  },
  saldos_cargados: {
    es: ['Saldos de {period} cargados', 'Tiene {n} análisis por preparar. Vencen el {due}.'],
    en: ['Balances of {period} loaded', 'You have {n} analyses to prepare. They are due {due}.'],
  },
  saldo_cambiado: {
    es: ['Cambió el saldo de {account}', 'El saldo de {account} en {period} cambió después de su envío: el análisis vuelve a pendiente.'],
    en: [
      'The balance of {account} changed',
      'The balance of {account} in {period} changed after you submitted: the analysis is pending again.',
    ],
  },
  enviado: {
    es: ['Análisis por aprobar: {account}', '{who} envió el análisis de {account} de {period}.'],
    en: ['Analysis to approve: {account}', '{who} submitted the analysis of {account} for {period}.'],
  },
  aprobado_jefatura: {
    es: ['Por aprobar en control: {account}', '{who} aprobó el análisis de {account} de {period} en jefatura.'],
    en: ['To approve at control: {account}', '{who} approved the analysis of {account} for {period} as head.'],
  },
  rechazado: {
    es: ['Análisis rechazado: {account}', '{who} rechazó el análisis de {account} de {period}: «{comment}»'],
    en: ['Analysis rejected: {account}', '{who} rejected the analysis of {account} for {period}: “{comment}”'],
  },
  aprobado_final: {
    es: ['Análisis aprobado: {account}', '{who} aprobó el análisis de {account} de {period} en control.'],
    en: ['Analysis approved: {account}', '{who} approved the analysis of {account} for {period} at control.'],
  },
  periodo_abierto: {
    es: ['Período {period} abierto', 'El período {period} está abierto. Los análisis vencen el {due}.'],
    en: ['Period {period} opened', 'Period {period} is open. Analyses are due {due}.'],
  },
  periodo_cambiado: {
    es: ['Cambiaron los plazos de {period}', 'Los plazos de {period} cambiaron. Los análisis vencen el {due}.'],
    en: ['The deadlines of {period} changed', 'The deadlines of {period} changed. Analyses are due {due}.'],
  },
  periodo_en_cierre: {
    es: ['Período {period} en cierre', 'El período {period} está en cierre: ya no admite cargas, y lo que está en curso puede terminarse.'],
    en: ['Period {period} is closing', 'Period {period} is closing: it takes no more loads, and what is in progress may finish.'],
  },
  periodo_reabierto: {
    es: ['Período {period} reabierto', 'El período {period} vuelve a estar en cierre: lo que está en curso puede terminarse.'],
    en: ['Period {period} reopened', 'Period {period} is closing again: what is in progress may finish.'],
  },
  periodo_cerrado: {
    es: ['Período {period} cerrado', 'El período {period} está cerrado: nada en él puede cambiar.'],
    en: ['Period {period} closed', 'Period {period} is closed: nothing in it can change.'],
  },
  invitacion: {
    es: [
      'Su acceso a Cuadre',
      'Se le dio de alta en Cuadre. Entre con el usuario {user} y la contraseña temporal {secret} y cámbiela al entrar.',
    ],
    en: ['Your access to Cuadre', 'You were added to Cuadre. Sign in as {user} with the temporary password {secret} and change it then.'],
  },
  invitacion_cuenta: {
    es: ['Su acceso a Cuadre', 'Se le dio de alta en Cuadre. Entre con la cuenta corporativa que ya tiene para {email}.'],
    en: ['Your access to Cuadre', 'You were added to Cuadre. Sign in with the corporate account that you already have for {email}.'],
  },
  codigo_correo: {
    es: ['Su código de Cuadre', 'El código para confirmar su correo es {secret}. Vale 10 minutos. Si no lo pidió, no haga nada.'],
    en: [
      'Your Cuadre code',
      'The code to confirm your e-mail is {secret}. It is good for 10 minutes. If you did not ask for it, do nothing.',
    ],
  },
  registro_existente: {
    es: [
      'Ya tiene una cuenta de Cuadre',
      'Alguien pidió una cuenta con este correo, que ya tiene una. Si fue usted, entre con ella o pida otra contraseña.',
    ],
    en: [
      'You have a Cuadre account already',
      'Somebody asked for an account with this e-mail, which has one. If it was you, sign in with it or ask for another password.',
    ],
  },
  registro_confirmado: {
    es: ['Alta por decidir: {name}', '{name} ({email}) confirmó su correo y espera que se le dé de alta.'],
    en: ['Access to decide: {name}', '{name} ({email}) confirmed their e-mail and waits to be added.'],
  },
  recuperar_contrasena: {
    es: [
      'Nueva contraseña de Cuadre',
      'Con el enlace puede elegir otra contraseña, una vez y durante 30 minutos. Si no lo pidió, no haga nada.',
    ],
    en: [
      'New Cuadre password',
      'With the link you can choose another password, once, for 30 minutes. If you did not ask for it, do nothing.',
    ],
  },
  contrasena_cambiada: {
    es: ['Su contraseña cambió', 'La contraseña de su cuenta de Cuadre se cambió. Si no fue usted, avise a soporte enseguida.'],
    en: ['Your password changed', 'The password of your Cuadre account was changed. If it was not you, tell support at once.'],
  },
  segundo_factor_activado: {
    es: ['Verificación en dos pasos activada', 'Su cuenta pide desde ahora un segundo factor. Si no fue usted, avise a soporte enseguida.'],
    en: ['Two-step verification is on', 'Your account asks for a second factor from now on. If it was not you, tell support at once.'],
  },
  segundo_factor_quitado: {
    es: [
      'Verificación en dos pasos quitada',
      '{who} quitó el segundo factor de su cuenta y cerró sus sesiones. Si no lo pidió, avise a soporte.',
    ],
    en: [
      'Two-step verification was removed',
      '{who} removed the second factor of your account and ended your sessions. If you did not ask for it, tell support.',
    ],
  },
  cuenta_desbloqueada: {
    es: ['Su cuenta fue desbloqueada', '{who} desbloqueó su cuenta: puede volver a intentar el ingreso. Si no lo pidió, avise a soporte.'],
    en: [
      'Your account was unlocked',
      '{who} unlocked your account: you can try to sign in again. If you did not ask for it, tell support.',
    ],
  },
  sesiones_cerradas: {
    es: ['Sus sesiones se cerraron', '{who} cerró todas sus sesiones de Cuadre. Vuelva a iniciar sesión.'],
    en: ['Your sessions were ended', '{who} ended all your sessions of Cuadre. Sign in again.'],
  },
  soporte: {
    es: ['Soporte: {subject}', '{name} ({from}) escribe: {message}'],
    en: ['Support: {subject}', '{name} ({from}) writes: {message}'],
  },
} satisfies Record<string, Record<Locale, [title: string, text: string]>>

export type Template = keyof typeof templates
export type TemplateParams = Record<string, string | number>

/**
 * The title and the sentence of a template. `period` (YYYY-MM) and `due` (an ISO moment) are written out in the language,
 * `due` in the zone in which deadlines are local.
 */
export function say(template: string, locale: Locale, params: TemplateParams, zone = 'utc'): { title: string; text: string } {
  const pair = templates[template as Template]?.[locale] ?? [template, '']
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => written(name, params[name] ?? '', locale, zone))
  return { title: fill(pair[0]), text: fill(pair[1]) }
}

function written(name: string, value: string | number, locale: Locale, zone: string): string {
  if (name !== 'period' && name !== 'due') return String(value)
  const moment = DateTime.fromISO(String(value), { zone }).setLocale(locale)
  // Whatever is not a month or a moment stays as it was given.
  if (!moment.isValid) return String(value)
  if (name === 'period') return moment.toFormat(locale === 'es' ? "LLLL 'de' yyyy" : 'LLLL yyyy')
  return moment.toFormat(locale === 'es' ? "d 'de' LLLL 'de' yyyy, HH:mm" : 'LLLL d, yyyy, HH:mm')
}
