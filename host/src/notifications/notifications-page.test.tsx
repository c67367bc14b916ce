import { expect, test } from '@jest/globals'
import { screen } from '@testing-library/react'
import { at, enter, person, show } from '../testing.tsx'
import NotificationsPage from './NotificationsPage.tsx'

test('that there is none of one kind is not told as if there were none at all', async () => {
  await enter(person(1), ({ path }) => (path === '/notifications' ? { data: [], total: 0, sinLeer: 3 } : undefined))
  show(at(<NotificationsPage />), '/notificaciones?tipo=ANUNCIO')
  expect(await screen.findByText('No tiene notificaciones de este tipo')).toBeTruthy()
  expect(screen.queryByText('No tiene notificaciones')).toBeNull()
})
