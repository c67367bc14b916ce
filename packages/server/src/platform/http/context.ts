import type { AuditorGrant } from '@cuadre/api/auditor'
import type { Permission } from '@cuadre/api/permissions'
import type { RoleId } from '@cuadre/api/roles'

export type Locale = 'es' | 'en'

/** Who calls: the real person, in the active role, with its keys and the context chosen at the top of the page. */
export type Caller = {
  userId: number
  name: string
  roleId: RoleId
  permissions: ReadonlySet<Permission>
  countryId: number | null
  businessId: number | null
  locale: Locale
  /** Of control, gerencia and an auditor: the businesses they were given when they called. A list tells the planner what a sub-query does not. */
  businesses?: readonly number[]
  /** Of an auditor: what they may see and take away. */
  auditor?: AuditorGrant
}

/** From Accept-Language; Spanish unless English is asked for first. */
export const localeOf = (header: string | undefined): Locale => (/^\s*en\b/i.test(header ?? '') ? 'en' : 'es')
