import { type TemplateDetail, type TemplateVersion, templateExample, templateSheet } from '@cuadre/api/template'
import { call, Failure, failureOf, query, saveAs, useTranslation } from '@cuadre/shell'
import { Button, ErrorState, FileName, formatBytes, Note, notify, Skeleton, useLocale } from '@cuadre/ui'
import { SegmentedControl } from '@cuadre/ui/overlay'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AccountChoice } from './AccountChoice.tsx'
import { CellsPanel } from './CellsPanel.tsx'
import { partsOf } from './cell.ts'
import { SheetGrid } from './SheetGrid.tsx'
import { ACCEPTED } from './TemplateCreate.tsx'
import type { TemplateChange } from './useTemplateChange.ts'

interface Props {
  template: TemplateDetail
  version: TemplateVersion
  change: TemplateChange
  write: boolean
}

/** The workbook itself: a field is chosen, then its cell. What is no workbook is its file. */
export function BookTab({ template, version, change, write }: Props) {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const [account, setAccount] = useState<number>()
  const [full, setFull] = useState<'empty' | 'full'>('full')
  const [choosing, setChoosing] = useState<string>()
  const trial = { version: version.version, ...(account && { COD_CUENTA: account }) }
  const found = useQuery({
    ...query(templateSheet, { params: { id: template.id }, query: trial }),
    // The draft is another with each change.
    queryKey: ['template', 'sheet', template.id, template.REVISION, trial],
    placeholderData: keepPreviousData,
    enabled: write && (version.formato === 'xlsx' || version.formato === 'csv'),
  })
  const failure = failureOf(found)
  const data = found.data
  const place = (field: string, where: string) => {
    setChoosing(undefined)
    const { [field]: _, ...others } = version.mapa
    void change.change({ mapa: where ? { ...version.mapa, [field]: where } : others }, t('template.placed', { field, where: where || '—' }))
  }
  const example = () =>
    call(templateExample, { params: { id: template.id }, query: trial }).then(
      (file) => saveAs(file, `${data?.cuenta?.CUENTA ?? ''} ${version.archivo.nombre}`.trim()),
      (error: unknown) => notify.danger(t('template.failed'), { description: error instanceof Failure ? error.message : undefined }),
    )
  const marks = (data?.celdas ?? []).flatMap(({ campo, celda, seLlena, bien }) =>
    celda ? [{ ...partsOf(celda), name: String(campo), filled: seLlena, wrong: !bien }] : [],
  )
  const previous = template.versiones.find(({ version: n, estado }) => n !== version.version && estado !== 'BORRADOR')
  const moved = Object.entries(previous?.mapa ?? {}).filter(([field, was]) => version.mapa[field] && version.mapa[field] !== was)
  for (const [field, was] of moved)
    marks.push({ ...partsOf(was.includes('!') ? was : `!${was}`), name: `${t('template.before')} ${field}`, filled: false, wrong: false })
  return (
    <div className="template-book">
      <div className="template-sheet">
        <div className="template-bar">
          <b className="strong">
            <FileName>{version.archivo.nombre}</FileName>
          </b>
          <small className="muted">{formatBytes(version.archivo.bytes, locale)}</small>
          {write && (
            <label className="link">
              {t('template.replace')}
              <input
                type="file"
                className="sr-only"
                accept={ACCEPTED}
                onChange={(event) => {
                  const [file] = event.target.files ?? []
                  event.target.value = ''
                  if (file) void change.file(file)
                }}
              />
            </label>
          )}
          <span className="grow" />
          {data && data.llenas.length > 0 && (
            <SegmentedControl
              label={t('template.shown')}
              value={full}
              onChange={setFull}
              options={[
                { value: 'empty', label: t('template.emptyBook') },
                { value: 'full', label: t('template.fullBook') },
              ]}
            />
          )}
        </div>
        {failure && <ErrorState {...failure} />}
        {data && data.hojas.length > 0 ? (
          <SheetGrid
            sheets={full === 'full' && data.llenas.length > 0 ? data.llenas : data.hojas}
            marks={marks}
            choosing={choosing}
            onCancel={() => setChoosing(undefined)}
            onPick={(where) => choosing && place(choosing, where)}
          />
        ) : (
          !failure && (found.isLoading ? <Skeleton /> : <Note>{t(`template.noBook.${version.formato}`)}</Note>)
        )}
      </div>
      {data && data.celdas.length > 0 && (
        <aside className="template-side" aria-label={t('template.cells')}>
          <CellsPanel
            cells={data.celdas}
            map={version.mapa}
            choosing={choosing}
            write={write}
            onChoose={setChoosing}
            onPlace={place}
            before={previous?.mapa ?? {}}
          />
          <section>
            <h2 className="template-head">
              {t('template.test')} {data.cuenta && <small className="muted">{`${data.cuenta.CUENTA} ${data.cuenta.NOMBRE}`}</small>}
            </h2>
            <AccountChoice onChoose={setAccount} />
            <Results cells={data.celdas} />
            <Button size="sm" onClick={() => void example()}>
              {t('template.example')}
            </Button>
          </section>
        </aside>
      )}
    </div>
  )
}

/** What the trial says: how many were read again as they were filled in, and each one that was not. */
function Results({
  cells,
}: {
  cells: readonly { campo: string; valor: string | null; leido: string | null; celda: string | null; bien: boolean }[]
}) {
  const { t } = useTranslation('admin')
  const wrong = cells.filter(({ bien }) => !bien)
  const good = cells.filter(({ bien, valor, celda }) => bien && valor !== null && celda !== null).length
  return (
    <div className="template-results" role="status">
      <Note kind={wrong.length > 0 ? 'warning' : 'success'}>{t('template.readBack', { count: good })}</Note>
      {wrong.map(({ campo, celda, valor, leido }) => (
        <Note key={campo} kind="danger">
          {celda
            ? t('template.readWrong', { field: campo, where: celda, filled: valor, read: leido ?? '—' })
            : t('template.notThere', { field: campo })}
        </Note>
      ))}
    </div>
  )
}
