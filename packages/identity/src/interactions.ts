import type Provider from 'oidc-provider'
import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import type { Account, Accounts } from './accounts.ts'
import { now } from './clock.ts'
import { readForm } from './form.ts'
import type { Keys } from './keys.ts'
import type { IdentityEvent } from './options.ts'
import { codePage, recoveryPage } from './pages/code-page.ts'
import { enrolPage, recoveryCodesPage } from './pages/enrol-page.ts'
import { type Page, show } from './pages/layout.ts'
import { passwordPage } from './pages/password-page.ts'
import { signInPage } from './pages/sign-in-page.ts'
import { type Locale, localeOf, texts } from './pages/texts.ts'
import { readable, type SecondFactor } from './second-factor.ts'
import { showError } from './trouble.ts'

type Parts = {
  provider: Provider
  keys: Pick<Keys, 'seal' | 'open'>
  accounts: Accounts
  secondFactor: SecondFactor
  passwordChanged?: ((sub: string) => Promise<void>) | undefined
  log: (event: IdentityEvent) => void
}
type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>
type Result = Parameters<Provider['interactionResult']>[2]

/** The pages of a sign-in: one per prompt of policy.ts. GET shows, POST answers and hands back to the provider. */
export function createInteractions({ provider, keys, accounts, secondFactor, passwordChanged, log }: Parts) {
  return async function interact(ctx: KoaContextWithOIDC, uid: string) {
    try {
      const interaction = await provider.interactionDetails(ctx.req, ctx.res)
      if (interaction.uid !== uid) throw new errors.SessionNotFound('interaction and cookie do not match')
      const form = ctx.method === 'POST' ? await readForm(ctx.req) : undefined
      const locale = localeOf(ctx, interaction.params.ui_locales)
      if (ctx.query.kc_locale && !form) {
        // Of the pages that follow in this sign-in too, whatever the application asked for.
        interaction.params.ui_locales = locale
        await interaction.persist()
      }
      const step = { ctx, interaction, form, locale, text: texts[locale] }
      if (interaction.prompt.name === 'login') return await askPassword(step)
      const sub = interaction.session?.accountId
      const account = sub && (await accounts.find({ sub }))
      if (!account) throw new errors.SessionNotFound('nobody is signed in')
      if (interaction.result?.enrolled) return showRecoveryCodes(step, String(interaction.result.enrolled))
      if (interaction.prompt.name === 'second_factor')
        return account.secondFactor ? await askCode(step, account) : await enrol(step, account)
      if (interaction.prompt.name === 'password' || interaction.params.kc_action === 'UPDATE_PASSWORD')
        return await askNewPassword(step, account)
      return await enrol(step, account)
    } catch (error) {
      if (!(error instanceof errors.OIDCProviderError)) throw error
      ctx.status = error.statusCode
      showError(ctx, { error: error.error }, error)
    }
  }

  type Step = { ctx: KoaContextWithOIDC; interaction: Interaction; form?: URLSearchParams; locale: Locale; text: (typeof texts)['es'] }

  async function askPassword(step: Step) {
    const { ctx, interaction, form, text } = step
    const { home } = ctx.state as { home: string }
    const sub = interaction.session?.accountId
    const again = sub !== undefined
    if (!form) {
      const known = sub ? (await accounts.find({ sub }))?.username : interaction.params.login_hint
      return render(step, signInPage(text, { home, login: String(known ?? ''), again }))
    }
    const login = (form.get('username') ?? '').trim()
    const password = form.get('password') ?? ''
    const missing = { ...(!login && { login: text.loginMissing }), ...(!password && { password: text.passwordMissing }) }
    if (Object.keys(missing).length) return render(step, signInPage(text, { home, login, again, errors: missing }))
    // The address of the connection itself: a header could name any.
    const account = await accounts.signIn(login, password, ctx.req.socket.remoteAddress)
    if (!account) return render(step, signInPage(text, { home, login, again, errors: { password: text.wrongPassword } }))
    log({ type: 'sign-in', sub: account.sub, acr: '1' })
    // Not remembered: like Keycloak's, the cookie ends with the browser; how long the session lasts is up to the server.
    await finish(step, { login: { accountId: account.sub, acr: '1', amr: ['pwd'], ts: now(), remember: false } })
  }

  async function askCode(step: Step, account: Account) {
    const { ctx, form, text } = step
    const withRecovery = ctx.query.with === 'recovery'
    const page = withRecovery ? recoveryPage : codePage
    if (!form) return render(step, page(text))
    const check = withRecovery
      ? await secondFactor.redeem(account.sub, form.get('recovery_code') ?? '')
      : await secondFactor.verify(account.sub, form.get('code') ?? '')
    if (check === 'locked') return render(step, page(text, text.codeLocked))
    if (check === 'wrong') return render(step, page(text, withRecovery ? text.wrongRecovery : text.wrongCode))
    log({ type: 'sign-in', sub: account.sub, acr: '2' })
    await finish(step, { login: await atLevel2(step, account.sub) })
  }

  async function askNewPassword(step: Step, { sub }: Account) {
    const { interaction, form, text } = step
    const reason = (await accounts.mustChangePassword(sub)) ?? 'asked'
    const asked = interaction.prompt.name === 'kc_action'
    // What must be, cannot be put off.
    const optional = asked && reason === 'asked'
    if (optional && form?.has('cancel')) return await finish(step, { kc_action: { status: 'cancelled' } })
    if (!form) return render(step, passwordPage(text, { reason, optional }))
    const password = form.get('new_password') ?? ''
    if (password !== form.get('repeat_password'))
      return render(step, passwordPage(text, { reason, optional, errors: { repeat: text.passwordsDiffer } }))
    const weakness = await accounts.setPassword(sub, password)
    if (weakness) return render(step, passwordPage(text, { reason, optional, errors: { password: text.weaknesses[weakness] } }))
    await accounts.endOtherSessions(sub, interaction.session?.uid ?? '')
    // It is changed: whoever cannot be told now is not kept from going on.
    await passwordChanged?.(sub).catch((error) => log({ type: 'error', message: String(error) }))
    await finish(step, asked ? { kc_action: { status: 'success' } } : {})
  }

  async function enrol(step: Step, account: Account) {
    const { interaction, form, text } = step
    const asked = interaction.prompt.name === 'kc_action'
    if (asked && form?.has('cancel')) return await finish(step, { kc_action: { status: 'cancelled' } })
    const enrolment = `${interaction.uid} ${account.sub}`
    const offer = () => secondFactor.offer(enrolment, account.username)
    if (!form) return render(step, enrolPage(text, await offer(), asked))
    const { check, recoveryCodes } = await secondFactor.enrol(account.sub, enrolment, form.get('code') ?? '')
    if (check !== 'right') {
      return render(step, enrolPage(text, await offer(), asked, check === 'locked' ? text.codeLocked : text.wrongCode))
    }
    // Stored before the codes are shown: whoever closes the page here is enrolled all the same. Sealed, they stay with this step of the sign-in until
    // the person goes on, so that the page may be loaded again.
    await provider.interactionResult(step.ctx.req, step.ctx.res, {
      login: await atLevel2(step, account.sub),
      ...(asked && { kc_action: { status: 'success' } }),
      enrolled: keys.seal(JSON.stringify(recoveryCodes.map(readable))),
    })
    loadAgain(step)
  }

  function showRecoveryCodes(step: Step, sealed: string) {
    // The same code sent twice: the first has enrolled.
    if (step.form) return loadAgain(step)
    render(step, recoveryCodesPage(step.text, JSON.parse(keys.open(sealed)), step.interaction.returnTo))
  }

  /** The page of this step, which then shows where it stands. */
  function loadAgain({ ctx }: Step) {
    ctx.status = 303
    ctx.redirect('?')
  }

  /** The code does not replace the password: the time of the sign-in stays what it was. */
  async function atLevel2({ interaction }: Step, sub: string) {
    const session = await provider.Session.findByUid(interaction.session?.uid ?? '')
    return { accountId: sub, acr: '2', amr: ['pwd', 'otp', 'mfa'], ts: session?.loginTs ?? now(), remember: false }
  }

  async function finish({ ctx }: Step, result: Result) {
    const next = await provider.interactionResult(ctx.req, ctx.res, result)
    ctx.status = 303
    ctx.redirect(next)
  }

  function render({ ctx, locale }: Step, page: Page) {
    show(ctx, locale, page, true)
  }
}
