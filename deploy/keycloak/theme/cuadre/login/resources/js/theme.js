// Before the first paint: light or dark as the application says in the address it leads here with; the pages after that one keep it.
try {
  const asked = new URLSearchParams(location.search).get('theme')
  if (asked) sessionStorage.setItem('cuadre:theme', asked)
  const theme = sessionStorage.getItem('cuadre:theme') ?? 'light'
  document.documentElement.dataset.theme = theme
  document.documentElement.classList.toggle('pf-v5-theme-dark', theme === 'dark')
} catch {}

// Keycloak calls the page of the code as it calls the one of the password, and says nothing below a title: here both say what the pages of the local provider say.
const WORDS = {
  es: {
    signInLead: 'Con su cuenta corporativa.',
    codeTitle: 'Segundo factor',
    codeLead: 'Abra su aplicación de autenticación y escriba el código de 6 dígitos de Cuadre.',
    verify: 'Verificar',
  },
  en: {
    signInLead: 'With your corporate account.',
    codeTitle: 'Second factor',
    codeLead: 'Open your authenticator app and enter the 6-digit code for Cuadre.',
    verify: 'Verify',
  },
}
addEventListener('DOMContentLoaded', () => {
  const words = WORDS[document.documentElement.lang] ?? WORDS.es
  const title = document.getElementById('kc-page-title')
  const page = document.body.dataset.pageId
  const isCode = page === 'login-login-otp'
  // Who is asked again, or on the way already, is shown by name instead.
  const isFirst = page === 'login-login' && !document.getElementById('kc-attempted-username')
  if (!title || !(isCode || isFirst)) return
  const lead = document.createElement('p')
  lead.className = 'cuadre-lead'
  lead.textContent = isCode ? words.codeLead : words.signInLead
  title.after(lead)
  if (!isCode) return
  title.textContent = words.codeTitle
  const button = document.getElementById('kc-login')
  if (button?.textContent) button.textContent = words.verify
})
