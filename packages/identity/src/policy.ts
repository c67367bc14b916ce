import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import type { Accounts } from './accounts.ts'
import type { SecondFactor } from './second-factor.ts'

// What a person may be asked during one sign-in, in this order. Every prompt is one page; after each the whole list is
// looked at again, so no page needs to know what comes before or after it.
//   login           user name and password            → acr 1
//   second_factor   the code, or enrolment             → acr 2
//   password        a new one: temporary, expired
//   kc_action       what the application asked to do   → kc_action_status

/** An action changes how one signs in: a session left open on a desk must not be enough for it (Keycloak asks the same). */
const FRESH_SECONDS = 300

export const actions = ['CONFIGURE_TOTP', 'UPDATE_PASSWORD']

const { base, Check, Prompt } = interactionPolicy

type Params = Record<string, unknown>

/** The level asked for: `claims` makes it a must, `acr_values` a wish. */
export function wantedLevel(params: Params): { level: number; essential: boolean } {
  const acr = typeof params.claims === 'string' ? JSON.parse(params.claims)?.id_token?.acr : undefined
  if (acr?.essential) return { level: lowest([].concat(acr.values ?? acr.value ?? [])), essential: true }
  const wished = typeof params.acr_values === 'string' ? params.acr_values.split(' ') : []
  return { level: lowest(wished.slice(0, 1)), essential: false }
}

const lowest = (values: unknown[]) => (values.length ? Math.min(...values.map(Number)) : 0)

/** The action of this request that is still to be done. */
const pendingAction = ({ oidc }: KoaContextWithOIDC) =>
  oidc.result?.kc_action ? undefined : actions.find((action) => action === oidc.params?.kc_action)

type Rules = Pick<Accounts, 'mustChangePassword'> & { secondFactorCompulsory: (sub: string) => Promise<boolean> }

export function createPolicy(secondFactor: SecondFactor, { mustChangePassword, secondFactorCompulsory }: Rules) {
  const passwordIsDue = async ({ oidc }: KoaContextWithOIDC) =>
    oidc.session?.accountId !== undefined && (await mustChangePassword(oidc.session.accountId)) !== undefined

  const policy = base()
  policy.remove('consent') // there is one client, and it is ours

  const login = policy.get('login')!
  login.checks.remove('essential_acrs') // they compare for equality: a session at level 2 would fail a request for 1
  login.checks.remove('essential_acr')
  login.checks.add(
    new Check(
      'account_gone',
      'the account is disabled or no longer exists',
      'login_required',
      ({ oidc }) => !!oidc.session?.accountId && !oidc.account,
    ),
  )
  login.checks.add(
    new Check('action_needs_recent_login', 'the sign-in is too old for this action', 'login_required', async (ctx) => {
      if (ctx.oidc.result?.login || !ctx.oidc.session?.past(FRESH_SECONDS)) return false
      return pendingAction(ctx) !== undefined || (await passwordIsDue(ctx))
    }),
  )

  const second = new Check('second_factor', 'a second factor is required', 'interaction_required', async (ctx) => {
    const { session, params } = ctx.oidc
    const sub = session?.accountId
    if (!sub || Number(session.acr ?? 0) >= 2) return false
    const enrolled = await secondFactor.isEnrolled(sub)
    // Replacing a second factor or a password takes the second factor; a first enrolment proves the new one itself.
    const action = pendingAction(ctx)
    if (action && (enrolled || action === 'CONFIGURE_TOTP')) return enrolled
    if (await secondFactorCompulsory(sub)) return true
    if (action) return false
    const { level, essential } = wantedLevel(params ?? {})
    return level >= 2 && (essential || enrolled)
  })
  policy.add(new Prompt({ name: 'second_factor' }, second))

  // The action asks for a new password itself.
  const password = new Check('password', 'the password must be changed', 'interaction_required', async (ctx) => {
    return pendingAction(ctx) !== 'UPDATE_PASSWORD' && (await passwordIsDue(ctx))
  })
  policy.add(new Prompt({ name: 'password' }, password))

  const action = new Check('kc_action', 'an action was requested', 'interaction_required', (ctx) => pendingAction(ctx) !== undefined)
  policy.add(new Prompt({ name: 'kc_action' }, action))

  return policy
}
