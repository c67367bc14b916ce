import type { Account } from '@cuadre/api/account'

type Said = Pick<Account, 'NEGOCIO' | 'DEPARTAMENTO' | 'RUBRO' | 'ANALISTA' | 'FRECUENCIA'>
/** Where an account stands and whose it is; of one that is not analysed every month also in which, for the others have no analysis. */
export const aboutAccount = ({ NEGOCIO, DEPARTAMENTO, RUBRO, ANALISTA, FRECUENCIA }: Said, t: (key: string) => string) =>
  [NEGOCIO, DEPARTAMENTO, RUBRO, ANALISTA, FRECUENCIA !== 'MENSUAL' && t(`account.frequencyHint.${FRECUENCIA}`)].filter(Boolean).join(' · ')
