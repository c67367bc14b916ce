import type { Parsed } from '@cuadre/api/endpoint'
import { ROLE } from '@cuadre/api/roles'
import type { UserType } from '@cuadre/api/session'
import type { listUsers, User } from '@cuadre/api/user'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type Db, rows } from '../database/index.ts'
import { all, contains, page } from '../database/list.ts'

type Type = z.output<typeof UserType>

/** Staff: whoever has a role besides AUDITOR. Auditors are a separate kind of user with a list of their own. */
export const staff = (db: Db, query: Parsed<typeof listUsers>['query']) =>
  page<User>(db, query, {
    select: sql`u.id, u.name as "NOMBRE", u.username as "USUARIO", u.email, r.id as "roleId", r.name as rol,
      (select json_agg(json_build_object('COD_TIPO_USUARIO', o.id, 'TIPO_USUARIO', o.name) order by o.id)
        from user_role ur join role o on o.id = ur.role_id where ur.user_id = u.id) as roles,
      case when u.active then 'activo' else 'inactivo' end as status,
      d.id as "COD_DEPARTAMENTO", d.name as "DEPARTAMENTO",
      (select count(*)::int from account a where a.analyst_id = u.id and a.active) as "CUENTAS", u.last_seen_at as "ULTIMO_ACCESO"`,
    from: sql`app_user u join role r on r.id = u.active_role_id left join department d on d.id = u.department_id`,
    where: all(
      sql`exists (select from user_role ur where ur.user_id = u.id and ur.role_id <> ${ROLE.auditor})`,
      contains(sql`u.search`, query.search),
      query.roleId !== undefined && sql`exists (select from user_role ur where ur.user_id = u.id and ur.role_id = ${query.roleId})`,
      query.activo !== undefined && sql`u.active = ${query.activo}`,
      query.departmentId !== undefined && sql`u.department_id = ${query.departmentId}`,
    ),
    sortable: {
      NOMBRE: sql`u.name`,
      USUARIO: sql`u.username`,
      EMAIL: sql`u.email`,
      ROL: sql`r.name`,
      STATUS: sql`u.active`,
      DEPARTAMENTO: sql`d.name`,
      CUENTAS: sql`(select count(*) from account a where a.analyst_id = u.id and a.active)`,
      ULTIMO_ACCESO: sql`u.last_seen_at`,
    },
    by: sql`u.name`,
    id: sql`u.id`,
  })

export const types = (db: Db) => rows(db, sql<Type>`select id as "COD_TIPO_USUARIO", name as "TIPO_USUARIO" from role order by id`)

export const rolesOf = (db: Db, userId: number) =>
  rows(
    db,
    sql<Type>`select r.id as "COD_TIPO_USUARIO", r.name as "TIPO_USUARIO"
      from user_role ur join role r on r.id = ur.role_id where ur.user_id = ${userId} order by r.id`,
  )
