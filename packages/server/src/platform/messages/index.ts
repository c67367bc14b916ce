import { REFUSALS, ROW_REFUSALS } from '@cuadre/tables'
import type { Locale } from '../http/context.ts'
import { account } from './account.ts'
import { alert } from './alert.ts'
import { analysis } from './analysis.ts'
import { annex } from './annex.ts'
import { auditor } from './auditor.ts'
import { balance } from './balance.ts'
import { binder } from './binder.ts'
import { business } from './business.ts'
import { calendar } from './calendar.ts'
import { chart } from './chart.ts'
import { config } from './config.ts'
import { country } from './country.ts'
import { dashboard } from './dashboard.ts'
import { decision } from './decision.ts'
import { delivery } from './delivery.ts'
import { department } from './department.ts'
import { document } from './document.ts'
import { exchangeRate } from './exchange-rate.ts'
import { extension } from './extension.ts'
import { faq } from './faq.ts'
import { group } from './group.ts'
import { heading } from './heading.ts'
import { http } from './http.ts'
import { identity } from './identity.ts'
import { observation } from './observation.ts'
import { organisation } from './organisation.ts'
import { period } from './period.ts'
import { reminder } from './reminder.ts'
import { resource } from './resource.ts'
import { role } from './role.ts'
import { sample } from './sample.ts'
import { service } from './service.ts'
import { session } from './session.ts'
import { status } from './status.ts'
import { subManagement } from './sub-management.ts'
import { template } from './template.ts'
import { dayText, fill, type Messages, type Params, periodText } from './text.ts'
import { threshold } from './threshold.ts'
import { ticket } from './ticket.ts'
import { tieOut } from './tie-out.ts'
import { transfer } from './transfer.ts'
import { upload } from './upload.ts'
import { user } from './user.ts'
import { webhook } from './webhook.ts'
import { workbook } from './workbook.ts'

export type { Params } from './text.ts'

const ofNouns = {
  ...account,
  ...alert,
  ...analysis,
  ...annex,
  ...auditor,
  ...balance,
  ...binder,
  ...business,
  ...calendar,
  ...chart,
  ...config,
  ...country,
  ...dashboard,
  ...decision,
  ...delivery,
  ...department,
  ...document,
  ...exchangeRate,
  ...extension,
  ...faq,
  ...group,
  ...heading,
  ...http,
  ...identity,
  ...observation,
  ...organisation,
  ...period,
  ...reminder,
  ...resource,
  ...role,
  ...sample,
  ...service,
  ...session,
  ...status,
  ...subManagement,
  ...template,
  ...threshold,
  ...ticket,
  ...tieOut,
  ...transfer,
  ...upload,
  ...user,
  ...webhook,
  ...workbook,
}

/** Why a file or one of its rows is refused is told by the package that reads it: `file_bomba`, `row_saldo-ambiguo`. */
const ofFiles = Object.fromEntries(
  [
    ...Object.entries(REFUSALS).map(([code, text]) => [`file_${code}`, text] as const),
    ...Object.entries(ROW_REFUSALS).map(([code, text]) => [`row_${code}`, text] as const),
  ].map(([code, { es, en }]): [string, [string, string]] => [code, [es, en]]),
)
const known: Messages = { ...ofNouns, ...ofFiles }

/** The code of an error: one that has a sentence. */
export type MessageKey = keyof typeof ofNouns | `file_${keyof typeof REFUSALS}` | `row_${keyof typeof ROW_REFUSALS}`

/** Where a change is not recorded with the name of whoever made it. */
const SOMEBODY: Record<Locale, string> = {
  es: 'Otra persona, o usted en otra ventana,',
  en: 'Somebody else, or you in another window,',
}

/** The sentence of a code in a language. `period` (YYYY-MM) and `day` (YYYY-MM-DD) are written as people do. A code that another release stored with a row may have none here, and is shown itself. */
export function sentence(code: MessageKey, locale: Locale, params: Params = {}): string {
  const [es, en] = known[code] ?? [code, code]
  const text = fill(locale === 'es' ? es : en, (name) => {
    const value = String(params[name] ?? '')
    if (name === 'period') return periodText(value, locale)
    if (name === 'day') return dayText(value)
    return value || (name === 'who' ? SOMEBODY[locale] : '')
  })
  return es.startsWith('{period}') ? text.charAt(0).toUpperCase() + text.slice(1) : text
}
export const isMessage = (code: string) => code in known
