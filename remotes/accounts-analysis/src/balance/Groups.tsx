import { useTranslation } from '@cuadre/shell'
import { Button, formatMoney, Note, useLocale } from '@cuadre/ui'
import { Sigma } from 'lucide-react'
import { useCounted, useListed } from '../shared/counted.ts'
import type { Load } from './loads.ts'
import { useRemap } from './useRemap.ts'

/** Rows that are the sum of others of the file, and the press that leaves them out or takes them back. */
export function Groups({ load, onSee }: { load: Load; onSee: () => void }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const counted = useCounted()
  const listed = useListed()
  const { mapping, preview } = load
  const change = useRemap(load)
  if (!mapping || !preview?.grupos) return null
  const { filas, fuera, saldo, conSaldo, ejemplos } = preview.grupos
  const out = fuera === filas
  const names = ejemplos.map(({ CUENTA, NOMBRE }) => [CUENTA, NOMBRE].filter(Boolean).join(' '))
  // An example stands for one row at least; the same code may come in several businesses.
  const more = filas - names.length
  const about = {
    ...counted(filas),
    out: fuera,
    names: listed(more > 0 ? [...names, t('balance.group.more', counted(more))] : names),
    sum: formatMoney(saldo, locale),
  }
  return (
    <Note kind={out ? 'info' : 'warning'} icon={<Sigma aria-hidden />}>
      <span role="status">
        <b className="strong">{t(out ? 'balance.group.out' : 'balance.group.title', about)}</b>{' '}
        <bdi>{t(out ? 'balance.group.outHint' : 'balance.group.hint', about)}</bdi>
        {fuera > 0 && !out && <> {t('balance.group.someOut', counted(fuera))}</>}
        {conSaldo > 0 && <> {t(out ? 'balance.group.heldOut' : 'balance.group.held', counted(conSaldo))}</>}
      </span>
      <div className="row" style={{ marginBlockStart: 8, flexWrap: 'wrap' }}>
        <Button size="sm" busy={change.isPending} onClick={() => change.mutate({ grupos: out ? 'cargar' : 'omitir' })}>
          {t(out ? 'balance.group.load' : 'balance.group.leaveOut', about)}
        </Button>
        <button type="button" className="link nowrap" onClick={onSee}>
          {t('balance.see', about)}
        </button>
        <span className="xsmall muted">{t('balance.remembered')}</span>
      </div>
    </Note>
  )
}
