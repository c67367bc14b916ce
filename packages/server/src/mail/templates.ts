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
  traspaso_recibido: {
    es: ['Recibió {n} cuentas', 'Recibió {n} cuentas de {who}, desde {period}.'],
    en: ['You received {n} accounts', 'You received {n} accounts from {who}, from {period} on.'],
  },
  traspaso_cedido: {
    es: ['{n} cuentas pasaron a {who}', '{n} de sus cuentas pasaron a {who}, desde {period}.'],
    en: ['{n} accounts went to {who}', '{n} of your accounts went to {who}, from {period} on.'],
  },
  traspaso_deshecho: {
    es: ['Traspaso deshecho', '{who} deshizo un traspaso de {n} cuentas: vuelven a quien las tenía.'],
    en: ['Transfer undone', '{who} undid a transfer of {n} accounts: they are back with whoever had them.'],
  },
  traspaso_devuelto: {
    es: ['Terminó un traspaso temporal', '{n} cuentas vuelven a quien las tenía.'],
    en: ['A temporary transfer ended', '{n} accounts are back with whoever had them.'],
  },
  prorroga_pedida: {
    es: ['Prórroga por decidir', '{who} pidió más plazo para {n} análisis, hasta el {due}.'],
    en: ['Extension to decide', '{who} asked for more time for {n} analyses, until {due}.'],
  },
  prorroga_aprobada: {
    es: ['Prórroga concedida', '{who} concedió la prórroga de {n} análisis.'],
    en: ['Extension granted', '{who} granted the extension of {n} analyses.'],
  },
  prorroga_rechazada: {
    es: ['Prórroga denegada', '{who} denegó la prórroga de {n} análisis: «{comment}»'],
    en: ['Extension refused', '{who} refused the extension of {n} analyses: “{comment}”'],
  },
  recordatorio_periodo: {
    es: ['Pendientes de {period}', '{who} le recuerda: tiene {n} análisis por atender en {period}. {comment}'],
    en: ['Open work of {period}', '{who} reminds you: {n} analyses of {period} wait for you. {comment}'],
  },
  aviso_periodo: {
    es: ['Sobre el período {period}', '{who}: {comment}'],
    en: ['About period {period}', '{who}: {comment}'],
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
