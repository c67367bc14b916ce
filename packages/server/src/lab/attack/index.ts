import { ROLE } from '@cuadre/api/roles'
import { attackRoles, attackTokens } from './calls.ts'
import { createClient } from './client.ts'
import { attackHeaders, attackLimits } from './edges.ts'
import { attackEscalation } from './escalation.ts'
import { attackFields } from './fields.ts'
import { attackFiles, attackNames } from './hostile.ts'
import { attackIdentity } from './identity.ts'
import { attackObjects } from './objects.ts'
import { attackRaces } from './races.ts'
import { createReport } from './report.ts'

type Target = {
  origin: string
  /** Of every person of the demo. */
  password: string
  /** Where the product keeps its files, if it runs on this machine. */
  dataDir?: string
  say?: (text: string) => void
}

/**
 * Attacks a running product with the demo's people, over HTTP alone, as somebody would who has an account, or none. What must hold is told by the
 * specification's tables (`oracle.ts`), not by the product. @returns how much did not hold
 */
export async function attack({ origin, password, dataDir, say = console.log }: Target): Promise<number> {
  const client = createClient(origin)
  const report = createReport(say)
  const people = {
    [ROLE.analista]: await client.signIn('rpena', password),
    [ROLE.jefatura]: await client.signIn('mduarte', password),
    [ROLE.control]: await client.signIn('bmontoya', password),
    [ROLE.gerencia]: await client.signIn('hvillalobos', password),
    [ROLE.auditor]: await client.signIn('payala', password),
    [ROLE.administrador]: await client.signIn('sbarrios', password),
  }
  const { [ROLE.analista]: analyst, [ROLE.control]: control, [ROLE.auditor]: auditor, [ROLE.administrador]: administrator } = people
  /** Of one country of three. */
  const near = await client.signIn('rvaldes', password)
  const elsewhere = [
    near,
    await client.signIn('cfuentes', password),
    await client.signIn('gerrazuriz', password),
    await client.signIn('aperez', password),
  ]

  const sections: [string, () => Promise<void>][] = [
    ['Tokens × calls', () => attackTokens(client, report, administrator)],
    ['Roles × calls', () => attackRoles(client, report, people)],
    ['Objects × people', () => attackObjects(client, report, { administrator, control }, elsewhere)],
    ['Escalation', () => attackEscalation(client, report, { control, near, administrator, analyst, auditor })],
    ['Fields that no form sends', () => attackFields(client, report, administrator)],
    ['Races', () => attackRaces(client, report, { control, administrator, jefatura: people[ROLE.jefatura], analyst }, password)],
    ['Hostile files', () => attackFiles(client, report, control, analyst)],
    ['Names', () => attackNames(client, report, administrator)],
    ['Headers', () => attackHeaders(client, report, analyst)],
    ['Identity', () => attackIdentity(client, report, 'taguirre', password)],
    ['Limits', () => attackLimits(client, report, people[ROLE.gerencia], () => client.signIn('hvillalobos', password), dataDir)],
  ]
  for (const [name, run] of sections) {
    report.begin(name)
    const since = performance.now()
    // One that breaks off must not pass for one that held.
    await run().catch((error) => report.check(false, `breaks off: ${error instanceof Error ? error.stack : error}`))
    report.end(since)
  }
  return report.close()
}
