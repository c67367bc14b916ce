import { CONFIG_TYPE } from '@cuadre/api/config'
import { sql } from 'kysely'
import { KINDS } from '../config/config.rules.ts'

const { tiempoSesion } = CONFIG_TYPE

/** SQL of how many minutes a session may last from its sign-in, however busy. */
export const sessionMinutes = sql<number>`coalesce((select value from parameter where type_id = ${tiempoSesion} and role_id is null), ${KINDS[tiempoSesion]!.defecto})`
