import type { Account } from '@cuadre/api/account'
import { useTranslation } from '@cuadre/shell'
import { Note } from '@cuadre/ui'
import { useListed } from '../shared/counted.ts'
import type { AccountField } from './form.ts'

interface Props {
  /** As it is now. */
  account: Account
  taken: readonly AccountField[]
  disputed: readonly AccountField[]
  onTake: (field: AccountField) => void
}

/** Somebody saved the account meanwhile: what of theirs is in the form already, and what stays to be decided. */
export function Moved({ account, taken, disputed, onTake }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const listed = useListed()
  const said = useValue(account)
  const label = useFieldLabel()
  return (
    <div style={{ marginBlockStart: 12 }}>
      <Note kind="warning">
        <b className="strong">{t('account.moved.title')}</b> {t('account.moved.kept')}
        {taken.length > 0 && (
          <div>{t('account.moved.taken', { fields: listed(taken.map((field) => `${label(field)}: ${said(field)}`)) })}</div>
        )}
        {disputed.map((field) => (
          <div key={field}>
            {t('account.moved.disputed', { field: label(field), value: said(field) })}{' '}
            <button type="button" className="link" onClick={() => onTake(field)}>
              {t('account.moved.take', { value: said(field) })}
            </button>
          </div>
        ))}
        <div>{t('account.moved.again')}</div>
      </Note>
    </div>
  )
}

function useFieldLabel() {
  const { t } = useTranslation('accounts-analysis')
  const labels: Record<AccountField, string> = {
    CUENTA: t('account.code'),
    NOMBRE: t('account.name'),
    ID_NEGOCIO: t('account.business'),
    COD_DEPARTAMENTO: t('account.department'),
    COD_RUBRO: t('account.heading'),
    ID_ANALISTA: t('account.analyst'),
    ID_RESPALDO: t('account.backup'),
    MONEDA: t('account.currency'),
    RIESGO: t('account.risk'),
    MOTIVO_RIESGO: t('account.form.riskReason'),
    COD_PLANTILLA: t('account.template'),
    FRECUENCIA: t('account.frequency'),
    METODO_AUTO: t('account.form.method'),
    RESULTADO_AUTO: t('account.form.result'),
    ACTIVA: t('account.form.active'),
  }
  return (field: AccountField) => labels[field]
}

/** A field of an account in words. */
function useValue(account: Account) {
  const { t } = useTranslation('accounts-analysis')
  return (field: AccountField): string => {
    switch (field) {
      case 'RIESGO':
        return t(`account.risks.${account.RIESGO}`)
      case 'FRECUENCIA':
        return t(`account.frequencies.${account.FRECUENCIA}`)
      case 'METODO_AUTO':
        return account.METODO_AUTO ? t(`account.methods.${account.METODO_AUTO}`) : t('account.form.never')
      case 'RESULTADO_AUTO':
        return t(`account.results.${account.RESULTADO_AUTO}`)
      case 'ACTIVA':
        return account.ACTIVA ? t('account.moved.yes') : t('account.moved.no')
      default: {
        const NAMES = {
          ID_NEGOCIO: account.NEGOCIO,
          COD_DEPARTAMENTO: account.DEPARTAMENTO,
          COD_RUBRO: account.RUBRO,
          ID_ANALISTA: account.ANALISTA,
          ID_RESPALDO: account.RESPALDO,
          COD_PLANTILLA: account.PLANTILLA,
          CUENTA: account.CUENTA,
          NOMBRE: account.NOMBRE,
          MONEDA: account.MONEDA,
          MOTIVO_RIESGO: account.MOTIVO_RIESGO,
        }
        return NAMES[field] ?? '—'
      }
    }
  }
}
