import { CONFIG_TYPE, type ConfigImpact } from '@cuadre/api/config'
import type { Db } from '../../platform/database/index.ts'
import { effective, inForce, strictest, type Value } from '../../platform/parameter/parameter.kinds.ts'
import { callProvider, type Provider } from '../../platform/provider/provider.ts'
import * as repository from './config.repository.ts'

export type Wanted = { tipoId: number; rolId: number | null; valor: number | null }
type Deps = { db: Db; credentials?: Provider | undefined; now: Date }

const NAMED = 50
const DAY = 86_400
/** Requests to the provider at the same time. */
const AT_ONCE = 8

/** The values as they would be. */
export const changed = (values: readonly Value[], wanted: readonly Wanted[]): Value[] => [
  ...values.filter((v) => !wanted.some(({ tipoId, rolId }) => v.typeId === tipoId && v.roleId === rolId)),
  ...wanted.flatMap(({ tipoId, rolId, valor }) => (valor === null ? [] : [{ typeId: tipoId, roleId: rolId, value: valor }])),
]

/** Whom a change would hit at this moment. @throws 502 */
export async function impactOf({ db, credentials, now }: Deps, change: Wanted): Promise<ConfigImpact> {
  const { tipoId, rolId } = change
  const before = await repository.values(db)
  const after = changed(before, [change])
  const people = (await repository.activePeople(db, credentials?.issuer)).map((person) => ({
    ...person,
    was: strictest(before, tipoId, person.roles),
    becomes: strictest(after, tipoId, person.roles),
  }))
  const hit = people.filter(({ was, becomes }) => was !== becomes)
  const one = (values: readonly Value[]) => (rolId === null ? effective(values, tipoId, null) : inForce(values, tipoId, rolId))
  return {
    tipoId,
    antes: one(before),
    despues: one(after),
    personas: hit.length,
    sesiones: await sessionsOf(hit, tipoId, credentials, now),
    contrasenas: await passwordsOf(hit, tipoId, credentials, now),
    sinFactor: firstOf(
      tipoId === CONFIG_TYPE.segundoFactor ? hit.filter(({ becomes, secondFactor }) => becomes === 1 && !secondFactor) : [],
      ({ roles }) => ({ ROLES: roles }),
    ),
  }
}

type Hit = repository.Affected & { was: number; becomes: number }
const firstOf = <T extends Hit, M>(found: readonly T[], more: (one: T) => M) => ({
  total: found.length,
  de: found.slice(0, NAMED).map((one) => ({ id: one.id, NOMBRE: one.NOMBRE, ...more(one) })),
})

/** Of the session time: those already older than the new limit end. Of the idle time only how many are open is known. */
async function sessionsOf(hit: readonly Hit[], tipoId: number, credentials: Provider | undefined, now: Date) {
  const concerns = tipoId === CONFIG_TYPE.tiempoSesion || tipoId === CONFIG_TYPE.inactividad
  const open = await ask(concerns ? hit.filter(({ recent }) => recent) : [], credentials, (provider, sub) => provider.sessions(sub))
  const all = open.flatMap(({ person, answer }) => answer.map(({ signedInAt }) => ({ ...person, signedInAt })))
  const ending = all.filter(({ signedInAt, becomes }) => tipoId === CONFIG_TYPE.tiempoSesion && signedInAt + becomes * 60 <= +now / 1000)
  return { abiertas: all.length, ...firstOf(ending, ({ signedInAt }) => ({ INICIO: new Date(signedInAt * 1000).toISOString() })) }
}

async function passwordsOf(hit: readonly Hit[], tipoId: number, credentials: Provider | undefined, now: Date) {
  const asked = tipoId === CONFIG_TYPE.expiracionContrasena ? hit.filter(({ becomes }) => becomes > 0) : []
  const tomorrow = +now / 1000 + DAY
  const found = (await ask(asked, credentials, (provider, sub) => provider.passwordChangedAt(sub))).flatMap(({ person, answer }) => {
    if (answer === null) return []
    const { was, becomes } = person
    const already = was > 0 && answer + was * DAY <= tomorrow
    return !already && answer + becomes * DAY <= tomorrow ? [{ ...person, expires: answer + becomes * DAY }] : []
  })
  return firstOf(found, ({ expires }) => ({ VENCE: new Date(expires * 1000).toISOString().slice(0, 10) }))
}

/** The provider's answer for each person who has an account there. */
async function ask<T>(people: readonly Hit[], provider: Provider | undefined, question: (provider: Provider, sub: string) => Promise<T>) {
  const answers: { person: Hit; answer: T }[] = []
  if (!provider) return answers
  const known = people.flatMap((person) => (person.sub === null ? [] : [{ person, sub: person.sub }]))
  for (let i = 0; i < known.length; i += AT_ONCE)
    answers.push(
      ...(await callProvider(() =>
        Promise.all(known.slice(i, i + AT_ONCE).map(async ({ person, sub }) => ({ person, answer: await question(provider, sub) }))),
      )),
    )
  return answers
}
