import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, jest, test } from '@jest/globals'

const script = readFileSync(new URL('../resources/page.js', import.meta.url), 'utf8')

test('the page that answers a form is asked for when it is loaded again or come back to, and the form is not sent once more', () => {
  const replaceState = jest.fn()
  const href = 'https://cuadre.example/realms/corp/login-actions/x?with=recovery'
  const document = { querySelector: () => null }
  runInNewContext(script, { document, location: { href }, history: { replaceState }, addEventListener: () => {} })
  expect(replaceState).toHaveBeenCalledWith(null, '', href)
})
