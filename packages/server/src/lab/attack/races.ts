import type { Client, SignedIn, Told } from './client.ts'
import { rowsOf } from './client.ts'
import type { Report } from './report.ts'

type People = { control: SignedIn; administrator: SignedIn; jefatura: SignedIn; analyst: SignedIn }

/** How often the same is asked for at the same moment. */
const TIMES = 6
const REASON = 'Porque sí, de verdad'
const together = <T>(one: (n: number) => Promise<T>) => Promise.all(Array.from({ length: TIMES }, (_, n) => one(n)))
const ok = ({ status }: Told) => status < 300
const said = (answers: readonly Told[]) => answers.map(({ status }) => status).join(', ')

/** The same, or its opposite, several times at once: it happens once, and everybody else is told so. */
export async function attackRaces(client: Client, report: Report, { control, administrator, jefatura, analyst }: People, password: string) {
  const { call } = client
  const once = (answers: readonly Told[], what: string) => {
    report.check(answers.filter(ok).length === 1, `${what}: ${said(answers)}`)
    report.check(
      answers.every((each) => ok(each) || [403, 404, 409, 422].includes(each.status)),
      `${what}, what the others are told: ${said(answers)}`,
    )
  }

  // Names that are their record's alone.
  const made: [path: string, body: object, list: string][] = [
    ['/country-manager', { PAIS: 'Carrera', CODIGO_ISO: 'QA', MONEDA: 'QAR' }, '/country-manager?search=Carrera'],
    ['/heading', { NOMBRE: 'Carrera', CODIGO: 'CARRERA-1' }, '/heading?search=CARRERA-1'],
    ['/permissions/rol', { nombre: 'Carrera', COD_TIPO_USUARIO: 1, enabledKeys: [] }, '/permissions/rol?search=Carrera'],
    ['/user', { NOMBRE: 'Carla Carrera', USUARIO: 'ccarrera', email: 'ccarrera@corporacion.example', roles: [1] }, '/user?search=ccarrera'],
  ]
  for (const [path, body, list] of made) {
    once(await together(() => call(administrator, 'POST', path, body)), `${path}, made ${TIMES} times at once`)
    report.check(rowsOf(await call(administrator, 'GET', list)).length === 1, `${list} has one row`)
  }

  // Changes of what was seen at the same moment: the first counts, and the others see it before they go on.
  const changed: [list: string, id: string, path: string, body: (n: number) => object, revision: string][] = [
    ['/country-manager?search=Carrera', 'ID_PAIS', '/country-manager', (n) => ({ PAIS: `Carrera ${n}` }), 'REVISION'],
    ['/heading?search=CARRERA-1', 'COD_RUBRO', '/heading', (n) => ({ NOMBRE: `Carrera ${n}` }), 'REVISION'],
    ['/user?search=ccarrera', 'id', '/user', (n) => ({ NOMBRE: `Carla Carrera ${'ABCDEF'[n]}` }), 'REVISION'],
  ]
  for (const [list, key, path, body] of changed) {
    const [row] = rowsOf(await call(administrator, 'GET', list))
    const id = Number(row?.[key])
    const { REVISION } = (await call(administrator, 'GET', `${path}/${id}`)).json()
    const answers = await together((n) => call(administrator, 'PATCH', `${path}/${id}`, { ...body(n), REVISION }))
    once(answers, `${path}/${id}, changed ${TIMES} times at once`)
  }

  // Approved and rejected at the same moment.
  const waiting = rowsOf(await call(jefatura, 'GET', '/analysis/jefatura?bandeja=por_decidir&limit=50'))
  let decided = 0
  for (const row of waiting) {
    if (decided === 3) break
    const id = Number(row.COD_ANALISIS)
    const { REVISION } = (await call(jefatura, 'GET', `/analysis/${id}`)).json()
    const answers = await together((n) =>
      call(jefatura, 'PATCH', `/department/${n % 2 ? 'aprobar' : 'reprobar'}-analisis-jefatura/${id}`, { comentario: REASON, REVISION }),
    )
    // Members of a group are decided with it.
    if (answers.every(({ status }) => status === 409 || status === 422)) continue
    decided++
    once(answers, `analysis ${id}, approved and rejected at once`)
  }
  report.check(decided > 0, 'no analysis was there to decide')

  const [asked] = rowsOf(await call(control, 'GET', '/period/extension?estado=pendiente&porDecidir=true'))
  const answers = await together((n) =>
    call(control, 'POST', '/period/extension/decide', { ids: [Number(asked?.ID)], aprobar: n % 2 === 0, comentario: REASON }),
  )
  once(answers, 'a request for more time, granted and refused at once')

  // One ticket, several hands.
  const { json } = await call(analyst, 'POST', '/tickets-suport', {
    asunto: 'Dos manos a la vez',
    descripcion: REASON,
    ...(await kindOfTicket(client, analyst)),
  })
  const ticket = Number(json().id)
  const { revision } = (await call(control, 'GET', `/tickets-suport/${ticket}`)).json()
  const people = rowsOf(await call(administrator, 'GET', '/user?search=bmontoya'))
  once(
    await together((n) =>
      call(n % 2 ? control : administrator, 'PATCH', `/tickets-suport/${ticket}`, { revision, asignadoId: Number(people[0]?.id) }),
    ),
    `ticket ${ticket}, taken by two at once`,
  )

  // A code and a refresh token of one person at once: one serves, and then none of what came of it.
  const alive = async (token: string) => (await call({ token }, 'GET', '/me')).status
  const { answer, verifier } = await client.enter('taguirre', password)
  const exchanged = await together(() => client.exchange(String(answer.get('code')), verifier))
  report.check(exchanged.filter(ok).length <= 1, `a code, exchanged ${TIMES} times at once: ${said(exchanged)}`)
  for (const each of exchanged.filter(ok))
    report.check((await alive(String(each.json().access_token))) === 401, 'a code exchanged twice at once leaves an access token')
  const person = await client.signIn('lferreyra', password)
  const renewed = await together(() => client.refresh(person.tokens.refresh_token))
  report.check(renewed.filter(ok).length <= 1, `a refresh token, used ${TIMES} times at once: ${said(renewed)}`)
  for (const each of renewed.filter(ok))
    report.check((await alive(String(each.json().access_token))) === 401, 'a refresh token used twice at once leaves an access token')
}

async function kindOfTicket({ call }: Client, as: SignedIn) {
  const told = (await call(as, 'GET', '/tickets-suport/metadata')).json() as Record<string, { id: number }[]>
  return { categoriaId: told.categorias?.[0]?.id, tipoId: told.tipos?.[0]?.id }
}
