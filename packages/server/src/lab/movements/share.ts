import { fileURLToPath } from 'node:url'
import { SENSITIVITIES } from '@cuadre/api/movement'
import { judge, type Movement, type Rule, type Verdict } from '../../ledger/movement/movement.rules.ts'
import { cents } from '../../platform/money.ts'
import { type History, readMonths } from './cosif.ts'

const DEFAULTS = { minimum: cents('1000.00'), percent: 500n }
export const DEMO_MONTHS = fileURLToPath(new URL('../demo', import.meta.url))

/** How the rule judges each account in each month of real balances, counted by verdict. */
export function share(months: readonly string[], histories: readonly History[], rule: Rule) {
  return months.map((month, at) => {
    const counts: Record<Verdict, number> = { usual: 0, alto: 0, bajo: 0, silencio: 0, poca_historia: 0 }
    for (const { balances } of histories) if (balances[at] !== null) counts[judgeAt(months, balances, at, rule).verdict]++
    return { month, counts }
  })
}
export function judgeAt(months: readonly string[], balances: readonly (bigint | null)[], at: number, rule: Rule) {
  const movements: Movement[] = months.map((month, i) => {
    const [now, before] = [balances[i] ?? null, i === 0 ? null : (balances[i - 1] ?? null)]
    return { month, amount: now === null || before === null ? null : now - before }
  })
  const before = at === 0 ? null : (balances[at - 1] ?? null)
  return judge({ ...movements[at]!, before }, movements.slice(Math.max(0, at - 24), at), rule)
}

// node src/lab/movements/share.ts [folder]: the share of marks by month and sensitivity.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { months, histories } = readMonths(process.argv[2] ?? DEMO_MONTHS)
  console.log(`${months.length} months, ${histories.length} accounts`)
  for (const sensitivity of SENSITIVITIES) {
    const found = share(months, histories, { ...DEFAULTS, sensitivity })
    let [marked, judged] = [0, 0]
    for (const { month, counts } of found) {
      const marks = counts.alto + counts.bajo + counts.silencio
      const all = marks + counts.usual
      marked += marks
      judged += all
      const percent = all === 0 ? '—' : `${((marks / all) * 100).toFixed(1)} %`
      console.log(sensitivity, month, JSON.stringify(counts), percent)
    }
    console.log(sensitivity, `${marked} of ${judged}: ${((marked / judged) * 100).toFixed(2)} %`)
  }
}
