import type { AuditorGrant } from '@cuadre/api/auditor'
import type { Permission } from '@cuadre/api/permissions'
import type { RoleId } from '@cuadre/api/roles'

export type Locale = 'es' | 'en'

/** The person who calls, in their active role, with its permissions and the country and business chosen at the top of the page. */
export type Caller = {
  userId: number
  name: string
  roleId: RoleId
  permissions: ReadonlySet<Permission>
  countryId: number | null
  businessId: number | null
  locale: Locale
  /**
   * Businesses granted to control, gerencia and auditors at the time of the call. As a list they let PostgreSQL plan better than a
   * sub-query.
   */
  businesses?: readonly number[]
  /** Likewise the departments of a head. */
  departments?: readonly number[]
  /** A program: it may make the calls of its keys, and none that is about a session. */
  service?: true
  /** Grants of an auditor. */
  auditor?: AuditorGrant
}

/** From Accept-Language; Spanish unless English comes first. */
export const localeOf = (header: string | undefined): Locale => (/^\s*en\b/i.test(header ?? '') ? 'en' : 'es')
