import { mapBalances } from '@cuadre/api/balance'
import { call, useTranslation } from '@cuadre/shell'
import { Button, formatMoney, Note, notify, useLocale } from '@cuadre/ui'
import { useIsMutating, useMutation } from '@tanstack/react-query'
import { Sigma } from 'lucide-react'
import { useCounted, useListed } from '../shared/counted.ts'
import { currentLoad, type Load, sentenceOf, useKeepLoad } from './loads.ts'

const regrouping = (id: number) => ['balances', 'grupos', id]
/** The preview is about to be another one. */
export const useRegrouping = (id: number) => useIsMutating({ mutationKey: regrouping(id) }) > 0

/** Rows that are the sum of others of the file, and the press that leaves them out or takes them back. */
export function Groups({ load, onSee }: { load: Load; onSee: () => void }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const counted = useCounted()
  const listed = useListed()
  const keep = useKeepLoad()
  const { COD_CARGA: id, mapping, preview } = load
  const change = useMutation({
    mutationKey: regrouping(id),
    mutationFn: (body: NonNullable<Load['mapping']>) => call(mapBalances, { params: { id }, body }),
    onSuccess: keep,
    onError: async (error) => {
      const current = currentLoad(error, id)
      if (current) await keep(current)
      else notify.danger(t('balance.group.notChanged'), { description: sentenceOf(error, t('balance.offline')) })
    },
  })
  if (!mapping || !preview?.grupos) return null
  const { filas, saldo, conSaldo, ejemplos } = preview.grupos
  const out = mapping.grupos === 'omitir'
  const names = ejemplos.map(({ CUENTA, NOMBRE }) => [CUENTA, NOMBRE].filter(Boolean).join(' '))
  // An example stands for one row at least; the same code may come in several businesses.
  const more = filas - names.length
  const about = {
    ...counted(filas),
    names: listed(more > 0 ? [...names, t('balance.group.more', counted(more))] : names),
    sum: formatMoney(saldo, locale),
  }
  return (
    <Note kind={out ? 'info' : 'warning'} icon={<Sigma aria-hidden />}>
      <span role="status">
        <b className="strong">{t(out ? 'balance.group.out' : 'balance.group.title', about)}</b>{' '}
        <bdi>{t(out ? 'balance.group.outHint' : 'balance.group.hint', about)}</bdi>
        {conSaldo > 0 && <> {t(out ? 'balance.group.heldOut' : 'balance.group.held', counted(conSaldo))}</>}
      </span>
      <div className="row" style={{ marginBlockStart: 8, flexWrap: 'wrap' }}>
        <Button size="sm" busy={change.isPending} onClick={() => change.mutate({ ...mapping, grupos: out ? 'cargar' : 'omitir' })}>
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
