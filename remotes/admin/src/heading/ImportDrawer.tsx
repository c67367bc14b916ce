import { type Chart, type ChartRow, importChart } from '@cuadre/api/chart'
import { pageLink } from '@cuadre/api/pages'
import { call, Failure, saveAs, useTranslation } from '@cuadre/shell'
import { Button, FileName, formatCount, Loader, Note, notify, TextLink, useLocale } from '@cuadre/ui'
import { FileDrop } from '@cuadre/ui/data'
import { Drawer } from '@cuadre/ui/overlay'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleX, Download } from 'lucide-react'
import { useState } from 'react'
import type { Headings } from '../shared/headingTree.ts'
import { csvOf, fileOf } from './pasted.ts'

const MAX_BYTES = 50 * 1024 * 1024
const SHOWN = 60
/** What is to be looked at first stands first; what stays as it is is only counted. */
const ORDER = ['rechazada', 'distinta', 'nueva'] as const

interface Props {
  open: boolean
  onClose: () => void
  all: Headings
}

/** Headings from a file or pasted from a sheet: what it would do, row by row, and then exactly that. Nothing is ever removed. */
export function ImportDrawer({ open, onClose, all }: Props) {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const client = useQueryClient()
  const [file, setFile] = useState<File>()
  const [pasted, setPasted] = useState('')
  const [cambiar, setChanging] = useState(true)
  const [moved, setMoved] = useState<string>()
  const n = (count: number) => formatCount(count, locale)

  const order = { cambiar: String(cambiar) as 'true' | 'false' }
  const asked = ['heading-import', file?.name, file?.lastModified, file?.size, cambiar]
  const preview = useQuery({
    queryKey: asked,
    queryFn: ({ signal }) => call(importChart, { body: { ...order, file: file!, simular: 'true' } }, { signal }),
    enabled: file !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const isAccounts = preview.data?.tipo === 'cuentas' || (preview.error instanceof Failure && preview.error.code === 'chart_business')
  const seen = preview.data?.tipo === 'rubros' ? preview.data : undefined
  const changes = seen ? seen.total.nueva + (cambiar ? seen.total.distinta : 0) : 0
  const commit = useMutation({
    mutationFn: () => call(importChart, { body: { ...order, file: file!, simular: 'false', huella: seen!.huella } }),
    onSuccess: () => {
      for (const noun of ['heading', 'account', 'audit']) void client.invalidateQueries({ queryKey: [noun] })
      notify.success(t('heading.imported', { count: changes, n: n(changes) }))
      choose(undefined)
      onClose()
    },
    onError: (error) => {
      if (!(error instanceof Failure) || error.code !== 'chart_moved')
        return notify.danger(t('heading.failed'), { description: error.message })
      client.setQueryData(asked, error.current as Chart)
      setMoved(error.message)
    },
  })
  const choose = (chosen: File | undefined) => {
    setMoved(undefined)
    setFile(chosen)
    setPasted('')
  }
  const refused = seen?.data.filter(({ CLASE }) => CLASE === 'rechazada') ?? []
  const codes = new Set(seen?.data.map(({ CODIGO }) => CODIGO))
  const kept = seen ? [...all.values()].filter(({ CODIGO }) => CODIGO === null || !codes.has(CODIGO)).length : 0
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={t('heading.importTitle')}
      size="wide"
      modeless
      footer={
        seen && (
          <>
            {refused.length > 0 && (
              <Button
                icon={<Download aria-hidden />}
                onClick={() => saveAs(csvOf([['fila', 'codigo', 'nombre', 'motivo'], ...refused.map(lineOf)]), t('heading.refusedFile'))}
              >
                {t('heading.saveRefused', { count: refused.length, n: n(refused.length) })}
              </Button>
            )}
            <Button variant="solid" busy={commit.isPending} disabled={changes === 0 || preview.isFetching} onClick={() => commit.mutate()}>
              {changes === 0 ? t('heading.nothing') : t('heading.importN', { n: n(changes) })}
            </Button>
          </>
        )
      }
    >
      <div className="heading-import">
        {file ? (
          <p className="small">
            <b className="strong">
              <FileName>{file.name}</FileName>
            </b>{' '}
            <button type="button" className="link" onClick={() => choose(undefined)}>
              {t('heading.another')}
            </button>
            {seen && (
              <>
                <br />
                <span className="muted">{t('heading.columns', { code: seen.columnas.CODIGO, name: seen.columnas.NOMBRE })}</span>
              </>
            )}
          </p>
        ) : (
          <>
            <FileDrop
              label={t('heading.drop')}
              hint={t('heading.dropHint')}
              accept=".xlsx,.xls,.csv,.txt"
              maxBytes={MAX_BYTES}
              onFiles={([chosen]) => choose(chosen)}
            />
            <label className="field">
              <span className="label">{t('heading.paste')}</span>
              <textarea className="input" rows={6} value={pasted} onChange={(event) => setPasted(event.target.value)} />
              <span className="help">{t('heading.pasteHint')}</span>
            </label>
            <Button disabled={pasted.trim() === ''} onClick={() => choose(fileOf(pasted, t('heading.pastedFile')))}>
              {t('heading.look')}
            </Button>
          </>
        )}
        <div role="status">
          {moved && <Note kind="warning">{moved}</Note>}
          {isAccounts && (
            <Note kind="warning">
              {t('heading.isAccounts')} <TextLink href={pageLink('/cuentas/crear')}>{t('heading.toAccounts')}</TextLink>
            </Note>
          )}
          {preview.error && !isAccounts && <Note kind="danger">{preview.error.message || t('heading.failed')}</Note>}
          {file && preview.isFetching && <Loader />}
        </div>
        {seen && (
          <>
            <p className="heading-sums">
              <span>
                <b className="up">+ {n(seen.total.nueva)}</b> {t('heading.sums.nueva')}
              </span>
              <span>
                <b className="warn">~ {n(seen.total.distinta)}</b> {t('heading.sums.distinta')}
              </span>
              <span className={refused.length > 0 ? 'bad' : ''}>
                <b>{n(seen.total.rechazada)}</b> {t('heading.sums.rechazada')}
              </span>
            </p>
            <p className="small muted">{t('heading.stays', { same: n(seen.total.igual), kept: n(kept) })}</p>
            {seen.total.distinta > 0 && (
              <label className="check-line">
                <input type="checkbox" className="checkbox" checked={cambiar} onChange={(event) => setChanging(event.target.checked)} />
                {t('heading.rename')}
              </label>
            )}
            <Rows rows={seen.data} />
          </>
        )}
      </div>
    </Drawer>
  )
}

const lineOf = ({ FILA, CODIGO, NOMBRE, TEXTO }: ChartRow) => [String(FILA), CODIGO, NOMBRE, TEXTO ?? '']

function Rows({ rows }: { rows: readonly ChartRow[] }) {
  const { t } = useTranslation('admin')
  const [every, setEvery] = useState(false)
  const sorted = ORDER.flatMap((clase) => rows.filter(({ CLASE }) => CLASE === clase))
  const shown = every ? sorted : sorted.slice(0, SHOWN)
  return (
    <>
      <ul className="heading-lines">
        {shown.map((row) => (
          <li key={row.FILA}>
            <span aria-hidden className={GLYPH[row.CLASE].look}>
              {GLYPH[row.CLASE].sign}
            </span>
            <div>
              <span className="muted">{row.CODIGO}</span> {row.NOMBRE || NO_NAME}
              <div className={`xsmall ${row.CLASE === 'rechazada' ? 'bad' : 'muted'}`}>
                {row.CLASE === 'rechazada' && t('heading.rowRefused', { row: row.FILA, why: row.TEXTO })}
                {row.CLASE === 'distinta' && <del>{row.TEXTO}</del>}
                {row.CLASE === 'nueva' && (row.RUBRO ? t('heading.below', { name: row.RUBRO }) : t('heading.top'))}
              </div>
            </div>
          </li>
        ))}
      </ul>
      {shown.length < sorted.length && (
        <button type="button" className="link" onClick={() => setEvery(true)}>
          {t('heading.seeRest', { count: sorted.length - shown.length })}
        </button>
      )}
    </>
  )
}
const NO_NAME = '—'
const GLYPH = {
  rechazada: { sign: <CircleX />, look: 'bad' },
  distinta: { sign: '~', look: 'warn' },
  nueva: { sign: '+', look: 'up' },
  igual: { sign: '=', look: 'muted' },
}
