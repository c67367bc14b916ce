import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from '@jest/globals'
import { texts } from './texts.ts'

// The theme of Keycloak is a file of its own, which loads nothing of ours.
const script = readFileSync(new URL('../../../../deploy/keycloak/theme/cuadre/login/resources/js/theme.js', import.meta.url), 'utf8')

test.each(['es', 'en'] as const)('the theme of Keycloak says in %s what the local provider says', (locale) => {
  const { sendLink, ...words } = runInNewContext(`${script}; WORDS`, { addEventListener: () => {} })[locale]
  // With the local provider a forgotten password is the application's own page.
  const application = JSON.parse(readFileSync(new URL(`../../../../host/src/locales/${locale}.json`, import.meta.url), 'utf8'))
  expect(sendLink).toBe(application.forgot.send)
  expect(Object.keys(words).sort()).toEqual(['activate', 'codeLead', 'codeTitle', 'passwordRules', 'savePassword', 'signInLead', 'verify'])
  for (const [key, text] of Object.entries(words)) expect(text).toBe(texts[locale][key as keyof (typeof texts)['es']])
})

test.each(['es', 'en'] as const)('of a wrong code both say in %s what to do, also of a phone whose clock is wrong', (locale) => {
  const file = new URL(`../../../../deploy/keycloak/theme/cuadre/login/messages/messages_${locale}.properties`, import.meta.url)
  expect(readFileSync(file, 'utf8')).toContain(`\ninvalidTotpMessage=${texts[locale].wrongCode}\n`)
  expect(texts[locale].wrongCode).toContain({ es: 'la hora del teléfono', en: 'the time of the phone' }[locale])
})
