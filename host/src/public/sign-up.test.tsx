import type { Asked } from '@cuadre/shell/testing'
import { beforeEach, expect, test } from '@jest/globals'
import { fireEvent, screen } from '@testing-library/react'
import { openSignUp } from '../../../packages/shell/src/session/store.ts'
import { at, enter, person, show } from '../testing.tsx'
import { SignUp } from './SignUp.tsx'

let calls: Asked[]
const token = 'x'.repeat(43)
beforeEach(async () => {
  openSignUp(true)
  calls = await enter(person(1), ({ path }) => {
    if (path === '/sign-up') return { token, user: {} }
    return path.startsWith('/auth/') ? { ok: true } : undefined
  })
})
const write = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const submit = () => fireEvent.submit(document.querySelector('form')!)
const sent = () => calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body])

test('where nobody may ask for an account it says so at once, and who makes them', () => {
  openSignUp(false)
  show(at(<SignUp />), '/sign-up')
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByRole('link', { name: 'Soporte' }).getAttribute('href')).toBe('/soporte')
})

test('whoever asks for an account is sent a code at once, and another when they ask; the code proves the e-mail', async () => {
  const email = 'ana@corp.example'
  show(at(<SignUp />), '/sign-up')
  write('Nombre', 'Ana Benítez')
  write('Correo', email)
  write('Contraseña', 'cuatro palabras al azar')
  write('Repita la contraseña', 'cuatro palabras')
  submit()
  expect(await screen.findByText('Las contraseñas no coinciden.')).toBeTruthy()
  write('Repita la contraseña', 'cuatro palabras al azar')
  submit()
  await screen.findByLabelText('Código del correo')
  const asked = ['/sign-up', { NOMBRE: 'Ana Benítez', email, password: 'cuatro palabras al azar', locale: 'es' }]
  const code = ['/auth/send-email-verification-code', { email }]
  expect(sent()).toEqual([asked, code])
  fireEvent.click(screen.getByRole('button', { name: 'Enviar otro código' }))
  expect(await screen.findByText('Código enviado')).toBeTruthy()
  write('Código del correo', '402 913')
  submit()
  expect(await screen.findByText('Correo confirmado. Administración le avisará cuando tenga acceso.')).toBeTruthy()
  expect(sent()).toEqual([asked, code, code, ['/auth/verify-email-code', { token, code: '402913' }]])
})
