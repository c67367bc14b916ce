import type { Client, SignedIn } from './client.ts'
import { rowsOf } from './client.ts'
import type { Report } from './report.ts'

type People = { control: SignedIn; near: SignedIn; administrator: SignedIn; analyst: SignedIn; auditor: SignedIn }

/** From what one is to what one is not. */
export async function attackEscalation(client: Client, report: Report, { control, near, administrator, analyst, auditor }: People) {
  const users = rowsOf(await client.call(administrator, 'GET', '/user?limit=1000'))
  const idOf = (name: string) => Number(users.find((user) => user.USUARIO === name)?.id)
  const me = async (as: SignedIn) => (await client.call(as, 'GET', '/me')).json() as { id: number; permissions: string[]; email: string }
  const before = await me(control)
  const refused = async (as: SignedIn, method: string, path: string, body: object, what: string) => {
    const { status, text } = await client.call(as, method, path, body)
    report.check([403, 404, 409, 422].includes(status), `${as.user}: ${what}: ${status} ${text.slice(0, 160)}`)
  }
  const self = before.id
  for (const roles of [[6], [3, 6], [3, 2], [3, 1], [3, 2, 1]])
    await refused(control, 'PATCH', `/user/${self}`, { roles }, `gives themselves ${roles}`)
  for (const name of ['sbarrios', 'esoto', 'vlagos', 'rvaldes']) {
    for (const body of [{ email: 'mio@corporacion.example' }, { status: 'inactivo' }, { roles: [1] }, { USUARIO: 'robado' }])
      await refused(control, 'PATCH', `/user/${idOf(name)}`, body, `changes ${name}: ${JSON.stringify(body)}`)
    for (const action of ['reset-2fa', 'sign-out', 'unlock'])
      await refused(control, 'POST', `/user/${idOf(name)}/${action}`, {}, `${action} of ${name}`)
  }
  // Control of one country, and an analyst and a head of another.
  for (const name of ['rpena', 'mduarte', 'hvillalobos'])
    for (const body of [{ email: 'mio@corporacion.example' }, { status: 'inactivo' }, { roles: [1, 2] }])
      await refused(near, 'PATCH', `/user/${idOf(name)}`, body, `changes ${name}: ${JSON.stringify(body)}`)
  const keys = ['admin.period.reopen', 'statistics.setting.write', 'analysis.item.submit', 'analysis.jefatura.decide']
  for (const key of keys) {
    await refused(
      control,
      'POST',
      '/permissions/rol',
      { nombre: `ATAJO ${key}`, COD_TIPO_USUARIO: 3, enabledKeys: [key] },
      `makes a role with ${key}`,
    )
    for (const userId of [self, idOf('rpena')])
      for (const revision of [1, 2])
        await refused(control, 'PATCH', '/permissions', { key, enabled: true, userId, revision }, `gives ${userId} ${key}`)
  }
  const { json } = await client.call(administrator, 'POST', '/permissions/rol', {
    nombre: 'ATAQUE FUERTE',
    COD_TIPO_USUARIO: 1,
    enabledKeys: ['admin.period.reopen'],
  })
  const strong = Number(json().id)
  report.check(strong > 0, 'the administrator makes a role of their own')
  await refused(control, 'PATCH', `/user/${idOf('rpena')}`, { roles: [strong] }, 'gives a role with a key that they lack')
  await refused(
    control,
    'POST',
    '/user',
    { NOMBRE: 'Cómplice', USUARIO: 'complice', email: 'complice@corporacion.example', roles: [strong] },
    'makes somebody with a role with a key that they lack',
  )
  for (const as of [analyst, auditor, control, near])
    for (const rolId of [6, strong, 999]) await refused(as, 'PATCH', '/user/set-rol-activo', { rolId }, `switches to role ${rolId}`)
  await refused(near, 'POST', '/period', { PERIODO: '2031-01' }, 'opens a period for the whole group')
  await refused(near, 'PATCH', `/user/${idOf('taguirre')}`, { alcance: [{ ID_PAIS: 1 }], roles: [4] }, 'gives a country that is not theirs')
  for (const body of [
    { ID_PAIS: 1, ID_NEGOCIO: null },
    { ID_PAIS: null, ID_NEGOCIO: 1 },
  ])
    await refused(near, 'POST', '/me/setBusinessAndCountry', body, 'chooses a place that is not theirs')
  // Fields that no form has.
  const more = { permissions: ['admin.period.reopen'], roleId: 6, is_admin: true, active_role_id: 6 }
  for (const [path, body] of [
    ['/me/locale', { locale: 'es', ...more }],
    ['/me/appearance', { ...more }],
  ] as const)
    await client.call(analyst, 'POST', path, body)
  report.check(!(await me(analyst)).permissions.includes('admin.period.reopen'), 'fields that no form has give a key')
  const after = await me(control)
  report.check(JSON.stringify(after.permissions) === JSON.stringify(before.permissions), 'control has other keys than before')
  report.check(after.email === before.email, 'control has another address than before')
}
