import type { TransferResult } from '@cuadre/api/transfer'
import { useKept, useSearchParams, useTranslation } from '@cuadre/shell'
import { Page } from '@cuadre/ui'
import { useRef, useState } from 'react'
import { accounts as accountsPage } from '../area.ts'
import { HeadingFocus } from '../shared/HeadingFocus.tsx'
import { Steps } from '../shared/Steps.tsx'
import { AccountsStep, wayOf } from './AccountsStep.tsx'
import { peopleOf, selectionOf } from './order.ts'
import { PeopleStep } from './PeopleStep.tsx'
import { ResultStep } from './ResultStep.tsx'
import { ReviewStep } from './ReviewStep.tsx'
import { NO_CODES } from './way.ts'

const STEPS = ['personas', 'cuentas', 'revision', 'resultado'] as const
type Step = (typeof STEPS)[number]

/**
 * Hands accounts over, a step at a time: who, which, what it would do, what it did. People stand in the address; what was chosen is
 * kept as long as the page is open, and who comes to a later step without it begins at the one before.
 */
export default function TransferPage() {
  const { t } = useTranslation('accounts-analysis')
  const [params, setParams] = useSearchParams()
  const people = peopleOf(params)
  /** Whose accounts they are: those of somebody else would be counted among them, and be shown nowhere. */
  const whose = people && `${people.rol}${people.origen}`
  const [chosen, setChosen] = useState(() => ({ whose, selection: selectionOf(params) }))
  const selection = chosen.whose === undefined || chosen.whose === whose ? chosen.selection : undefined
  const codes = useRef(NO_CODES)
  const [result, setResult] = useState<TransferResult>()
  const [undone, setUndone] = useState(false)
  // Also over the end of a session.
  useKept('traspaso', () => (chosen.selection && !result ? chosen : undefined), setChosen)
  const asked = STEPS.find((step) => step === params.get('paso')) ?? 'personas'
  const stepOf = (): Step => {
    // What is made is not looked at again: its result stands in place of the review.
    if (result && (asked === 'resultado' || asked === 'revision')) return 'resultado'
    if (!people || asked === 'personas' || asked === 'resultado') return 'personas'
    return asked === 'revision' && !selection ? 'cuentas' : asked
  }
  const step = stepOf()
  const shown = step === 'resultado' && undone ? 'deshecho' : step
  const go = (to: Step) => {
    const next = new URLSearchParams(params)
    next.set('paso', to)
    setParams(next)
  }
  return (
    <Page
      fill={step === 'cuentas' && wayOf(params) === 'lista'}
      title={t(`transfer.heading.${shown}`)}
      crumbs={[{ label: t('crumbs.accounts') }, { label: t('account.title'), to: accountsPage.link() }, { label: t('transfer.title') }]}
      actions={
        <Steps
          label={t('transfer.steps')}
          steps={STEPS.map((name) => t(`transfer.step.${name}`))}
          at={STEPS.indexOf(step)}
          done={step === 'resultado'}
        />
      }
    >
      <HeadingFocus step={shown} />
      {step === 'personas' && <PeopleStep onDone={setParams} />}
      {step === 'cuentas' && people && (
        <AccountsStep
          key={whose}
          people={people}
          chosen={selection}
          codes={codes}
          onBack={() => go('personas')}
          onDone={(made) => {
            setResult(undefined)
            setChosen({ whose, selection: made })
            go('revision')
          }}
        />
      )}
      {step === 'revision' && people && selection && (
        <ReviewStep
          people={people}
          selection={selection}
          onBack={() => go('cuentas')}
          onDone={(done) => {
            setResult(done)
            setUndone(false)
            setParams({ paso: 'resultado' })
          }}
        />
      )}
      {step === 'resultado' && result && (
        <ResultStep
          result={result}
          undone={undone}
          onUndone={() => setUndone(true)}
          onAgain={() => {
            setChosen({ whose: undefined, selection: undefined })
            codes.current = NO_CODES
            setParams({})
          }}
        />
      )}
    </Page>
  )
}
