import { useTranslation } from '@cuadre/shell'
import { Building2, CircleCheck, CircleMinus, FilePlus2, type LucideIcon, RotateCcw, UserRoundX, WalletCards } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCounted, useListed } from '../shared/counted.ts'
import type { Load } from './loads.ts'

type Fact = { key: string; Icon: LucideIcon; state?: string; text: ReactNode }
const NAMES = 4

/** What confirming does besides the balances, one sentence each. */
export function Facts({ preview, onUnassigned }: { preview: NonNullable<Load['preview']>; onUnassigned: () => void }) {
  const { t } = useTranslation('accounts-analysis')
  const counted = useCounted()
  const listed = useListed()
  const { clases, cuentasCreadas, negociosCreados, analisisNuevos, inactivas, reabre } = preview
  const unassigned = clases.reduce((total, row) => total + row.sinAsignar, 0)
  const missing = clases.find((row) => row.clase === 'falta')?.cuentas ?? 0
  const kept = preview.completitud?.cuentas.conservan ?? 0

  const facts: Fact[] = []
  if (analisisNuevos > 0) facts.push({ key: 'new', Icon: FilePlus2, text: t('balance.fact.analyses', counted(analisisNuevos)) })
  if (cuentasCreadas > 0) facts.push({ key: 'accounts', Icon: WalletCards, text: t('balance.fact.accounts', counted(cuentasCreadas)) })
  if (negociosCreados.length > 0) {
    const more = negociosCreados.length - NAMES
    const names = more > 0 ? [...negociosCreados.slice(0, NAMES), t('balance.fact.more', counted(more))] : negociosCreados
    facts.push({
      key: 'businesses',
      Icon: Building2,
      text: t('balance.fact.businesses', { ...counted(negociosCreados.length), names: listed(names) }),
    })
  }
  if (unassigned > 0)
    facts.push({
      key: 'unassigned',
      Icon: UserRoundX,
      state: 'state-tarde',
      text: (
        <>
          {t('balance.fact.unassigned', counted(unassigned))}{' '}
          <button type="button" className="link nowrap" onClick={onUnassigned}>
            {t('balance.see', counted(unassigned))}
          </button>
        </>
      ),
    })
  if (inactivas) {
    const more = inactivas.cuentas - inactivas.ejemplos.length
    const names = more > 0 ? [...inactivas.ejemplos, t('balance.fact.more', counted(more))] : inactivas.ejemplos
    facts.push({
      key: 'inactive',
      Icon: CircleMinus,
      state: 'state-tarde',
      text: t('balance.fact.inactive', { ...counted(inactivas.cuentas), names: listed(names) }),
    })
  }
  if (missing > kept)
    facts.push({ key: 'missing', Icon: CircleMinus, state: 'state-tarde', text: t('balance.fact.missing', counted(missing - kept)) })
  if (kept > 0) facts.push({ key: 'kept', Icon: CircleMinus, text: t('balance.fact.kept', counted(kept)) })
  const later = reabre.despues ?? 0
  if (later > 0) facts.push({ key: 'later', Icon: RotateCcw, state: 'state-tarde', text: t('balance.fact.later', counted(later)) })
  if (reabre.total + later === 0)
    facts.push({ key: 'none', Icon: CircleCheck, state: 'state-aprobado', text: t('balance.fact.noReopening') })
  return (
    <section>
      <div className="section-head">
        <h2 className="h2">{t('balance.onConfirm')}</h2>
      </div>
      <ul className="load-facts">
        {facts.map(({ key, Icon, state, text }) => (
          <li key={key} className={state}>
            <Icon aria-hidden />
            <bdi>{text}</bdi>
          </li>
        ))}
      </ul>
    </section>
  )
}
