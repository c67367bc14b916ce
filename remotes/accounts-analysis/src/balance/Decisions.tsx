import { useTranslation } from '@cuadre/shell'
import { Button } from '@cuadre/ui'
import { useCounted } from '../shared/counted.ts'
import type { Load } from './loads.ts'
import { useRemap } from './useRemap.ts'

type Decision = { key: 'ceros' | 'repetidas' | 'cerosDelante' | 'sinNegocio'; n: number; taken: boolean; on: Change; off: Change }
type Change = Partial<NonNullable<Load['mapping']>>

/** Kinds of rows of which one word decides for all: each said with its number, taken and taken back at a press. */
export function Decisions({ load }: { load: Load }) {
  const { t } = useTranslation('accounts-analysis')
  const counted = useCounted()
  const change = useRemap(load)
  const { mapping, preview } = load
  const of = preview?.completitud
  if (!mapping || !of) return null
  const decisions: Decision[] = [
    { key: 'ceros', n: of.decidir.ceros, taken: mapping.ceros === 'omitir', on: { ceros: 'omitir' }, off: { ceros: 'cargar' } },
    {
      key: 'repetidas',
      n: of.decidir.repetidas + of.sumadas.filas,
      taken: mapping.repetidas === 'sumar',
      on: { repetidas: 'sumar' },
      off: { repetidas: 'rechazar' },
    },
    {
      key: 'cerosDelante',
      n: of.decidir.cerosDelante,
      taken: mapping.cerosDelante === 'ignorar',
      on: { cerosDelante: 'ignorar' },
      off: { cerosDelante: 'distinguir' },
    },
    {
      key: 'sinNegocio',
      n: of.decidir.sinNegocio ?? 0,
      taken: mapping.negocioVacio === 'anterior',
      on: { negocioVacio: 'anterior' },
      off: { negocioVacio: 'rechazar' },
    },
  ]
  // What is taken for the same, or as of the business above, leaves nothing to count, and can be taken back all the same.
  const shown = decisions.filter(({ key, n, taken }) => n > 0 || (taken && (key === 'cerosDelante' || key === 'sinNegocio')))
  if (shown.length === 0) return null
  return (
    <ul className="load-decisions" aria-label={t('balance.decide.title')}>
      {shown.map(({ key, n, taken, on, off }) => (
        <li key={key} className="small">
          <span>{t(`balance.decide.${key}.${taken ? 'taken' : 'open'}`, counted(n))}</span>{' '}
          <Button size="sm" busy={change.isPending} onClick={() => change.mutate(taken ? off : on)}>
            {t(`balance.decide.${key}.${taken ? 'off' : 'on'}`, counted(n))}
          </Button>
        </li>
      ))}
    </ul>
  )
}
