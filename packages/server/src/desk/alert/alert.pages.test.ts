import { pageLink } from '@cuadre/api/pages'
import { expect, test } from '@jest/globals'
import { pageFor } from './alert.pages.ts'

const review = pageLink('/cuentas/analisis', { analisis: 7 })
const home = pageLink('/home', { analisis: 7 })

test.each([
  ['who prepares an analysis opens it at home', review, [1], home],
  ['who reviews it opens the review', home, [2], review],
  ['of several roles the one that prepares keeps its page', home, [1, 2], home],
  ['control reviews', review, [3], review],
  ['management and administration, who have no review, open their home', review, [4], home],
  ['and the list of what is to be decided is not theirs either', pageLink('/cuentas/analisis'), [6], pageLink('/home')],
  ['accounts are listed for heads', pageLink('/cuentas', { businessId: 1 }), [2], pageLink('/cuentas', { businessId: 1 })],
  ['not for management', pageLink('/cuentas', { businessId: 1 }), [4], pageLink('/home')],
  [
    'a load is opened by who loads',
    pageLink('/cuentas/carga-balance', { carga: 3 }),
    [3],
    pageLink('/cuentas/carga-balance', { carga: 3 }),
  ],
  ['and by nobody else', pageLink('/cuentas/carga-balance', { carga: 3 }), [2], null],
  ['nor is a request that somebody else receives', pageLink('/ayuda/solicitudes-recibidas', { ticket: 3 }), [4], null],
  ['a page of everybody is everybody’s', pageLink('/notificaciones'), [], pageLink('/notificaciones')],
] as const)('%s', (_, route, roles, page) => {
  expect(pageFor(route, roles)).toBe(page)
})
