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
        <div role="status">
          {proposals?.map((one) => {
            const basis = t(`threshold.partOf.${one.sobre}`, { percent: Number(one.porcentaje) })
            return (
              <section key={one.sobre} aria-label={basis} style={{ marginBlockEnd: 16 }}>
                <h3 className="h3">{basis}</h3>
                <dl className="facts" style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(130px, 1fr))' }}>
                  {AMOUNTS.map((amount) => (
                    <div key={amount}>
                      <dt>{t(`threshold.proposed.${amount}`)}</dt>
                      <dd>
                        <Money value={one[amount]} />{' '}
                        {amount !== 'trivial' && (
                          <button
                            type="button"
                            className="link small"
                            aria-label={t('threshold.useOf', { amount: t(`threshold.proposed.${amount}`).toLocaleLowerCase(), basis })}
                            onClick={() => onUse(one[amount])}
                          >
                            {t('threshold.use')}
                          </button>
                        )}
                      </dd>
                    </div>
                  ))}
                </dl>
              </section>
            )
          })}
        </div>
        {proposals && <Note>{t('threshold.notApplied')}</Note>}
      </Form>
    </Drawer>
  )
}
