/** Invented people over real balances (see ATTRIBUTION.md). */
export type DemoPerson = { username: string; name: string; roles: number[]; roleName: string; shown?: true }

/** The first of each role is printed when the product starts. */
export const demoPeople: DemoPerson[] = [
  { username: 'bmontoya', name: 'Beatriz Montoya Ríos', roles: [3], roleName: 'CONTROL', shown: true },
  { username: 'rpena', name: 'Rodrigo Peña Villar', roles: [1], roleName: 'ANALISTA', shown: true },
  { username: 'mduarte', name: 'Marcela Duarte Rocha', roles: [2], roleName: 'JEFATURA AREA', shown: true },
  { username: 'hvillalobos', name: 'Héctor Villalobos Paz', roles: [4], roleName: 'GERENCIA', shown: true },
  { username: 'payala', name: 'Pilar Ayala Medina', roles: [5], roleName: 'AUDITOR', shown: true },
  { username: 'sbarrios', name: 'Sonia Barrios Acuña', roles: [6], roleName: 'ADMINISTRADOR', shown: true },
  { username: 'taguirre', name: 'Tomás Aguirre Núñez', roles: [1], roleName: 'ANALISTA' },
  { username: 'lferreyra', name: 'Lucía Ferreyra Sosa', roles: [1], roleName: 'ANALISTA' },
  { username: 'jbenitez', name: 'Julia Benítez Rolón', roles: [1], roleName: 'ANALISTA' },
  { username: 'igaleano', name: 'Iván Galeano Prieto', roles: [1], roleName: 'ANALISTA' },
  { username: 'ocaceres', name: 'Óscar Cáceres Ibarra', roles: [2, 1], roleName: 'JEFATURA AREA' },
  { username: 'vlagos', name: 'Verónica Lagos Fuentes', roles: [3, 2], roleName: 'CONTROL' },
]

/** Names and codes as in the published balances. */
export const businesses = [
  { code: '00010045', name: 'BRADESCO' },
  { code: '00010069', name: 'ITAU' },
  { code: '00010083', name: 'SAFRA' },
  { code: '00030173', name: 'BANRISUL' },
  { code: '00030379', name: 'SANTANDER' },
  { code: '00051011', name: 'VOTORANTIM' },
]

/**
 * Responsibilities: departments of every business with their head, and the groups of COSIF accounts (third and fourth digit) of each
 * analyst. Only deeper accounts (fifth digit not 0) are analysed, not the totals above them.
 */
export const departments = [
  {
    name: 'Contabilidad financiera',
    sub: 'Subgerencia de contabilidad',
    chief: 'mduarte',
    analysts: { rpena: ['18', '19', '21', '22', '49', '61'], lferreyra: ['23', '24', '41', '42'] },
  },
  {
    name: 'Tesorería',
    sub: 'Subgerencia de finanzas',
    chief: 'vlagos',
    analysts: { taguirre: ['11', '12'], igaleano: ['13', '14', '15'] },
  },
  { name: 'Cartera de créditos', sub: 'Subgerencia de finanzas', chief: 'ocaceres', analysts: { jbenitez: ['16', '17', '31'] } },
] as const
