import { permissionsOf } from '@cuadre/api/permissions'
import { ROLE } from '@cuadre/api/roles'
import { sql } from 'kysely'
import { create, setOnePermission } from '../../organisation/role/role.service.ts'
import { row } from '../../platform/database/index.ts'
import { type DemoOptions, personNamed } from './people.ts'

const without = (role: 2 | 3 | 4, ...areas: string[]) => permissionsOf(role).filter((key) => !areas.some((area) => key.startsWith(area)))

/** Roles of the corporation's own, and exceptions of a few people: granted, denied, with and without an end. */
export async function createAccess({ db, zone }: DemoOptions): Promise<void> {
  const administrator = await personNamed(db, 'sbarrios', ROLE.administrador)
  const roles = [
    [
      'CONTROL REGIONAL',
      ROLE.control,
      'Segunda aprobación de una región, sin administrar personas ni permisos.',
      ['admin.user', 'admin.role', 'admin.auditor', 'parameters'],
    ],
    ['JEFATURA SIN EXPEDIENTE', ROLE.jefatura, 'Decide en su departamento y no descarga expedientes.', ['analysis.binder']],
    ['CONSULTA DE TESORERÍA', ROLE.gerencia, 'Tableros de tesorería para la dirección financiera.', ['analysis.binder', 'admin.period']],
  ] as const
  for (const [nombre, type, descripcion, areas] of roles)
    await create(db, administrator, { nombre, COD_TIPO_USUARIO: type, descripcion, enabledKeys: without(type, ...areas) })

  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const exceptions = [
    ['lferreyra', 'accounts.balance.load', true, 'Carga de SAFRA mientras dura la migración del mayor', inDays(45)],
    ['jbenitez', 'analysis.extension.ask', false, 'Tope de dos prórrogas por trimestre, ya las usó', inDays(60)],
    ['taguirre', 'accounts.account.read', true, 'Revisa el plan de cuentas con el equipo de sistemas', undefined],
  ] as const
  for (const [username, key, enabled, motivo, hasta] of exceptions) {
    const person = await row(
      db,
      sql<{ id: number; revision: number }>`select id, permissions_revision as revision from app_user where username = ${username}`,
    )
    const { id: userId, revision } = person!
    await setOnePermission({ db, zone }, administrator, { key, enabled, userId, motivo, ...(hasta && { hasta }), revision })
  }
}
