import { takeDestination } from '@cuadre/shell'
import { type Asked, AWAY } from '@cuadre/shell/testing'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
// The shell's own state: what opening a session would make of it.
import { setSession } from '../../../packages/shell/src/session/store.ts'
import { at, enter, person, show } from '../testing.tsx'
import { NotificationPreferences } from './NotificationPreferences.tsx'
import { Password } from './Password.tsx'
import { Picture } from './Picture.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import SecondFactorPage from './SecondFactorPage.tsx'
import { Sessions } from './Sessions.tsx'
import { Signature } from './Signature.tsx'

const write = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const sent = (calls: Asked[], method: string, path: string) => calls.filter((asked) => asked.method === method && asked.path === path)

test('a password is changed with the current one, and only when both new ones are the same', async () => {
  const calls = await enter(person(1), ({ path }) => (path === '/me/change-password' ? { ok: true } : undefined))
  show(at(<Password />), '/profile')
  fireEvent.click(screen.getByRole('button', { name: 'Cambiar contraseña' }))
  await screen.findByLabelText('Contraseña actual')
  write('Contraseña actual', 'la de antes es esta')
  write('Contraseña nueva', 'cuatro palabras al azar')
  write('Repita la contraseña', 'cuatro palabras')
  const save = () => fireEvent.submit(document.querySelector('form')!)
  save()
  expect(await screen.findByText('Las contraseñas no coinciden.')).toBeTruthy()
  expect(sent(calls, 'POST', '/me/change-password')).toEqual([])
  write('Repita la contraseña', 'cuatro palabras al azar')
  save()
  expect(await screen.findByText('Contraseña cambiada')).toBeTruthy()
  expect(sent(calls, 'POST', '/me/change-password')[0]?.body).toEqual({
    currentPassword: 'la de antes es esta',
    newPassword: 'cuatro palabras al azar',
  })
})

test('the other sessions are ended together after a question; this one cannot be', async () => {
  let others = ['b', 'c']
  const calls = await enter(person(1), ({ method, path }) => {
    if (!path.startsWith('/me/sessions')) return undefined
    if (method === 'DELETE') {
      others = []
      return { ok: true }
    }
    return ['a', ...others].map((id) => ({ id, INICIO: '2026-11-21T12:00:00Z', VENCE: null, actual: id === 'a' }))
  })
  show(at(<Sessions />), '/profile')
  expect(await screen.findByText('Esta sesión')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: /^Cerrar la sesión del/ })).toHaveLength(2)
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar las otras 2 sesiones' }))
  const question = await screen.findByRole('alertdialog', { name: '¿Cerrar las otras 2 sesiones?' })
  expect(sent(calls, 'DELETE', '/me/sessions')).toEqual([])
  fireEvent.click([...question.querySelectorAll('button')].at(-1)!)
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Cerrar la sesión del/ })).toBeNull())
  expect(sent(calls, 'DELETE', '/me/sessions')).toHaveLength(1)
})

test('a session is ended once, however often one clicks', async () => {
  let there = ['a', 'b']
  const calls = await enter(person(1), ({ method, path }) => {
    if (!path.startsWith('/me/sessions')) return undefined
    if (method === 'DELETE') there = ['a']
    return method === 'DELETE' ? { ok: true } : there.map((id) => ({ id, INICIO: '2026-11-21T12:00:00Z', VENCE: null, actual: id === 'a' }))
  })
  show(at(<Sessions />), '/profile')
  const end = await screen.findByRole('button', { name: /^Cerrar la sesión del/ })
  fireEvent.click(end)
  fireEvent.click(end)
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Cerrar la sesión del/ })).toBeNull())
  expect(sent(calls, 'DELETE', '/me/sessions/b')).toHaveLength(1)
})

test('a session that was ended and not heard of is in the list no more', async () => {
  let others = ['b']
  await enter(person(1), ({ method, path }) => {
    if (!path.startsWith('/me/sessions')) return undefined
    if (method === 'DELETE') {
      others = []
      return AWAY
    }
    return ['a', ...others].map((id) => ({ id, INICIO: '2026-11-21T12:00:00Z', VENCE: null, actual: id === 'a' }))
  })
  show(at(<Sessions />), '/profile')
  fireEvent.click(await screen.findByRole('button', { name: /^Cerrar la sesión del/ }))
  expect(await screen.findByText('No se pudo llegar al servidor. Vuelva a intentarlo.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Cerrar la sesión del/ })).toBeNull())
})

test('a second factor is turned on with a code of the QR, and its recovery codes are shown once', async () => {
  let enabled = false
  const calls = await enter(person(1), ({ method, path }) => {
    if (path === '/auth/enable-2fa' && method === 'POST') {
      enabled = true
      return { recoveryCodes: ['aaaa-1111', 'bbbb-2222'] }
    }
    if (path !== '/auth/2fa') return undefined
    return enabled
      ? { enabled, required: false, verified: true, recoveryCodesLeft: 2, qrCodeUrl: null, key: null, action: 'CONFIGURE_TOTP' }
      : {
          enabled,
          required: true,
          verified: false,
          recoveryCodesLeft: null,
          qrCodeUrl: 'data:image/png;base64,AA',
          key: 'ABCD EFGH',
          action: null,
        }
  })
  show(at(<SecondFactor quiet destination="/profile" />), '/profile')
  expect(await screen.findByText('Es obligatorio para su rol.')).toBeTruthy()
  // Nobody who passes by sees the secret.
  expect(screen.queryByRole('img')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Activar' }))
  write('Código', '12345')
  fireEvent.submit(document.querySelector('form')!)
  expect(await screen.findByText('Son seis dígitos.')).toBeTruthy()
  write('Código', ' 12 34 56 ')
  fireEvent.submit(document.querySelector('form')!)
  expect(await screen.findByText('bbbb-2222')).toBeTruthy()
  expect(sent(calls, 'POST', '/auth/enable-2fa').map(({ body }) => body)).toEqual([{ code: '123456' }])
  // A reload asks first. Any call of the page may meanwhile learn that the factor is to be shown: where that leads, the codes still stand.
  const leaving = new Event('beforeunload', { cancelable: true })
  dispatchEvent(leaving)
  expect(leaving.defaultPrevented).toBe(true)
  cleanup()
  setSession({ status: 'second-factor', qrCodeUrl: null })
  show(at(<SecondFactorPage />), '/2fa')
  expect(await screen.findByText('bbbb-2222')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Escribir el código' })).toBeNull()
  cleanup()
  show(at(<SecondFactor quiet destination="/profile" />), '/profile')
  fireEvent.click(screen.getByRole('button', { name: 'Ya los guardé' }))
  expect(await screen.findByText('Le quedan 2 códigos de recuperación.')).toBeTruthy()
  expect(screen.queryByText('bbbb-2222')).toBeNull()
  // By way of the provider, back here with a token of the second level.
  expect(takeDestination()).toBe('/profile')
})

test('who has one and has not shown it is led to the provider’s page', async () => {
  await enter(person(1))
  setSession({ status: 'second-factor', qrCodeUrl: null })
  show(at(<SecondFactorPage />), '/2fa')
  expect(screen.getByRole('button', { name: 'Escribir el código' })).toBeTruthy()
  expect(screen.queryByText('Autenticación 2FA requerida')).toBeNull()
})

test('who lacks the second factor that they need sees the QR on /2fa, and the words of the specification', async () => {
  const offer = { enabled: false, required: true, verified: false, recoveryCodesLeft: null, action: null, recoveryAction: null }
  await enter(person(1), ({ path }) =>
    path === '/auth/2fa' ? { ...offer, qrCodeUrl: 'data:image/png;base64,AA', key: 'ABCD' } : undefined,
  )
  setSession({ status: 'second-factor', qrCodeUrl: 'data:image/png;base64,AA' })
  show(at(<SecondFactorPage />), '/2fa')
  // Drawn by the kit of the page, and by the kit of the test.
  expect(await screen.findAllByText('Autenticación 2FA requerida')).toHaveLength(2)
  expect(screen.getAllByText('Escanea el QR en pantalla')[0]!.closest('.toast')?.className).toContain('state-tarde')
  expect((await screen.findByRole('img', { name: 'Código QR para la aplicación de autenticación' })).getAttribute('src')).toBe(
    'data:image/png;base64,AA',
  )
  // Nothing leads past it.
  expect(screen.queryByRole('button', { name: 'Volver al perfil' })).toBeNull()
})

test('a kind of alert is silenced at once, and is as before when the server refuses', async () => {
  const kind = { tipoId: 4, codigo: 'X', nombre: 'Anuncio', correo: 'inmediato', silenciada: false }
  let now = kind
  let broken = false
  let lost = false
  const calls = await enter(person(1), ({ method, path, body }) => {
    if (path !== '/notifications/preferences') return undefined
    if (method === 'GET') return [now]
    if (broken) throw new Error('broken')
    now = { ...kind, ...(body as { preferencias: object[] }).preferencias[0] }
    return lost ? AWAY : [now]
  })
  show(at(<NotificationPreferences />), '/profile')
  const silence = await screen.findByRole<HTMLInputElement>('switch', { name: 'Silenciar Anuncio' })
  fireEvent.click(silence)
  await waitFor(() => expect(silence.checked).toBe(true))
  expect(sent(calls, 'PATCH', '/notifications/preferences')[0]?.body).toEqual({ preferencias: [{ tipoId: 4, silenciada: true }] })
  expect(screen.getByLabelText<HTMLSelectElement>('Correo de Anuncio').disabled).toBe(true)
  broken = true
  fireEvent.click(silence)
  expect(await screen.findByText('No se pudo llegar al servidor. Vuelva a intentarlo.')).toBeTruthy()
  expect(silence.checked).toBe(true)
  // What arrived all the same is read from the server.
  broken = false
  lost = true
  fireEvent.click(silence)
  await waitFor(() => expect(sent(calls, 'PATCH', '/notifications/preferences')).toHaveLength(3))
  await waitFor(() => expect(sent(calls, 'GET', '/notifications/preferences').length).toBeGreaterThan(2))
  await waitFor(() => expect(silence.checked).toBe(false))
})

test('a signature is asked for only where there is one, and is there after the first upload', async () => {
  const [made, kept] = [URL.createObjectURL, URL.revokeObjectURL]
  Object.assign(URL, { createObjectURL: () => 'blob:firma', revokeObjectURL: () => {} })
  const calls = await enter(person(1), ({ method, path }) => {
    if (method === 'POST') return { id: 1, TIPO: 'png', TAMANO: 4, SHA256: 'ab' }
    return path.startsWith('/user/firmas/') ? new Blob(['firma']) : undefined
  })
  show(at(<Signature />), '/profile')
  expect(await screen.findByText('Todavía no ha cargado una firma.')).toBeTruthy()
  expect(calls.filter(({ path }) => path.startsWith('/user/firmas/'))).toEqual([])
  fireEvent.change(document.querySelector('input[type=file]')!, { target: { files: [new File(['firma'], 'firma.png')] } })
  expect(await screen.findByRole('img', { name: 'Su firma' })).toBeTruthy()
  expect(calls.filter(({ path }) => path.startsWith('/user/firmas/'))).toHaveLength(1)
  Object.assign(URL, { createObjectURL: made, revokeObjectURL: kept })
})

describe('the picture', () => {
  const file = (type: string) => new File(['x'], 'yo.png', { type })
  const choose = (chosen: File) => fireEvent.change(screen.getByLabelText('Foto'), { target: { files: [chosen] } })
  /* jsdom reads and draws no images: what the browser would do with one of 400 × 300 pixels. */
  let drawn: unknown[]
  beforeEach(() => {
    drawn = []
    globalThis.createImageBitmap = (async (blob: Blob) => {
      if (blob.type !== 'image/png') throw new Error('cannot be decoded')
      return { width: 400, height: 300 }
    }) as unknown as typeof createImageBitmap
    jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
      fillRect: () => {},
      drawImage: (_image: unknown, ...place: unknown[]) => drawn.push(place),
    } as never)
    jest.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['small'], { type: 'image/jpeg' })))
  })
  afterEach(() => {
    jest.restoreAllMocks()
  })

  test('is the middle of the image that was chosen, made small, and goes again', async () => {
    let avatar: string | null = null
    const calls = await enter(person(1), ({ method, path }) => {
      if (path === '/me') return person(1, { avatar })
      if (path !== '/me/avatar') return undefined
      avatar = method === 'POST' ? 'data:image/jpeg;base64,AA==' : null
      return { ok: true }
    })
    const { container } = show(at(<Picture />), '/profile')
    expect(screen.getByText('AB')).toBeTruthy()
    choose(file('image/png'))
    expect(await screen.findByText('Foto guardada')).toBeTruthy()
    expect(drawn).toEqual([[50, 0, 300, 300, 0, 0, 192, 192]])
    const { body } = sent(calls, 'POST', '/me/avatar')[0]!
    expect((body as FormData).get('file')).toMatchObject({ name: 'foto.jpg', type: 'image/jpeg' })
    await waitFor(() => expect(container.querySelector('img')?.getAttribute('src')).toBe('data:image/jpeg;base64,AA=='))
    fireEvent.click(screen.getByRole('button', { name: 'Quitar foto' }))
    await waitFor(() => expect(screen.getByText('AB')).toBeTruthy())
  })

  test('that the browser cannot read is not sent', async () => {
    const calls = await enter(person(1))
    show(at(<Picture />), '/profile')
    choose(file('application/pdf'))
    expect(await screen.findByText('No se pudo leer la imagen. Use una foto PNG, JPEG o WebP.')).toBeTruthy()
    expect(sent(calls, 'POST', '/me/avatar')).toEqual([])
  })
})
