import { AUTO_METHODS } from '@cuadre/api/account'
import type { AnalysisEvent } from '@cuadre/api/analysis'
import { useTranslation } from '@cuadre/shell'

/** Says what a rule did, and which one: it prepared the analysis, approved it, or left its approval to control as a sample. */
export function useCertified() {
  const { t } = useTranslation('accounts-analysis')
  return (events: readonly Pick<AnalysisEvent, 'TIPO' | 'DETALLE'>[]): string => {
    const detail = events.findLast(({ TIPO }) => TIPO === 'autocertificado')?.DETALLE
    const method = AUTO_METHODS.find((known) => known === detail?.metodo)
    if (!method) return t('shared.event.autocertificado')
    const rule = t(`account.methods.${method}`)
    const did = detail?.resultado === 'PREPARAR' ? 'rulePrepared' : detail?.muestra === true ? 'ruleSampled' : 'ruleApproved'
    return t(`shared.${did}`, { rule: rule.charAt(0).toLocaleLowerCase() + rule.slice(1) })
  }
}
