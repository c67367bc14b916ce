import { CONFIG_TYPE } from '@cuadre/api/config'
import { ROLE } from '@cuadre/api/roles'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'

const { tiempoSesion, inactividad, expiracionContrasena } = CONFIG_TYPE

/** What was tried with sessions and passwords in the last year, and given up again: everything is as it was, so only the history is written. */
export async function createParameterHistory(db: Db, administrator: Caller, now: Date): Promise<void> {
  const tried = [
    [tiempoSesion, null, 480, 600, [330, 'Jornada extendida durante el cierre anual'], [290, 'Terminó el cierre anual']],
    [
      inactividad,
      ROLE.analista,
      null,
      90,
      [210, 'Concilian en otra pantalla y perdían la sesión'],
      [64, 'Los borradores se guardan solos'],
    ],
    [expiracionContrasena, null, 0, 180, [175, 'Observación 4 de la auditoría de 2025'], [120, 'Las contraseñas filtradas ya se rechazan']],
    [tiempoSesion, ROLE.administrador, null, 240, [33, 'Cuentas con privilegios'], [12, 'Lo delicado pide confirmar la identidad']],
  ] as const
  const changes = tried.flatMap(([type, role, usual, other, [since, why], [until, whyNot]]) => [
    { type, role, before: usual, after: other, days: since, reason: why },
    { type, role, before: other, after: usual, days: until, reason: whyNot },
  ])
  for (const { type, role, before, after, days, reason } of changes.sort((a, b) => b.days - a.days))
    await sql`insert into parameter_change (type_id, role_id, old_value, new_value, reason, changed_by, changed_at) values
      (${type}, ${role}::int, ${before}::int, ${after}::int, ${reason}, ${administrator.userId}, ${new Date(now.getTime() - days * 86_400_000).toISOString()})`.execute(
      db,
    )
}
