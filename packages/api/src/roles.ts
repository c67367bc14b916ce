/** The one table of role ids (specification §6, order of its names; decisions §1). */
export const ROLE = { analista: 1, jefatura: 2, control: 3, gerencia: 4, auditor: 5, administrador: 6 } as const
export type RoleId = (typeof ROLE)[keyof typeof ROLE]

/** Names as the specification writes them. */
export const ROLE_NAME: Record<RoleId, string> = {
  1: 'ANALISTA',
  2: 'JEFATURA AREA',
  3: 'CONTROL',
  4: 'GERENCIA',
  5: 'AUDITOR',
  6: 'ADMINISTRADOR',
}
export const isRoleId = (id: number): id is RoleId => id in ROLE_NAME
/** Which of the six has this name; undefined for a role of the corporation's own. */
export const roleIdNamed = (name: string): RoleId | undefined =>
  Object.keys(ROLE_NAME)
    .map(Number)
    .filter(isRoleId)
    .find((id) => ROLE_NAME[id] === name)
