import type { Client } from './client.ts'
import type { Report } from './report.ts'

/** What is tried on the way in and out. */
export async function attackIdentity(client: Client, report: Report, user: string, password: string) {
  const { origin, oidc, ask, open, authorization, token, exchange, refresh, signIn, enter, call } = client
  const alive = async (access: string) => (await call({ token: access }, 'GET', '/me')).status

  // Where a code goes to, and how it is asked for.
  const redirects = [
    `${origin}/home`,
    `${origin}.evil.example/`,
    'https://evil.example/',
    `${origin}/?a=1`,
    `${origin}//`,
    `${origin}/#x`,
    'javascript:alert(1)',
  ]
  for (const redirect_uri of redirects) {
    const answer = await ask(authorization({ redirect_uri }).url)
    report.check(answer.status >= 400 && !answer.headers.get('location'), `a code would be sent to ${redirect_uri}: ${answer.status}`)
  }
  for (const more of [
    { code_challenge: undefined, code_challenge_method: undefined },
    { code_challenge_method: 'plain' },
    { response_type: 'token' },
    { response_type: 'id_token token' },
    { response_type: 'none' },
    { client_id: 'otro' },
    { request: 'eyJhbGciOiJub25lIn0.e30.' },
    { request_uri: 'http://127.0.0.1:1/r' },
  ]) {
    const { url, text, status } = await open(authorization(more).url, new Map())
    report.check(
      !/[#&?](code|access_token|id_token)=/.test(url) && !text.includes('name="password"') && status < 500,
      `${JSON.stringify(more)} is taken`,
    )
  }
  for (const form of [
    { grant_type: 'password', username: user, password },
    { grant_type: 'client_credentials' },
    { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: 'x' },
    { grant_type: 'authorization_code', code: 'x', code_verifier: 'x'.repeat(64), redirect_uri: `${origin}/` },
    { grant_type: 'refresh_token', refresh_token: 'x.y.z' },
  ] as Record<string, string>[]) {
    const { status, text } = await token(form)
    report.check(status >= 400 && status < 500 && !text.includes('access_token'), `${form.grant_type} gives a token: ${status}`)
  }
  const evil = await token({ grant_type: 'refresh_token', refresh_token: 'x' }, { origin: 'https://evil.example' })
  report.check(evil.headers.get('access-control-allow-origin') !== 'https://evil.example', 'tokens are for other origins too')

  // What was used once.
  const first = await signIn(user, password)
  report.check((await alive(first.token)) === 200, 'who signs in gets in')
  report.check((await exchange(first.code, first.verifier)).status === 400, 'a code serves twice')
  report.check((await alive(first.token)) === 401, 'after a replayed code the access token goes on')
  const second = await signIn(user, password)
  const renewed = (await refresh(second.tokens.refresh_token)).json() as { access_token: string; refresh_token: string }
  report.check((await alive(renewed.access_token)) === 200, 'a renewed token gets in')
  report.check((await refresh(second.tokens.refresh_token)).status === 400, 'a refresh token serves twice')
  report.check((await alive(renewed.access_token)) === 401, 'after a replayed refresh token the access token goes on')
  report.check((await refresh(renewed.refresh_token)).status === 400, 'after a replayed refresh token its family goes on')
  const other = await enter(user, password)
  report.check(
    (await exchange(String(other.answer.get('code')), 'y'.repeat(64))).status === 400,
    'a code is exchanged without its verifier',
  )

  // Out.
  const [here, there] = [await signIn(user, password), await signIn(user, password)]
  const hint = (id: string) =>
    `${oidc}/logout?${new URLSearchParams({ client_id: 'cuadre-web', post_logout_redirect_uri: `${origin}/gracias`, id_token_hint: id })}`
  const page = await open(hint(there.tokens.id_token), here.jar)
  report.check(!page.text.includes('submit.js'), 'the token of another session signs out without a question')
  report.check((await alive(here.token)) === 200, 'the token of another session signs out')
  for (const target of ['https://evil.example/', `${origin}/home`]) {
    const away = await open(
      `${oidc}/logout?${new URLSearchParams({ client_id: 'cuadre-web', post_logout_redirect_uri: target, id_token_hint: here.tokens.id_token })}`,
      here.jar,
    )
    report.check(away.status >= 400 && !away.url.startsWith(target), `sign-out leads to ${target}`)
  }
  const { status: posted } = await ask(`${oidc}/userinfo`, { headers: { authorization: `Bearer ${there.tokens.id_token}` } })
  report.check(posted === 401, 'an ID token answers who somebody is')

  // Whether there is somebody.
  const answers = await Promise.all(
    [`${user}@corporacion.example`, 'nadie@corporacion.example'].map(async (email) => {
      const began = performance.now()
      const { status, text } = await call(undefined, 'POST', '/auth/forgot-password', { email })
      return { said: `${status} ${text}`, slow: performance.now() - began > 190 }
    }),
  )
  report.check(
    answers[0]!.said === answers[1]!.said && answers.every(({ slow }) => slow),
    `recovery tells whether there is an account: ${JSON.stringify(answers)}`,
  )
  const plain = (text: string, name: string) => text.replaceAll(name, '').replace(/interaction\/[\w-]+/g, '')
  const [known, unknown] = [await enter('lferreyra', 'no es esta'), await enter('nadie.aqui', 'no es esta')]
  report.check(plain(known.text, 'lferreyra') === plain(unknown.text, 'nadie.aqui'), 'the sign-in page tells whether there is an account')
  for (const token of ['x'.repeat(43), '0'.repeat(43)])
    for (const [path, body] of [
      ['/auth/change-password', { token, password: 'cuatro palabras al azar' }],
      ['/auth/confirm-email', { token }],
      ['/auth/stop-changes', { token }],
      ['/auth/verify-email-code', { token, code: '000000' }],
    ] as const) {
      const { status } = await call(undefined, 'POST', path, body)
      report.check([409, 422, 429].includes(status), `${path} with a token of nobody: ${status}`)
    }

  // Guessing: slower, then locked, for this address alone; whoever spoofs another address is still this one.
  const began = performance.now()
  for (let n = 0; n < 6; n++) await enter('igaleano', `no es esta ${n}`)
  report.check(performance.now() - began > 600, 'guesses are answered as fast as ever')
  report.check(!(await enter('igaleano', password)).answer.get('code'), 'a sixth guess gets in')
  const spoofed = await open(authorization().url, new Map(), { headers: { 'x-forwarded-for': '10.9.8.7' } })
  report.check(spoofed.status === 200 && !(await enter('igaleano', password)).answer.get('code'), 'another address by its header gets in')

  // Addresses in mails and answers come from settings, never from the network.
  const discovery = await ask(`${origin}/realms/corp/.well-known/openid-configuration`, {
    headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
  })
  report.check(!discovery.text.includes('evil.example'), 'a header changes the addresses of the provider')
}
