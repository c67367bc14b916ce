import { listPeriods } from '@cuadre/api/period'
import { type TransferResult, transferAccounts } from '@cuadre/api/transfer'
import { call, Failure, failureOf, query, useKept, useTranslation } from '@cuadre/shell'
import { Button, ErrorState, formatDate, formatMonth, Loader, Note, notify, useLocale, useUnsavedWarning } from '@cuadre/ui'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { useCounted } from '../shared/counted.ts'
import { useSentence } from '../shared/useSentence.ts'
import { AtRisk, Loads, Summary, Work } from './Effects.tsx'
import { Left } from './Left.tsx'
import { newKey, orderOf, type People, type Selection } from './order.ts'
import { useTransferDone } from './useTransferDone.ts'

interface Props {
  people: People
  selection: Selection
  onBack: () => void
  onDone: (result: TransferResult) => void
}
/** As the server counts them (rules §2.5). */
const MIN_REASON = 10

/** What the transfer would do. Exactly what is shown is made, or nothing: where something moved since, it is shown again. */
export function ReviewStep({ people, selection, onBack, onDone }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const counted = useCounted()
  const sentence = useSentence()
  const client = useQueryClient()
  const forget = useTransferDone()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [omitir, setOmitted] = useState<readonly number[]>([])
  const [omitirErrores, setSkipping] = useState(false)
  const [reason, setReason] = useState('')
  useKept('motivo del traspaso', () => reason || undefined, setReason)
  const [tried, setTried] = useState(false)
  const [moved, setMoved] = useState<string>()
  // Of this preview: who presses twice, or after a lost answer, makes one transfer.
  const key = useRef(newKey())

  const order = orderOf(people, selection, { omitir, omitirErrores })
  const previewed = ['transfer-preview', order]
  const preview = useQuery({
    queryKey: previewed,
    queryFn: ({ signal }) => call(transferAccounts, { body: { ...order, simular: true } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const periods = useQuery(query(listPeriods, { query: { limit: 999 } })).data?.data
  const since = periods?.find(({ COD_PERIODO }) => COD_PERIODO === people.desde)?.PERIODO

  const change = (apply: () => void) => {
    key.current = newKey()
    setMoved(undefined)
    apply()
  }
  const commit = useMutation({
    mutationFn: (huella: string) => call(transferAccounts, { body: { ...order, motivo: reason, huella, idempotencia: key.current } }),
    onSuccess: (done) => {
      forget()
      onDone(done)
    },
    onError: (error) => {
      if (error instanceof Failure && error.code === 'transfer_moved') {
        key.current = newKey()
        // The preview of now, as the contract says.
        client.setQueryData(previewed, error.current as TransferResult)
        return setMoved(error.message)
      }
      if (error instanceof Failure && error.status === 0)
        return notify.danger(t('transfer.notKnown'), { description: t('transfer.notKnownHint') })
      notify.danger(t('transfer.notMade'), { description: sentence(error) })
    },
  })
  useUnsavedWarning(reason.trim() !== '' && !commit.isPending && !commit.isSuccess)

  const failure = failureOf(preview)
  if (failure)
    return (
      <ErrorState
        {...failure}
        title={t('transfer.cannot')}
        onRetry={undefined}
        actions={
          <Button variant="solid" onClick={onBack}>
            {t('transfer.back')}
          </Button>
        }
      />
    )
  const seen = preview.data
  if (!seen) return <Loader />
  const [origin, destination] = [people.origen, people.destino].map((user) => seen.carga.find(({ ID_USUARIO }) => ID_USUARIO === user))
  const short = reason.trim().length < MIN_REASON
  const press = () => {
    setTried(true)
    if (short) return field.current?.focus()
    commit.mutate(seen.huella)
  }
  return (
    <div aria-busy={preview.isPlaceholderData || undefined} style={{ display: 'contents' }}>
      {moved && (
        <div role="alert" style={{ marginBlockStart: 12 }}>
          <Note kind="warning">
            <b className="strong">{moved}</b> {t('transfer.movedHint')}
          </Note>
        </div>
      )}
      <p style={{ marginBlock: '4px 12px' }}>
        {t('transfer.says', {
          ...counted(seen.movidas),
          from: origin?.NOMBRE ?? '',
          to: destination?.NOMBRE ?? '',
          role: t(`history.role.${people.rol}`).toLocaleLowerCase(),
          month: since ? formatMonth(since, locale) : '',
        })}{' '}
        {people.hasta && t('transfer.saysUntil', { day: formatDate(people.hasta, locale) })}
      </p>
      <Summary result={seen} role={people.rol} />
      <Left
        conflicts={seen.conflictos}
        omitted={seen.omitidas}
        skipping={omitirErrores}
        onOmit={(account) => change(() => setOmitted([...omitir, account]))}
        onKeep={(account) => change(() => setOmitted(omitir.filter((one) => one !== account)))}
        onSkip={(on) => change(() => setSkipping(on))}
      />
      <div className="dash-even" style={{ border: 0 }}>
        <div>
          <Loads result={seen} />
        </div>
        <div>
          <Work result={seen} />
        </div>
      </div>
      <AtRisk result={seen} />
      <div className="field" style={{ maxInlineSize: 620, marginBlock: '16px 24px' }}>
        <label className="label" htmlFor={id}>
          {t('transfer.reason')}
        </label>
        <textarea
          id={id}
          ref={field}
          className="input"
          rows={2}
          maxLength={500}
          value={reason}
          aria-required
          aria-invalid={(tried && short) || undefined}
          aria-describedby={`${id}-help`}
          onChange={(event) => setReason(event.target.value)}
        />
        <div id={`${id}-help`} className={tried && short ? 'error' : 'help'} role={tried && short ? 'alert' : undefined}>
          <span>{t('transfer.reasonHint', { n: MIN_REASON })}</span>
          <span className="counter">{reason.trim().length}</span>
        </div>
      </div>
      <footer className="form-actions" style={{ marginBlockStart: 'auto' }}>
        <span className="unsaved" role="status">
          <bdi>
            {seen.conflictos.length > 0
              ? t('transfer.conflictsFirst', counted(seen.conflictos.length))
              : seen.movidas === 0
                ? t('transfer.nothing')
                : t('transfer.exactly')}
          </bdi>
        </span>
        <Button onClick={onBack} disabled={commit.isPending}>
          {t('transfer.back')}
        </Button>
        <Button
          variant="solid"
          busy={commit.isPending}
          disabled={seen.conflictos.length > 0 || seen.movidas === 0 || preview.isPlaceholderData}
          onClick={press}
        >
          {t('transfer.make', counted(seen.movidas))}
        </Button>
      </footer>
    </div>
  )
}
