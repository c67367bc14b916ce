import { accountMetadata } from '@cuadre/api/account'
import { CHART_CLASSES, type Chart, type ChartRow, importChart } from '@cuadre/api/chart'
import { call, Failure, query, useNavigate, useTranslation } from '@cuadre/shell'
import { Button, Code, EmptyState, FileName, formatCount, Loader, Note, notify, useLocale, useUnsavedWarning } from '@cuadre/ui'
import { type Column, DataTable, FileDrop } from '@cuadre/ui/data'
import { Tabs } from '@cuadre/ui/overlay'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { accounts as accountsPage } from '../area.ts'
import { useCounted } from '../shared/counted.ts'
import { useFailed, useSentence } from '../shared/useSentence.ts'
import { MAX_FILE_BYTES } from '../shared/useUpload.ts'

const keyOf = ({ FILA }: ChartRow) => String(FILA)

/** A whole chart of accounts, or of headings: what its file would do, row by row, and then exactly that. */
export function ChartImport() {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const client = useQueryClient()
  const navigate = useNavigate()
  const counted = useCounted()
  const sentence = useSentence()
  const failed = useFailed()
  const id = useId()
  const [file, setFile] = useState<File>()
  const [business, setBusiness] = useState('')
  const [cambiar, setChanging] = useState(false)
  const [moved, setMoved] = useState<string>()
  useUnsavedWarning(file !== undefined)
  const businesses = useQuery(query(accountMetadata, { query: {} })).data?.negocios ?? []

  const order = { ID_NEGOCIO: business ? Number(business) : undefined, cambiar: String(cambiar) as 'true' | 'false' }
  const asked = ['chart-preview', file?.name, file?.lastModified, file?.size, order]
  const preview = useQuery({
    queryKey: asked,
    queryFn: ({ signal }) => call(importChart, { body: { ...order, file: file!, simular: 'true' } }, { signal }),
    enabled: file !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const seen = preview.isError ? undefined : preview.data
  const n = seen ? seen.total.nueva + (cambiar ? seen.total.distinta : 0) : 0
  const commit = useMutation({
    mutationFn: () => call(importChart, { body: { ...order, file: file!, simular: 'false', huella: seen!.huella } }),
    onSuccess: ({ tipo }) => {
      for (const noun of ['account', 'account-summary', 'heading', 'dashboard']) void client.invalidateQueries({ queryKey: [noun] })
      notify.success(t(`account.chart.done.${tipo}`, counted(n)))
      setFile(undefined)
      if (tipo === 'cuentas') setTimeout(() => navigate(accountsPage.link({ statusId: 1 })))
    },
    onError: (error) => {
      if (!(error instanceof Failure) || error.code !== 'chart_moved') return failed(error, t('account.chart.notMade'))
      client.setQueryData(asked, error.current as Chart)
      setMoved(error.message)
    },
  })
  const change = (apply: () => void) => {
    setMoved(undefined)
    apply()
  }
  // Whose accounts they are is asked for once the file says that it holds some.
  const lacksBusiness = preview.error instanceof Failure && preview.error.code === 'chart_business'
  return (
    <>
      <section className="form-section">
        <header>
          <h2 className="h2">{t('account.chart.file')}</h2>
          <p>{t('account.chart.hint')}</p>
        </header>
        <div className="fields">
          <label className="field" htmlFor={id}>
            <span className="label">{t('account.business')}</span>
            <select
              className="input"
              id={id}
              value={business}
              aria-invalid={lacksBusiness || undefined}
              aria-describedby={`${id}-hint`}
              onChange={(event) => change(() => setBusiness(event.target.value))}
            >
              <option value="">{t('account.chart.noBusiness')}</option>
              {businesses.map(({ id: value, nombre }) => (
                <option key={value} value={value}>
                  {nombre}
                </option>
              ))}
            </select>
            <span className="help" id={`${id}-hint`}>
              {t('account.chart.businessHint')}
            </span>
          </label>
          <div className="field wide">
            <FileDrop
              label={t('account.chart.drop')}
              hint={t('account.chart.dropHint')}
              accept=".xlsx,.xls,.csv,.txt"
              maxBytes={MAX_FILE_BYTES}
              onFiles={([chosen]) => change(() => setFile(chosen))}
            />
          </div>
        </div>
      </section>
      <div role="status" style={{ display: 'grid', gap: 8 }}>
        {moved && <Note kind="warning">{moved}</Note>}
        {preview.error && (
          <Note kind="danger">
            {file && <b className="strong">{file.name}: </b>}
            {sentence(preview.error)}
          </Note>
        )}
        {file && preview.isFetching && !seen && !preview.error && <Loader />}
        {file && seen && (
          <span className="sr-only">
            {CHART_CLASSES.map((each) => `${t(`account.chart.classes.${each}`)}: ${formatCount(seen.total[each], locale)}`).join(', ')}
          </span>
        )}
      </div>
      {file && seen && (
        <Seen name={file.name} chart={seen}>
          {seen.total.distinta > 0 && (
            <label className="check-line">
              <input
                type="checkbox"
                className="checkbox"
                checked={cambiar}
                onChange={(event) => change(() => setChanging(event.target.checked))}
              />
              {t(`account.chart.change.${seen.tipo}`, counted(seen.total.distinta))}
            </label>
          )}
        </Seen>
      )}
      <footer className="form-actions">
        <span className="unsaved">{seen && n === 0 && t('account.chart.nothing')}</span>
        <Button onClick={() => navigate(accountsPage.link())}>{t('account.chart.leave')}</Button>
        <Button variant="solid" busy={commit.isPending} disabled={n === 0 || preview.isFetching} onClick={() => commit.mutate()}>
          {n === 0 ? t('account.chart.make') : t(`account.chart.makeN.${seen!.tipo}`, counted(n))}
        </Button>
      </footer>
    </>
  )
}

function Seen({ name, chart, children }: { name: string; chart: Chart; children: ReactNode }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const [shown, setShown] = useState<ChartRow['CLASE'] | 'todas'>('todas')
  const { tipo, columnas, total, data } = chart
  const columns = useMemo<Column<ChartRow>[]>(
    () => [
      { id: 'FILA', header: t('account.chart.row'), align: 'number', cell: ({ FILA }) => formatCount(FILA, locale) },
      { id: 'CODIGO', header: t('account.chart.code'), phone: 'sub', cell: ({ CODIGO }) => (CODIGO ? <Code>{CODIGO}</Code> : '—') },
      {
        id: 'NOMBRE',
        header: t('account.name'),
        phone: 'title',
        cut: true,
        width: '38%',
        cell: ({ NOMBRE }) => <span className="medium">{NOMBRE || '—'}</span>,
      },
      {
        id: 'RUBRO',
        header: t(tipo === 'rubros' ? 'account.chart.parent' : 'account.heading'),
        cut: true,
        width: '26%',
        cell: ({ RUBRO }) => RUBRO ?? '—',
      },
      { id: 'CLASE', header: t('account.chart.class'), phone: 'sub-end', cell: ({ CLASE }) => t(`account.chart.class1.${CLASE}`) },
      {
        id: 'TEXTO',
        header: t('account.chart.why'),
        cut: true,
        width: '24%',
        cell: ({ CLASE, TEXTO }) => (TEXTO && CLASE === 'distinta' ? t('account.chart.now', { name: TEXTO }) : (TEXTO ?? '')),
      },
    ],
    [t, locale, tipo],
  )
  const rows = useMemo(() => (shown === 'todas' ? data : data.filter(({ CLASE }) => CLASE === shown)), [data, shown])
  const tabs = [
    { value: 'todas', label: t('account.chart.all'), count: formatCount(data.length, locale) },
    ...CHART_CLASSES.map((value) => ({ value, label: t(`account.chart.classes.${value}`), count: formatCount(total[value], locale) })),
  ]
  return (
    <section aria-label={name} style={{ display: 'grid', gap: 8 }}>
      <p className="small muted">
        <b className="strong fg">
          <FileName>{name}</FileName>
        </b>{' '}
        {t(`account.chart.is.${tipo}`)} {t('account.chart.columns', { code: columnas.CODIGO, name: columnas.NOMBRE })}
        {columnas.RUBRO && ` ${t('account.chart.headingColumn', { column: columnas.RUBRO })}`}
      </p>
      {children}
      <Tabs label={t('account.chart.class')} tabs={tabs} value={shown} onChange={(value) => setShown(value as typeof shown)}>
        <DataTable label={name} columns={columns} rows={rows} rowKey={keyOf} empty={<EmptyState title={t('account.chart.noRows')} />} />
      </Tabs>
    </section>
  )
}
