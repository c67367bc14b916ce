import { type Analysis, listForAnalyst } from '@cuadre/api/analysis'
import type { Answer } from '@cuadre/api/endpoint'
import { addToGroup, getGroup } from '@cuadre/api/group'
import { call, Failure, query, useTranslation, whatBecame } from '@cuadre/shell'
import { Button, Code, EmptyState, ErrorState, Loader, Money, Note, notify, withoutAccents } from '@cuadre/ui'
import { Dialog } from '@cuadre/ui/overlay'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useSentence } from '../shared/useSentence.ts'

type Detail = Answer<typeof getGroup>
/** From how many accounts on one searches among them. */
const MANY = 8

/** More accounts into a group that has not been sent: those of the same business, department and currency that stand alone. */
export function AddToGroup({ detail }: { detail: Detail }) {
  const { t } = useTranslation('accounts-analysis')
  const client = useQueryClient()
  const sentence = useSentence()
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { AGRUPADO_ID: id, COD_PERIODO: periodId, ID_NEGOCIO: businessId, COD_DEPARTAMENTO, MONEDA, NOMBRE } = detail
  const found = useQuery({
    ...query(listForAnalyst, { query: { periodId, businessId, bandeja: 'sin_enviar', type: 'individual', paginated: false } }),
    enabled: open,
  })
  const items = found.data?.data.filter((item) => item.COD_DEPARTAMENTO === COD_DEPARTAMENTO && item.MONEDA === MONEDA)
  const wanted = withoutAccents(typed.trim())
  const shown = items?.filter((item) => withoutAccents(`${item.CUENTA} ${item.NOMBRE_CUENTA}`).includes(wanted))
  const close = () => {
    setOpen(false)
    setChosen(new Set())
    setTyped('')
    setWrong(undefined)
  }
  const turn = ({ COD_ANALISIS }: Analysis) => {
    const next = new Set(chosen)
    if (!next.delete(COD_ANALISIS)) next.add(COD_ANALISIS)
    setChosen(next)
    setWrong(undefined)
  }
  const add = async () => {
    setBusy(true)
    try {
      const params = { id }
      await call(addToGroup, { params, body: { COD_ANALISIS: [...chosen] } }).catch((error: unknown) =>
        whatBecame(
          error,
          (signal) => call(getGroup, { params }, { signal }),
          ({ MIEMBROS }) => MIEMBROS.filter(({ COD_ANALISIS }) => chosen.has(COD_ANALISIS)).length === chosen.size,
        ),
      )
      notify.success(t('analyst.added', { count: chosen.size, name: NOMBRE }))
      close()
    } catch (error) {
      setWrong((error instanceof Failure && error.issues[0]?.message) || sentence(error))
    } finally {
      setBusy(false)
      for (const noun of ['analysis', 'analysis-metadata', 'dashboard']) void client.invalidateQueries({ queryKey: [noun] })
    }
  }
  return (
    <>
      <Button size="sm" icon={<Plus aria-hidden />} onClick={() => setOpen(true)}>
        {t('analyst.add')}
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title={t('analyst.addTitle', { name: NOMBRE })}
        description={t('analyst.addHint')}
        locked={busy}
        footer={
          <>
            <Button onClick={close}>{t('analyst.cancel')}</Button>
            <Button variant="solid" busy={busy} disabled={chosen.size === 0} onClick={() => void add()}>
              {chosen.size === 0 ? t('analyst.add') : t('analyst.addMany', { count: chosen.size })}
            </Button>
          </>
        }
      >
        {wrong && <Note kind="danger">{wrong}</Note>}
        {found.isError && !items ? (
          <ErrorState onRetry={() => void found.refetch()}>{sentence(found.error)}</ErrorState>
        ) : !items || !shown ? (
          <Loader />
        ) : items.length === 0 ? (
          <EmptyState title={t('analyst.addNone')}>{t('analyst.addNoneHint')}</EmptyState>
        ) : (
          <>
            {items.length > MANY && (
              <input
                type="search"
                className="input"
                aria-label={t('analyst.addSearch')}
                placeholder={t('analyst.addSearch')}
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
            <ul className="pick-list">
              {shown.map((item) => (
                <li key={item.COD_ANALISIS}>
                  <label className="small">
                    <input type="checkbox" className="checkbox" checked={chosen.has(item.COD_ANALISIS)} onChange={() => turn(item)} />
                    <span className="grow">
                      <Code>{item.CUENTA}</Code> {item.NOMBRE_CUENTA}
                    </span>
                    <Money value={item.VALOR_BALANCE} />
                  </label>
                </li>
              ))}
            </ul>
          </>
        )}
      </Dialog>
    </>
  )
}
