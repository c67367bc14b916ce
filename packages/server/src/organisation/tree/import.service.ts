import type { Parsed } from '@cuadre/api/endpoint'
import type { importOrganisation, OrganisationImport, OrganisationImportRow } from '@cuadre/api/organisation'
import type { Db } from '../../platform/database/index.ts'
import { Invalid } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { asSeen, fingerprint } from '../import/rehearsal.ts'
import type { Level } from './import.known.ts'
import { planOf } from './import.plan.ts'
import { type Read, readUnits } from './import.reading.ts'
import { everything, hold, holdPeople } from './import.repository.ts'
import { write } from './import.write.ts'

type Order = Parsed<typeof importOrganisation>['body']

/**
 * The preview makes every row by the rules of a single change and takes all of it back; the import makes exactly what was looked at, or nothing.
 * @throws 409 with the preview of now where it is another, 422
 */
export async function importUnits(db: Db, asked: Caller, order: Order): Promise<OrganisationImport> {
  const read = await readUnits(order)
  // The place chosen at the top of the page narrows what is looked at, not what a file may say.
  const caller = { ...asked, countryId: null, businessId: null }
  return asSeen(db, order, { unseen: 'organisation_unseen', moved: 'organisation_moved' }, async (tx) => {
    if (!order.simular) await hold(tx)
    const { data, plan } = await settledPlan(tx, caller, read, order.ID_PAIS)
    // The preview writes too: what the database would refuse is refused before it is promised.
    await write(tx, caller, plan)
    return told(data, read, order)
  })
}

/** People change while it plans: more often than this it gives up. */
const MAX_PLANS = 5

/** Who is put in charge is held. Somebody who has been deactivated in between is no longer found: their rows are refused, each with its reason. */
async function settledPlan(tx: Db, caller: Caller, read: Read, country: number | undefined) {
  for (let tries = 0; tries < MAX_PLANS; tries++) {
    const planned = planOf(caller, await everything(tx, caller), read, country)
    const { ENCARGADO, JEFE } = planned.plan.people
    if (await holdPeople(tx, [...ENCARGADO], [...JEFE])) return planned
  }
  throw Invalid('JEFE', 'chief_wrong')
}

function told(data: OrganisationImportRow[], { columnas, primera }: Read, { simular, ID_PAIS }: Order): OrganisationImport {
  const count = (clase: OrganisationImportRow['CLASE']) => data.filter(({ CLASE }) => CLASE === clase).length
  const made = data.flatMap(({ EFECTOS }) => EFECTOS).filter(({ CLASE }) => CLASE === 'nueva')
  const creates = (level: Level) => made.filter(({ NIVEL }) => NIVEL === level).length
  return {
    simulado: simular,
    huella: fingerprint([ID_PAIS, columnas, primera, data]),
    columnas,
    primera,
    total: { nueva: count('nueva'), distinta: count('distinta'), igual: count('igual'), rechazada: count('rechazada') },
    crea: {
      pais: creates('pais'),
      negocio: creates('negocio'),
      subgerencia: creates('subgerencia'),
      departamento: creates('departamento'),
    },
    data,
  }
}
