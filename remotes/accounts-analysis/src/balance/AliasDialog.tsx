import { listAccounts } from '@cuadre/api/account'
import { aliasAccount, aliasBusiness, type LoadRow } from '@cuadre/api/balance'
import { myBusinesses } from '@cuadre/api/session'
import { call, query, sentenceOf, useTranslation } from '@cuadre/shell'
import { Button, Code, notify } from '@cuadre/ui'
import { Dialog } from '@cuadre/ui/overlay'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { currentLoad, type Load, useKeepLoad } from './loads.ts'

const SHOWN = 12

/** Which business or account a row means that the file calls otherwise; for all rows like it, and every file from now on. */
export function AliasDialog({ load, row, onClose }: { load: Load; row: LoadRow | undefined; onClose: () => void }) {
  const { t } = useTranslation('accounts-analysis')
  const id = useId()
  const keep = useKeepLoad()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<number>()
  const kind = row?.alias ?? 'negocio'
  const businesses = useQuery({ ...query(myBusinesses), enabled: row !== undefined && kind === 'negocio' })
  const accounts = useQuery({
    ...query(listAccounts, { query: { businessId: row?.ID_NEGOCIO ?? undefined, search: search || undefined, limit: SHOWN } }),
    enabled: row !== undefined && kind === 'cuenta',
    placeholderData: keepPreviousData,
  })
  const part = search.toLocaleLowerCase()
  const options =
    kind === 'negocio'
      ? (businesses.data ?? [])
          .filter(({ NEGOCIO }) => NEGOCIO.toLocaleLowerCase().includes(part))
          .slice(0, SHOWN)
          .map(({ ID_NEGOCIO, NEGOCIO }) => ({ value: ID_NEGOCIO, code: null, name: NEGOCIO }))
      : (accounts.data?.data ?? []).map(({ COD_CUENTA, CUENTA, NOMBRE }) => ({
          value: COD_CUENTA,
          code: CUENTA,
          name: NOMBRE,
        }))
  const named = kind === 'negocio' ? (row?.valor ?? row?.NEGOCIO) : row?.CUENTA
  const close = () => {
    setSearch('')
    setChosen(undefined)
    onClose()
  }
  const save = useMutation({
    mutationFn: (to: number) =>
      kind === 'negocio'
        ? call(aliasBusiness, { params: { id: load.COD_CARGA }, body: { NEGOCIO: named ?? '', ID_NEGOCIO: to } })
        : call(aliasAccount, { params: { id: load.COD_CARGA }, body: { CUENTA: named ?? '', COD_CUENTA: to } }),
    onSuccess: async (next) => {
      await keep(next)
      close()
    },
    onError: async (error) => {
      const current = currentLoad(error, load.COD_CARGA)
      if (current) await keep(current)
      notify.danger(t('balance.alias.failed'), { description: sentenceOf(error, t('balance.offline')) })
    },
  })
  return (
    <Dialog
      open={row !== undefined}
      onClose={close}
      title={t(`balance.alias.title.${kind}`, { named: named ?? '' })}
      footer={
        <>
          <Button onClick={close}>{t('balance.alias.cancel')}</Button>
          <Button
            variant="solid"
            busy={save.isPending}
            disabled={chosen === undefined}
            onClick={() => chosen !== undefined && save.mutate(chosen)}
          >
            {t('balance.alias.save')}
          </Button>
        </>
      }
    >
      <p className="small muted">{t(`balance.alias.hint.${kind}`)}</p>
      <div className="field alias-search">
        <label className="label" htmlFor={id}>
          {t('balance.alias.search')}
        </label>
        <input id={id} type="search" className="input" value={search} onChange={(event) => setSearch(event.target.value)} />
      </div>
      <fieldset className="alias-options">
        <legend className="sr-only">{t(`balance.alias.legend.${kind}`)}</legend>
        {options.map(({ value, code, name }) => (
          <label key={value} className="check-line">
            <input type="radio" className="radio" name={id} checked={chosen === value} onChange={() => setChosen(value)} />
            <span>
              {code && <Code>{code}</Code>} {name}
            </span>
          </label>
        ))}
        {options.length === 0 && <p className="small muted">{t('balance.alias.none')}</p>}
      </fieldset>
    </Dialog>
  )
}
