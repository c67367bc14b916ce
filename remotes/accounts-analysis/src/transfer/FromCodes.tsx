import { resolveAccounts } from '@cuadre/api/transfer'
import { call, useTranslation } from '@cuadre/shell'
import { Button, Code, Note } from '@cuadre/ui'
import { type Column, DataTable, FileDrop } from '@cuadre/ui/data'
import { useMutation } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { useCounted, useListed } from '../shared/counted.ts'
import { useSentence } from '../shared/useSentence.ts'
import type { Codes, Found, WayProps } from './way.ts'

type Row = Found['encontradas'][number]
const keyOf = ({ COD_CUENTA }: Row) => String(COD_CUENTA)
const SHOWN = 12

/** Codes as they come from a mail or a workbook; what they are is shown before anything is done with them. */
export function FromCodes({ codes, onBack, onDone }: WayProps) {
  const { t } = useTranslation('accounts-analysis')
  const counted = useCounted()
  const sentence = useSentence()
  const id = useId()
  const [{ text, business, found }, setCodes] = useState(codes.current)
  codes.current = { text, business, found }
  const change = (what: Partial<Codes>) => setCodes((before) => ({ ...before, ...what }))
  const search = useMutation({
    mutationFn: (from: { lista?: string; file?: File }) => call(resolveAccounts, { body: from }),
    onSuccess: (found) => change({ found, business: '' }),
  })
  // A code that several businesses have: of one of them, or of all.
  const businesses = new Map(
    found?.encontradas.filter(({ CUENTA }) => found.ambiguas.includes(CUENTA)).map((row) => [row.ID_NEGOCIO, row.NEGOCIO]),
  )
  const rows = found?.encontradas.filter((row) => !business || !found.ambiguas.includes(row.CUENTA) || String(row.ID_NEGOCIO) === business)
  const columns = useMemo<Column<Row>[]>(
    () => [
      { id: 'CUENTA', header: t('account.code'), phone: 'sub', cell: (row) => <Code>{row.CUENTA}</Code> },
      { id: 'NOMBRE', header: t('account.name'), phone: 'title', cut: true, cell: (row) => <span className="medium">{row.NOMBRE}</span> },
      { id: 'NEGOCIO', header: t('account.business'), phone: 'sub-end', cell: (row) => row.NEGOCIO },
      { id: 'ANALISTA', header: t('account.analyst'), cell: (row) => row.ANALISTA ?? <span className="faint">—</span> },
    ],
    [t],
  )
  const n = rows?.length ?? 0
  return (
    <>
      <section className="form-section">
        <header>
          <h2 className="h2">{t('transfer.codes')}</h2>
          <p>{t('transfer.codesHint')}</p>
        </header>
        <div className="fields">
          <div className="field wide">
            <label className="label" htmlFor={id}>
              {t('transfer.pasted')}
            </label>
            <textarea
              id={id}
              className="input code"
              rows={4}
              spellCheck={false}
              value={text}
              onChange={(event) => change({ text: event.target.value })}
            />
            <div style={{ marginBlockStart: 8 }}>
              <Button
                busy={search.isPending && search.variables?.lista !== undefined}
                disabled={text.trim() === ''}
                onClick={() => search.mutate({ lista: text })}
              >
                {t('transfer.find')}
              </Button>
            </div>
          </div>
          <div className="field wide">
            <FileDrop
              label={t('transfer.drop')}
              hint={t('transfer.dropHint')}
              accept=".xlsx,.xls,.csv"
              maxBytes={10 * 1024 ** 2}
              onFiles={([file]) => file && search.mutate({ file })}
            />
          </div>
        </div>
      </section>
      <div role="status" style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 8 }}>
        {found && <Outcome found={found} />}
        {businesses.size > 1 && (
          <label className="field" style={{ maxInlineSize: 320 }}>
            <span className="label">{t('transfer.ofBusiness')}</span>
            <select className="input" value={business} onChange={(event) => change({ business: event.target.value })}>
              <option value="">{t('transfer.allBusinesses')}</option>
              {[...businesses].map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      {search.error && <Note kind="danger">{sentence(search.error)}</Note>}
      {rows && n > 0 && <DataTable label={t('transfer.foundAccounts')} columns={columns} rows={rows} rowKey={keyOf} />}
      <footer className="form-actions" style={{ marginBlockStart: 'auto' }}>
        <span className="unsaved">{n > 0 && <b className="strong fg">{t('transfer.chosen', counted(n))}</b>}</span>
        <Button onClick={onBack}>{t('transfer.back')}</Button>
        <Button
          variant="solid"
          disabled={n === 0}
          onClick={() => onDone({ count: n, ids: (rows ?? []).map(({ COD_CUENTA }) => COD_CUENTA) })}
        >
          {n === 0 ? t('transfer.review') : t('transfer.reviewN', counted(n))}
        </Button>
      </footer>
    </>
  )
}

/** What became of the codes: found, found but for their zeros, unknown, of several businesses. */
function Outcome({ found: { encontradas, noEncontradas, ambiguas, parecidas, repetidas } }: { found: Found }) {
  const { t } = useTranslation('accounts-analysis')
  const counted = useCounted()
  const listed = useListed()
  const some = (codes: readonly string[]) => {
    const more = codes.length - SHOWN
    return listed(more > 0 ? [...codes.slice(0, SHOWN), t('transfer.more', counted(more))] : codes)
  }
  return (
    <>
      <Note kind={encontradas.length > 0 ? 'success' : 'warning'}>
        <b className="strong">{t('transfer.found', counted(encontradas.length))}</b>{' '}
        {repetidas > 0 && t('transfer.repeated', counted(repetidas))}
      </Note>
      {parecidas.length > 0 && (
        <Note kind="warning">
          <b className="strong">{t('transfer.alike', counted(parecidas.length))}</b>{' '}
          <bdi>{some(parecidas.map(({ DICHO, CUENTA }) => `${DICHO} → ${CUENTA}`))}</bdi>
        </Note>
      )}
      {noEncontradas.length > 0 && (
        <Note kind="warning">
          <b className="strong">{t('transfer.notFound', counted(noEncontradas.length))}</b> <bdi>{some(noEncontradas)}</bdi>
        </Note>
      )}
      {ambiguas.length > 0 && (
        <Note kind="warning">
          <b className="strong">{t('transfer.ambiguous', counted(ambiguas.length))}</b> <bdi>{some(ambiguas)}</bdi>
        </Note>
      )}
    </>
  )
}
