import type { Parsed } from '@cuadre/api/endpoint'
import type { BulkUsers, changeUsers } from '@cuadre/api/user'
import { sql } from 'kysely'
import type { AppOptions } from '../../options.ts'
import { type Db, row } from '../../platform/database/index.ts'
import { Invalid, NamedError } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { sentence } from '../../platform/messages/index.ts'
import { isActiveDepartment } from './user.repository.ts'
import { update } from './user.service.ts'

type Order = Parsed<typeof changeUsers>['body']

/**
 * Changes each person as a single change would, with its rules, history and account at the provider. Who may not be changed is listed with the
 * reason.
 * @throws 422 at COD_DEPARTAMENTO
 */
export async function changeMany(deps: Pick<AppOptions, 'db' | 'identity' | 'zone'>, caller: Caller, order: Order): Promise<BulkUsers> {
  const change = await changeOf(deps.db, order)
  const answer: BulkUsers = { hechos: [], rechazados: [] }
  for (const id of new Set(order.ids)) {
    try {
      await update(deps, caller, id, change)
      answer.hechos.push(id)
    } catch (error) {
      if (!(error instanceof NamedError)) throw error
      answer.rechazados.push({ id, NOMBRE: await nameOf(deps.db, id), MOTIVO: sentence(error.code, caller.locale, error.params) })
    }
  }
  return answer
}

async function changeOf(db: Db, { accion, COD_DEPARTAMENTO }: Order) {
  if (accion !== 'departamento') return { status: accion === 'activar' ? ('activo' as const) : ('inactivo' as const) }
  if (COD_DEPARTAMENTO === undefined) throw Invalid('COD_DEPARTAMENTO', 'department_unknown')
  if (COD_DEPARTAMENTO !== null && !(await isActiveDepartment(db, COD_DEPARTAMENTO)))
    throw Invalid('COD_DEPARTAMENTO', 'department_unknown')
  return { COD_DEPARTAMENTO }
}

const nameOf = async (db: Db, id: number) =>
  (await row(db, sql<{ name: string }>`select name from app_user where id = ${id}`))?.name ?? null
