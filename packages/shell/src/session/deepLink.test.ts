import { expect, test } from '@jest/globals'
import { isLocal, rememberDestination, takeDestination } from './deepLink.ts'

test.each(['//evil.example', 'https://evil.example/', '\\\\evil', '/\\evil', 'javascript:alert(1)', ''])(
  '%s is not a page of this origin',
  (path) => {
    expect(isLocal(path)).toBe(false)
  },
)
test.each(['/home', '/cuentas/analisis?analisis=3', '/parametros/expiracion-de-contraseñas'])('%s is', (path) => {
  expect(isLocal(path)).toBe(true)
})
test('the remembered page is given once, and never a foreign one', () => {
  rememberDestination('/paises?pagina=2')
  expect([takeDestination(), takeDestination()]).toEqual(['/paises?pagina=2', null])
  rememberDestination('//evil.example')
  expect(takeDestination()).toBeNull()
  // The provider redirects to the root, which would redirect to itself forever.
  for (const root of ['/', '/?x=1', '/#x']) {
    rememberDestination(root)
    expect(takeDestination()).toBeNull()
  }
})
