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
  periodo_cerrado: {
    es: ['Período {period} cerrado', 'El período {period} está cerrado: nada en él puede cambiar.'],
    en: ['Period {period} closed', 'Period {period} is closed: nothing in it can change.'],
  },
} satisfies Record<string, Record<Locale, [title: string, text: string]>>

export type Template = keyof typeof templates
export type TemplateParams = Record<string, string | number>

export function say(template: string, locale: Locale, params: TemplateParams): { title: string; text: string } {
  const pair = templates[template as Template]?.[locale] ?? [template, '']
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''))
  return { title: fill(pair[0]), text: fill(pair[1]) }
}
