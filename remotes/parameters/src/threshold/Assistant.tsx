import type { Answer } from '@cuadre/api/endpoint'
import { proposeThreshold } from '@cuadre/api/threshold'
import { call, useTranslation } from '@cuadre/shell'
import { Money, Note } from '@cuadre/ui'
import { Form, MoneyField, useForm } from '@cuadre/ui/forms'
import { Drawer } from '@cuadre/ui/overlay'
import { useState } from 'react'

type Proposal = Answer<typeof proposeThreshold>['propuestas'][number]
const BASES = ['activos', 'ingresos', 'resultado'] as const
const AMOUNTS = ['planificacion', 'ejecucion', 'trivial'] as const

/** Materiality after ISA 320, from figures of the statements. Nothing is applied by it: an amount goes to the form when it is chosen. */
export function Assistant({ onClose, onUse }: { onClose: () => void; onUse: (amount: string) => void }) {
  const { t } = useTranslation('parameters')
  const form = useForm<Record<(typeof BASES)[number], string>>({ defaultValues: { activos: '', ingresos: '', resultado: '' } })
  const [proposals, setProposals] = useState<readonly Proposal[]>()
  return (
    <Drawer open onClose={onClose} size="half" title={t('threshold.assistantTitle')}>
      <p className="small muted">{t('threshold.assistantHint')}</p>
      <Form
        form={form}
        submit={t('threshold.propose')}
        onSubmit={async (values) => {
          const given = Object.fromEntries(BASES.filter((base) => values[base]).map((base) => [base, values[base]]))
          setProposals((await call(proposeThreshold, { query: given })).propuestas)
        }}
      >
        <div className="fields" style={{ marginBlock: 12 }}>
          {BASES.map((base) => (
            <MoneyField
              key={base}
              name={base}
              label={t(`threshold.of.${base}`)}
              optional
              validate={(value: string) => (Number(value) > 0 ? undefined : t('threshold.amountWrong'))}
            />
          ))}
        </div>
        {proposals && (
          <div className="table-frame" role="status">
            <table className="table" aria-label={t('threshold.proposals')}>
              <thead>
                <tr>
                  <th scope="col">{t('threshold.basis')}</th>
                  {AMOUNTS.map((amount) => (
                    <th key={amount} scope="col" className="end">
                      {t(`threshold.proposed.${amount}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {proposals.map((one) => (
                  <tr key={one.sobre}>
                    <td>
                      {t('threshold.partOf', { percent: Number(one.porcentaje), of: t(`threshold.of.${one.sobre}`).toLocaleLowerCase() })}
                    </td>
                    {AMOUNTS.map((amount) => (
                      <td key={amount} className="num end">
                        <Money value={one[amount]} />
                        {amount !== 'trivial' && (
                          <>
                            {' '}
                            <button
                              type="button"
                              className="link"
                              aria-label={t('threshold.useOf', {
                                amount: t(`threshold.proposed.${amount}`).toLocaleLowerCase(),
                                of: t(`threshold.of.${one.sobre}`).toLocaleLowerCase(),
                              })}
                              onClick={() => onUse(one[amount])}
                            >
                              {t('threshold.use')}
                            </button>
                          </>
                        )}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
        {proposals && <Note>{t('threshold.notApplied')}</Note>}
      </Form>
    </Drawer>
  )
}
