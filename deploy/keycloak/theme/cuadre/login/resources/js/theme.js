// Before the first paint: light or dark as the application says in the address it leads here with; the pages after that one keep it.
try {
  const asked = new URLSearchParams(location.search).get('theme')
  if (asked) sessionStorage.setItem('cuadre:theme', asked)
  const theme = sessionStorage.getItem('cuadre:theme') ?? 'light'
  document.documentElement.dataset.theme = theme
  document.documentElement.classList.toggle('pf-v5-theme-dark', theme === 'dark')
} catch {}

// The pages after one that was asked for in a language (ui_locales) keep it as well: those of errors and of signing out, which are asked for without.
try {
  const { lang } = document.documentElement
  if (lang && new URLSearchParams(location.search).has('ui_locales')) {
    const path = location.pathname.split('/').slice(0, 3).join('/')
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is too young for some browsers
    document.cookie = `KEYCLOAK_LOCALE=${lang}; path=${path}/; max-age=31536000; SameSite=Lax`
  }
} catch {}

// Keycloak calls the page of the code as it calls the one of the password, and says nothing below some titles: here they say what the pages of the local provider say.
const WORDS = {
  es: {
    signInLead: 'Con su cuenta corporativa.',
    codeTitle: 'Segundo factor',
    codeLead: 'Abra su aplicación de autenticación y escriba el código de 6 dígitos de Cuadre.',
    verify: 'Verificar',
    passwordRules: 'Al menos 12 caracteres, sin su usuario ni su correo. Sirve una frase.',
    savePassword: 'Guardar contraseña',
    activate: 'Activar',
    sendLink: 'Enviar enlace',
  },
  en: {
    signInLead: 'With your corporate account.',
    codeTitle: 'Second factor',
    codeLead: 'Open your authenticator app and enter the 6-digit code for Cuadre.',
    verify: 'Verify',
    passwordRules: 'At least 12 characters, without your user name or e-mail. A phrase will do.',
    savePassword: 'Save password',
    activate: 'Turn on',
    sendLink: 'Send link',
  },
}
addEventListener('DOMContentLoaded', () => {
  const words = WORDS[document.documentElement.lang] ?? WORDS.es
  const title = document.getElementById('kc-page-title')
  const button =
    document.getElementById('kc-login') ?? document.querySelector(':is(#kc-passwd-update-form, #kc-reset-password-form) [type=submit]')
  const say = (text) => {
    const lead = document.createElement('p')
    lead.className = 'cuadre-lead'
    lead.textContent = text
    title?.after(lead)
  }
  const pages = {
    // Who is asked again, or on the way already, is shown by name instead; who has just been told something, that.
    'login-login': () => {
      if (!document.querySelector('#kc-attempted-username, .pf-v5-c-alert')) say(words.signInLead)
      wrongPassword()
    },
    'login-login-otp': () => {
      say(words.codeLead)
      if (title) title.textContent = words.codeTitle
      if (button?.textContent) button.textContent = words.verify
    },
    'login-login-update-password': () => {
      say(words.passwordRules)
      if (button?.textContent) button.textContent = words.savePassword
      // As the local provider does it; who wants to keep them says so.
      const others = document.getElementById('logout-sessions')
      if (others) others.checked = true
    },
    'login-login-reset-password': () => {
      if (button?.textContent) button.textContent = words.sendLink
    },
    'login-login-config-totp': () => {
      const save = document.getElementById('saveTOTPBtn')
      if (save) save.value = words.activate
      for (const id of ['totp', 'userLabel']) joined(document.getElementById(id))
      document.querySelector('#kc-totp-settings-form [aria-invalid=true]')?.focus()
    },
  }
  pages[document.body.dataset.pageId]?.()
  otherLanguage()
})

/** Who or what is wrong is not said, so it is said where one types again: below the password. */
function wrongPassword() {
  const error = document.getElementById('input-error-username')?.closest('.pf-v5-c-form__helper-text')
  const [user, password] = ['username', 'password'].map((id) => document.getElementById(id))
  if (!error || !user?.value || !password) return
  document.getElementById('input-error-container-password')?.append(error)
  user.removeAttribute('aria-invalid')
  user.closest('.pf-m-error')?.classList.remove('pf-m-error')
  password.setAttribute('aria-invalid', 'true')
  password.setAttribute('aria-describedby', 'input-error-username')
  password.focus()
}

/** A field of the enrolment with its label and what is wrong with it, which Keycloak only puts beside it. */
function joined(field) {
  const group = field?.closest('.pf-v5-c-form__group')
  const label = group?.querySelector('label')
  if (label) label.htmlFor = field.id
  const error = group?.querySelector('[id^=input-error]')
  if (error) field.setAttribute('aria-describedby', error.id)
}

/** The other language as a link, where Keycloak has a list of two. */
function otherLanguage() {
  const list = document.getElementById('login-select-toggle')
  const other = [...(list?.options ?? [])].find(({ selected }) => !selected)
  if (!other?.value) return
  const link = document.createElement('a')
  link.className = 'cuadre-language'
  link.href = other.value
  link.lang = new URL(other.value, location.href).searchParams.get('kc_locale') ?? ''
  link.textContent = other.textContent.trim()
  list.closest('.pf-v5-c-login__main-header-utilities')?.replaceChildren(link)
}
