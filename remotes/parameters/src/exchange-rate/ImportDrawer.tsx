import { importExchangeRates, RATE_CLASSES, type RateImport, type RateImportRow } from '@cuadre/api/exchange-rate'
import { call, Failure, useTranslation } from '@cuadre/shell'
import {
  Button,
  EmptyState,
  FileName,
  formatDate,
  formatRate,
  Loader,
  type Locale,
  Note,
  notify,
  StateBadge,
  useLocale,
  useTexts,
  useUnsavedWarning,
} from '@cuadre/ui'
import { type Column, DataTable, FileDrop } from '@cuadre/ui/data'
import { Drawer, Tabs } from '@cuadre/ui/overlay'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSettled } from '../useSettled.ts'

const MB = 1024 * 1024
const STATE = { nueva: 'aprobado', distinta: 'revision', igual: 'por-preparar', rechazada: 'rechazado' } as const
type Shown = RateImportRow['CLASE'] | 'todas'

/** Rates from a file: what it would do, row by row, and then exactly that. */
export function ImportDrawer({ governs, onClose }: { governs: boolean; onClose: () => void }) {
  const { t } = useTranslation('parameters')
  const texts = useTexts()
  const client = useQueryClient()
  const [file, setFile] = useState<File>()
  const [reason, setReason] = useState('')
  const [moved, setMoved] = useState<string>()
  const settled = useSettled(reason).trim()
  const motivo = settled.length >= 10 ? settled : undefined
  const asked = ['rate-import', file?.name, file?.lastModified, file?.size, motivo]
  const preview = useQuery({
    queryKey: asked,
    queryFn: ({ signal }) => call(importExchangeRates, { body: { file: file!, simular: 'true', motivo } }, { signal }),
    enabled: file !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const seen = preview.isError ? undefined : preview.data
  const count = seen ? seen.total.nueva + seen.total.distinta : 0
  const said = (error: unknown) => (error instanceof Failure && error.message ? error.message : t('rate.import.failed'))
  const commit = useMutation({
    mutationFn: () => call(importExchangeRates, { body: { file: file!, huella: seen!.huella, motivo } }),
    onSuccess: async ({ total }) => {
      await client.invalidateQueries({ queryKey: ['exchange-rate'] })
      notify.success(t('rate.import.done', { count: total.nueva + total.distinta }))
      onClose()
    },
    onError: (error) => {
      if (error instanceof Failure && error.status === 0) return notify.danger(t('rate.import.notKnown'))
      if (!(error instanceof Failure) || error.code !== 'rate_moved') return notify.danger(said(error))
      // The contract says what a `current` of this call is.
      client.setQueryData(asked, error.current as RateImport)
      setMoved(error.message)
    },
  })
  useUnsavedWarning(file !== undefined && !commit.isPending && !commit.isSuccess)
  return (
    <Drawer
      open
      onClose={onClose}
      title={t('rate.import.title')}
      size="half"
      footer={
        <>
          {seen && count === 0 && <span className="small muted">{t('rate.import.nothing')}</span>}
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button
            variant="solid"
            busy={commit.isPending}
            disabled={count === 0 || preview.isFetching || settled !== reason.trim()}
            onClick={() => commit.mutate()}
          >
            {count === 0 ? t('rate.import.make') : t('rate.import.makeN', { count })}
          </Button>
        </>
      }
    >
      <div className="rate-import">
        {file ? (
          <p className="small">
            <FileName>{file.name}</FileName>{' '}
            <button type="button" className="link" onClick={() => setFile(undefined)}>
              {t('rate.import.another')}
            </button>
            {seen && (
              <>
                <br />
                <span className="muted">{t('rate.import.columns', seen.columnas)}</span>
              </>
            )}
          </p>
        ) : (
          <FileDrop
            label={t('rate.import.drop')}
            hint={t('rate.import.hint')}
            accept=".xlsx,.xls,.csv,.txt"
            maxBytes={5 * MB}
            onFiles={([chosen]) => {
              setMoved(undefined)
              setFile(chosen)
            }}
          />
        )}
        {governs && (
          <label className="field">
            <span className="label">{t('rate.import.reason')}</span>
            <input className="input" maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
          </label>
        )}
        <div role="status">
          {moved && <Note kind="warning">{moved}</Note>}
          {preview.error && <Note kind="danger">{said(preview.error)}</Note>}
          {file && preview.isFetching && <Loader />}
        </div>
        {file && seen && <Preview of={seen} />}
      </div>
    </Drawer>
  )
}

function Preview({ of: { total, data } }: { of: RateImport }) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const [shown, setShown] = useState<Shown>('todas')
  const rows = shown === 'todas' ? data : data.filter(({ CLASE }) => CLASE === shown)
  const columns = useMemo(() => columnsOf(t, locale), [t, locale])
  return (
    <Tabs
      label={t('rate.import.result')}
      value={shown}
      onChange={(value) => setShown(value as Shown)}
      tabs={[
        { value: 'todas', label: t('rate.import.all'), count: data.length },
        ...RATE_CLASSES.map((value) => ({ value, label: t(`rate.import.class.${value}`), count: total[value] })),
      ]}
    >
      <DataTable
        inset
        label={t('rate.import.title')}
        columns={columns}
        rows={rows}
        rowKey={({ FILA }) => String(FILA)}
        empty={<EmptyState title={t('rate.import.none')} />}
      />
    </Tabs>
  )
}

/** Refused rows are shown as they stand in the file. */
const columnsOf = (t: ReturnType<typeof useTranslation>['t'], locale: Locale): Column<RateImportRow>[] => [
  { id: 'FILA', header: t('rate.import.row'), align: 'number', cell: ({ FILA }) => FILA },
  { id: 'PERIODO', header: t('rate.import.period'), cell: ({ PERIODO }) => PERIODO || '—', phone: 'title' },
  { id: 'MONEDA', header: t('rate.import.currency'), cell: ({ MONEDA }) => MONEDA || '—', phone: 'title' },
  {
    id: 'TASA',
    header: t('rate.import.rate'),
    align: 'number',
    phone: 'sub',
    cell: ({ TASA, CLASE }) => (CLASE === 'rechazada' ? TASA || '—' : formatRate(TASA, locale)),
  },
  {
    id: 'FECHA_TASA',
    header: t('rate.import.day'),
    cell: ({ FECHA_TASA, CLASE }) => (CLASE === 'rechazada' ? FECHA_TASA || '—' : formatDate(FECHA_TASA, locale)),
  },
  {
    id: 'CLASE',
    header: t('rate.import.result'),
    phone: 'title-end',
    cell: ({ CLASE }) => (
      <StateBadge state={STATE[CLASE]} small>
        {t(`rate.import.class.${CLASE}`)}
      </StateBadge>
    ),
  },
  {
    id: 'MOTIVO',
    header: t('rate.import.why'),
    phone: 'sub-end',
    cell: ({ MOTIVO, CLASE, ANTES }) => (
      <span className="small">
        {MOTIVO ??
          (CLASE === 'distinta' && ANTES
            ? t('rate.import.was', { rate: formatRate(ANTES.TASA, locale), day: formatDate(ANTES.FECHA_TASA, locale) })
            : '')}
      </span>
    ),
  },
]
