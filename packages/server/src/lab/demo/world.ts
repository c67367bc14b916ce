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
