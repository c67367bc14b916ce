/** Filters and order of the list of users: a person's page takes them along in its address, to know who is next. */
export const USER_FILTERS = ['roleId', 'countryId', 'businessId', 'departmentId', 'activo', 'aviso'] as const
export const USER_ORDER = 'NOMBRE'
