import { useTranslation } from '@cuadre/shell'
import { MoneyField, SelectField, useFormContext, useWatch } from '@cuadre/ui/forms'
import { type CheckName, hasAmount, MODES, type Mode, RISKS } from './levels.ts'

/** One check of the policy: off, warning, blocking, or from which amounts by risk. */
export function CheckRow({ check, readOnly }: { check: CheckName; readOnly: boolean }) {
  const { t } = useTranslation('admin')
  const { control } = useFormContext()
  const mode = useWatch({ control, name: `${check}.mode` }) as Mode
  const name = t(`check.${check}.name`)
  return (
    <tr>
      <td>
        <span className="medium">{name}</span>
        <div className="xsmall muted">{t(`check.${check}.hint`)}</div>
      </td>
      <td>
        <SelectField
          name={`${check}.mode`}
          label={name}
          disabled={readOnly}
          options={MODES.map((value) => ({ value, label: t(`policy.modes.${value}`) }))}
        />
        {mode === 'detalle' && (
          <div className="policy-levels">
            {RISKS.map((risk) => (
              <fieldset key={risk} className="policy-level" aria-label={`${name}, ${t(`policy.risk.${risk}`)}`}>
                <span className="small medium">{t(`policy.risk.${risk}`)}</span>
                {hasAmount(check) ? (
                  <>
                    <MoneyField
                      name={`${check}.${risk}.aviso`}
                      label={t('policy.warnFrom')}
                      optional
                      disabled={readOnly}
                      positive={t('policy.positive')}
                    />
                    <MoneyField
                      name={`${check}.${risk}.bloqueo`}
                      label={t('policy.blockFrom')}
                      optional
                      disabled={readOnly}
                      positive={t('policy.positive')}
                    />
                  </>
                ) : (
                  <ByRisk path={`${check}.${risk}`} label={t('policy.mode')} readOnly={readOnly} />
                )}
              </fieldset>
            ))}
          </div>
        )}
      </td>
    </tr>
  )
}

/** Of what has no amount: it warns, blocks or neither. */
function ByRisk({ path, label, readOnly }: { path: string; label: string; readOnly: boolean }) {
  const { t } = useTranslation('admin')
  const { control, setValue } = useFormContext()
  const { aviso, bloqueo } = useWatch({ control, name: path }) as { aviso: string; bloqueo: string }
  const now: Mode = bloqueo !== '' ? 'bloquea' : aviso !== '' ? 'aviso' : 'apagada'
  return (
    <select
      className="input"
      aria-label={label}
      disabled={readOnly}
      value={now}
      onChange={({ target: { value } }) =>
        setValue(path, { aviso: value === 'aviso' ? '0.00' : '', bloqueo: value === 'bloquea' ? '0.00' : '' }, { shouldDirty: true })
      }
    >
      {MODES.slice(0, 3).map((mode) => (
        <option key={mode} value={mode}>
          {t(`policy.modes.${mode}`)}
        </option>
      ))}
    </select>
  )
}
