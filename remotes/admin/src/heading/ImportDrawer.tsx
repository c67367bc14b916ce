import { type Chart, type ChartRow, importChart } from '@cuadre/api/chart'
import { pageLink } from '@cuadre/api/pages'
import { call, Failure, saveAs, useTranslation } from '@cuadre/shell'
import { Button, FileName, formatCount, Loader, Note, notify, TextLink, useLocale } from '@cuadre/ui'
import { FileDrop } from '@cuadre/ui/data'
import { Drawer } from '@cuadre/ui/overlay'
import { useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { Headings } from '../shared/headingTree.ts'
import { csvOf } from '../shared/import/csv.ts'
import { ImportLines } from '../shared/import/ImportLines.tsx'
import { useRehearsal } from '../shared/import/useRehearsal.ts'
import { fileOf } from './pasted.ts'

const MAX_BYTES = 50 * 1024 * 1024

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
  const n = (count: number) => formatCount(count, locale)

  const order = { cambiar: String(cambiar) as 'true' | 'false' }
  const { preview, commit, notice, forget } = useRehearsal<Chart>({
    file,
    key: ['heading-import', cambiar],
    look: (file, signal) => call(importChart, { body: { ...order, file, simular: 'true' } }, { signal }),
    make: (file, { huella }) => call(importChart, { body: { ...order, file, simular: 'false', huella } }),
    moved: 'chart_moved',
    onDone: () => {
      for (const noun of ['heading', 'account', 'audit']) void client.invalidateQueries({ queryKey: [noun] })
      notify.success(t('heading.imported', { count: changes, n: n(changes) }))
      choose(undefined)
      onClose()
    },
    onFailed: (error) => notify.danger(t('heading.failed'), { description: error instanceof Failure ? error.message : undefined }),
  })
  const isAccounts = preview.data?.tipo === 'cuentas' || (preview.error instanceof Failure && preview.error.code === 'chart_business')
  const seen = preview.data?.tipo === 'rubros' ? preview.data : undefined
  const changes = seen ? seen.total.nueva + (cambiar ? seen.total.distinta : 0) : 0
  const choose = (chosen: File | undefined) => {
    forget()
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
      <div className="import-drawer">
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
          {notice && <Note kind="warning">{notice}</Note>}
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
            <p className="import-sums">
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
            <ImportLines
              rows={seen.data}
              title={({ CODIGO, NOMBRE }) => (
                <>
                  <span className="muted">{CODIGO}</span> {NOMBRE || NO_NAME}
                </>
              )}
              detail={({ FILA, CLASE, TEXTO, RUBRO }) => (
                <>
                  {CLASE === 'rechazada' && t('heading.rowRefused', { row: FILA, why: TEXTO })}
                  {CLASE === 'distinta' && <del>{TEXTO}</del>}
                  {CLASE === 'nueva' && (RUBRO ? t('heading.below', { name: RUBRO }) : t('heading.top'))}
                </>
              )}
            />
          </>
        )}
      </div>
    </Drawer>
  )
}

const lineOf = ({ FILA, CODIGO, NOMBRE, TEXTO }: ChartRow) => [String(FILA), CODIGO, NOMBRE, TEXTO ?? '']

const NO_NAME = '—'
