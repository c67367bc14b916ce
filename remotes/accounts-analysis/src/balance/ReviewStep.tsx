import type { listLoadRows } from '@cuadre/api/balance'
import { confirmBalances, createsMany, getBalanceLoad } from '@cuadre/api/balance'
import type { SortKey } from '@cuadre/api/endpoint'
import { call, Failure, sentenceOf, useSearchParams, useTranslation } from '@cuadre/shell'
import { Button, formatDateTime, Note, notify, TextLink, useLocale } from '@cuadre/ui'
import { useTableState } from '@cuadre/ui/data'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { load as loadPage } from '../area.ts'
import { Changes } from './Changes.tsx'
import { ClassRows, ROW_FILTERS, type RowFilter } from './ClassRows.tsx'
import { Completeness } from './Completeness.tsx'
import { Creation } from './Creation.tsx'
import type { RowClass } from './classes.tsx'
import { Decisions } from './Decisions.tsx'
import { DiscardLoad } from './DiscardLoad.tsx'
import { Facts } from './Facts.tsx'
import { FileLine } from './FileLine.tsx'
import { Groups } from './Groups.tsx'
import { currentLoad, type Load, loadQuery, useForgetFigures, useKeepLoad } from './loads.ts'
import { Recognised } from './Recognised.tsx'
import { Reopening } from './Reopening.tsx'
import { TieOut } from './TieOut.tsx'
import { useApplied } from './useApplied.ts'
import { useRemapping } from './useRemap.ts'

/** What confirming would do, before it is done. Exactly what is shown here is applied. */
export function ReviewStep({ load }: { load: Load }) {
  const { t } = useTranslation('accounts-analysis')
  const [params, setParams] = useSearchParams()
  const table = useTableState<SortKey<typeof listLoadRows>, RowFilter>({
    key: 'carga-filas',
    params,
    setParams,
    limit: 25,
    filters: ROW_FILTERS,
  })
  const keep = useKeepLoad()
  const forget = useForgetFigures()
  const box = useRef<HTMLInputElement>(null)
  // Bound to what was shown: new figures need a new tick.
  const [understood, setUnderstood] = useState<string>()
  const makesBox = useRef<HTMLInputElement>(null)
  const [makes, setMakes] = useState<string>()
  const [tried, setTried] = useState(false)
  const notice = useRef<HTMLDivElement>(null)
  const [moved, setMoved] = useState<{ why: string }>()
  // Who pressed at the foot of the page would press again, and confirm figures that they have not seen.
  useEffect(() => {
    if (!moved) return
    notice.current?.focus({ preventScroll: true })
    document.querySelector('main')?.scrollTo?.({ top: 0 })
  }, [moved])
  const { preview, COD_CARGA: id } = load

  const confirm = useMutation({
    mutationFn: (token: string) => {
      const CREA = { negocios: preview?.negociosCreados.length ?? 0, cuentas: preview?.cuentasCreadas ?? 0 }
      return call(confirmBalances, { params: { id }, body: { token, CREA } })
    },
    onSuccess: (done) => applied(done),
    onError: async (error) => {
      const current = currentLoad(error, id)
      if (current) {
        setTried(false)
        await keep(current)
        return setMoved({ why: sentenceOf(error, '') })
      }
      // The answer may have been lost after the load was applied: the load itself tells.
      const lost = error instanceof Failure && error.status === 0
      const now = lost ? await call(getBalanceLoad, { params: { id } }).catch(() => undefined) : undefined
      if (now && now.ESTADO !== 'revision') return applied(now)
      notify.danger(lost ? t('balance.notKnown') : t('balance.notConfirmed'), { description: sentenceOf(error, t('balance.offline')) })
    },
  })
  const applied = async (done: Load) => {
    await keep(done)
    forget()
    setParams({ carga: String(id) }, { replace: true })
  }
  const remapping = useRemapping(id)
  const summary = useApplied(preview)
  if (!preview)
    return (
      <>
        <FileLine load={load} />
        <Note kind="warning">{t('balance.outsideScope')}</Note>
      </>
    )

  const nothing = summary.count === 0
  const wantsTick = preview.reabre.total > 0 && understood !== preview.token
  const wantsCreation = createsMany(preview) && makes !== preview.token
  const press = () => {
    setTried(true)
    if (wantsTick) return box.current?.focus()
    if (wantsCreation) return makesBox.current?.focus()
    confirm.mutate(preview.token)
  }
  const counts = new Map(preview.clases.map((row) => [row.clase, row.cuentas]))
  const first = (['rechazada', 'cambia', 'nueva', 'falta', 'igual'] as const).find((of) => (counts.get(of) ?? 0) > 0) ?? 'igual'
  const asked = params.get('clase') as RowClass | null
  const filtered = table.state.filters.sinAsignar || table.state.filters.reabre || table.state.filters.grupo
  // Reopened and unassigned accounts, and sums of others that are loaded, may be of any class.
  const ofAny = table.state.filters.grupo && counts.has('grupo') ? 'grupo' : filtered ? undefined : first
  const chosen = asked && counts.has(asked) ? asked : ofAny
  const list = (next: Record<string, string>) => {
    setParams({ carga: String(id), ...next }, { replace: true })
    document.getElementById('filas')?.scrollIntoView?.({ block: 'nearest' })
  }

  return (
    <>
      <FileLine load={load} replace />
      {moved && (
        <div role="alert" ref={notice} tabIndex={-1} style={{ marginBlockStart: 12 }}>
          <Note kind="warning">
            <b className="strong">{t('balance.moved')}</b> {moved.why} {t('balance.movedHint')}
          </Note>
        </div>
      )}
      {preview.completitud && <Completeness load={load} of={preview.completitud} />}
      {nothing && (
        <div style={{ marginBlockStart: 12 }}>
          <Note kind="warning">
            <b className="strong">{t('balance.nothing')}</b> {t('balance.nothingHint')}{' '}
            <TextLink href={loadPage.link({ carga: id, paso: 'columnas' })}>{t('balance.changeColumns')}</TextLink>
          </Note>
        </div>
      )}
      {load.REPETIDA_DE !== null && <Repeated of={load.REPETIDA_DE} />}
      <Recognised load={load} />
      {preview.grupos && (
        <div style={{ marginBlock: 12 }}>
          <Groups load={load} onSee={() => list({ grupo: 'true' })} />
        </div>
      )}
      <Decisions load={load} />
      <div className="load-figures">
        <Changes preview={preview} chosen={chosen ?? first} onChoose={(clase) => list({ clase })} />
        <Facts preview={preview} onUnassigned={() => list({ sinAsignar: 'true' })} />
      </div>
      {preview.reabre.total > 0 && (
        <div style={{ marginBlockStart: 12 }}>
          <Reopening
            reopens={preview.reabre}
            understood={!wantsTick}
            onUnderstood={(on) => setUnderstood(on ? preview.token : undefined)}
            wrong={tried && wantsTick}
            onSee={() => list({ reabre: 'true' })}
            box={box}
          />
        </div>
      )}
      {createsMany(preview) && (
        <div style={{ marginBlockStart: 12 }}>
          <Creation
            preview={preview}
            understood={!wantsCreation}
            onUnderstood={(on) => setMakes(on ? preview.token : undefined)}
            wrong={tried && wantsCreation}
            box={makesBox}
          />
        </div>
      )}
      <ClassRows load={load} table={table} of={chosen} />
      <TieOut load={id} token={preview.token} />
      <footer className="form-actions">
        <span className="unsaved" role="status">
          <bdi>
            {confirm.isPending ? (
              t('balance.applying')
            ) : nothing ? (
              t('balance.nothing')
            ) : (
              <>
                <b className="strong fg">{summary.what}</b> {summary.how}
                {summary.rest && <>; {summary.rest}</>}
              </>
            )}
          </bdi>
        </span>
        <DiscardLoad load={load} disabled={confirm.isPending} />
        <Button variant="solid" busy={confirm.isPending} disabled={nothing || remapping} onClick={press}>
          {t('balance.confirm')}
        </Button>
      </footer>
    </>
  )
}

/** The same bytes were confirmed before: nothing would change. */
function Repeated({ of }: { of: number }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const { data } = useQuery(loadQuery(of))
  return (
    <div style={{ marginBlockStart: 12 }}>
      <Note>
        <b className="strong">{t('balance.repeated')}</b>{' '}
        {data
          ? t('balance.repeatedBy', { when: formatDateTime(data.CONFIRMADO_EN, locale), who: data.CARGADO_POR })
          : t('balance.repeatedHint')}{' '}
        <TextLink href={loadPage.link({ carga: of })}>{t('balance.seeThatLoad')}</TextLink>
      </Note>
    </div>
  )
}
