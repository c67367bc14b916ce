import { type Chart, importChart } from '@cuadre/api/chart'
import { pageLink } from '@cuadre/api/pages'
import { call, Failure, useTranslation } from '@cuadre/shell'
import { Button, formatCount, Note, notify, TextLink, useLocale, useUnsavedWarning } from '@cuadre/ui'
import { FileDrop } from '@cuadre/ui/data'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Headings } from '../shared/headingTree.ts'
import { ImportDrawer } from '../shared/import/ImportDrawer.tsx'
import { useRehearsal } from '../shared/import/useRehearsal.ts'
import { useWhy } from '../shared/useWhy.ts'
import { fileOf } from './pasted.ts'

const MAX_BYTES = 50 * 1024 * 1024

interface Props {
  open: boolean
  onClose: () => void
  all: Headings
}

/** Headings from a file or pasted from a sheet. */
export function HeadingImport({ open, onClose, all }: Props) {
  const { t } = useTranslation('admin')
  const why = useWhy()
  const locale = useLocale()
  const client = useQueryClient()
  const [file, setFile] = useState<File>()
  const [pasted, setPasted] = useState('')
  const [cambiar, setChanging] = useState(true)
  useUnsavedWarning(open && (file !== undefined || pasted.trim() !== ''))
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
    onFailed: (error) => notify.danger(why(error, t('heading.failed'))),
  })
  const isAccounts = preview.data?.tipo === 'cuentas' || (preview.error instanceof Failure && preview.error.code === 'chart_business')
  const seen = !preview.error && preview.data?.tipo === 'rubros' ? preview.data : undefined
  const changes = seen ? seen.total.nueva + (cambiar ? seen.total.distinta : 0) : 0
  const choose = (chosen: File | undefined) => {
    forget()
    setFile(chosen)
    setPasted('')
  }
  const coded = useMemo(() => new Map([...all.values()].flatMap((node) => (node.CODIGO === null ? [] : [[node.CODIGO, node]]))), [all])
  const kept = all.size - new Set(seen?.data.map(({ CODIGO }) => CODIGO).filter((code) => coded.has(code))).size
  return (
    <ImportDrawer
      open={open}
      onClose={onClose}
      title={t('heading.importTitle')}
      file={file}
      onForget={() => choose(undefined)}
      source={
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
      }
      read={seen && t('heading.columns', { code: seen.columnas.CODIGO, name: seen.columnas.NOMBRE })}
      looking={preview.isFetching}
      notice={notice}
      refusal={
        isAccounts ? (
          <Note kind="warning">
            {t('heading.isAccounts')} <TextLink href={pageLink('/cuentas/crear')}>{t('heading.toAccounts')}</TextLink>
          </Note>
        ) : (
          preview.error && <Note kind="danger">{preview.error.message || t('heading.failed')}</Note>
        )
      }
      seen={seen}
      changes={changes}
      make={t('heading.importN', { n: n(changes) })}
      busy={commit.isPending}
      onMake={() => commit.mutate()}
      refused={{
        name: t('heading.refusedFile'),
        columns: [t('field.CODIGO'), t('field.NOMBRE')],
        cellsOf: ({ CODIGO, NOMBRE, TEXTO }) => [CODIGO, NOMBRE, TEXTO ?? ''],
      }}
      sumOf={(clase) => t(`heading.sums.${clase}`)}
      textOf={({ CODIGO, NOMBRE, TEXTO }) => `${CODIGO} ${NOMBRE} ${TEXTO ?? ''}`}
      titleOf={({ CODIGO, NOMBRE }) => (
        <>
          <span className="muted">{CODIGO}</span> {NOMBRE || NO_NAME}
        </>
      )}
      detail={({ FILA, CLASE, CODIGO, TEXTO, RUBRO }) => (
        <>
          {CLASE === 'rechazada' && t('import.rowRefused', { row: FILA, why: TEXTO })}
          {CLASE === 'distinta' && (
            <>
              <del>{TEXTO}</del>, {t('heading.withAccounts', { count: coded.get(CODIGO)?.CUENTAS_TOTAL ?? 0 })}
            </>
          )}
          {CLASE === 'nueva' && (RUBRO ? t('heading.below', { name: RUBRO }) : t('heading.top'))}
        </>
      )}
    >
      {seen && (
        <p className="small muted">
          {t('heading.stays', {
            count: seen.total.igual,
            same: n(seen.total.igual),
            kept: t('heading.headings', { count: kept, n: n(kept) }),
          })}
        </p>
      )}
      {seen && seen.total.distinta > 0 && (
        <label className="check-line">
          <input type="checkbox" className="checkbox" checked={cambiar} onChange={(event) => setChanging(event.target.checked)} />
          {t('heading.rename')}
        </label>
      )}
    </ImportDrawer>
  )
}

const NO_NAME = '—'
