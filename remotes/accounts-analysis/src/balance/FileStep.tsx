import { pageLink } from '@cuadre/api/pages'
import { listPeriods, PERIOD_STATUS, type Period } from '@cuadre/api/period'
import { query, useCan, useMe, useSearchParams, useTranslation } from '@cuadre/shell'
import { Button, EmptyState, ErrorState, formatMonth, Note, Section, Skeleton, Spinner, TextLink, useLocale } from '@cuadre/ui'
import { FileDrop } from '@cuadre/ui/data'
import { useQuery } from '@tanstack/react-query'
import { CalendarOff, RotateCw } from 'lucide-react'
import { useId, useState } from 'react'
import { useCounted } from '../shared/counted.ts'
import { MAX_FILE_BYTES } from '../shared/useUpload.ts'
import { HeadSample } from './HeadSample.tsx'
import { useHead } from './head/useHead.ts'
import { LoadList } from './LoadList.tsx'
import type { Load } from './loads.ts'
import { useTakesLoads } from './takesLoads.ts'
import { useBalanceUpload } from './useBalanceUpload.ts'

/** Which month, which file; and the loads there have been. */
export function FileStep({ discarded }: { discarded?: Load | undefined }) {
  const { t } = useTranslation('accounts-analysis')
  return (
    <>
      {discarded && <Note>{t('balance.wasDiscarded', { file: discarded.ARCHIVO })}</Note>}
      <section className="form-section">
        <header>
          <h2 className="h2">{t('balance.file.title')}</h2>
          <p>{t('balance.file.hint')}</p>
        </header>
        <Choice />
      </section>
      <Section title={t('balance.loads.title')}>
        <LoadList />
      </Section>
    </>
  )
}

function Choice() {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const can = useCan()
  const zone = useMe().ZONA
  const id = useId()
  const [params, setParams] = useSearchParams()
  // The address follows a moment later; what was picked holds at once, also for a file that is dropped in that moment.
  const [picked, setPicked] = useState<string>()
  const wanted = picked ?? params.get('periodo')
  const takesLoads = useTakesLoads()
  const periods = useQuery(query(listPeriods, { query: { limit: 999 } }))
  const { upload, file, reading, rows, start, again, stop } = useBalanceUpload()
  const head = useHead(file)
  const count = useCounted()

  if (periods.error && !periods.data) return <ErrorState onRetry={() => void periods.refetch()} />
  if (!periods.data)
    return (
      // As tall as what comes: the field with its hint, and where the file is dropped, which takes more lines on a phone.
      <div aria-busy style={{ minBlockSize: 'clamp(156px, 340px - 40vw, 184px)' }}>
        <Skeleton height={32} width={220} />
        <br />
        <Skeleton height={64} />
      </div>
    )
  const taking = periods.data.data.filter(takesLoads)
  const isClosing = ({ ESTADO }: Period) => ESTADO.ID === PERIOD_STATUS.enCierre
  const open = taking.filter((period) => !isClosing(period))
  // A period may be opened before its month; what is loaded is hardly of a month to come.
  const month = new Date().toLocaleDateString('sv', { timeZone: zone }).slice(0, 7)
  const chosen =
    taking.find((period) => String(period.COD_PERIODO) === wanted) ?? open.find(({ PERIODO }) => PERIODO <= month) ?? open[0] ?? taking[0]
  if (!chosen)
    return (
      <EmptyState
        icon={<CalendarOff aria-hidden />}
        title={t('balance.noPeriod')}
        actions={
          can('admin.period.write') && (
            <TextLink className="btn" href={pageLink('/periodos/crear')}>
              {t('balance.openPeriod')}
            </TextLink>
          )
        }
      >
        {t('balance.noPeriodHint')}
      </EmptyState>
    )
  return (
    <div className="fields">
      <div className="field">
        <label className="label" htmlFor={id}>
          {t('balance.period')}
        </label>
        <select
          id={id}
          className="input"
          value={chosen.COD_PERIODO}
          disabled={upload !== undefined && !upload.error}
          onChange={(event) => {
            setPicked(event.target.value)
            const next = new URLSearchParams(params)
            next.set('periodo', event.target.value)
            setParams(next, { replace: true })
          }}
        >
          {taking.map((period) => (
            <option key={period.COD_PERIODO} value={period.COD_PERIODO}>
              {isClosing(period)
                ? t('balance.closing', { period: formatMonth(period.PERIODO, locale) })
                : formatMonth(period.PERIODO, locale)}
            </option>
          ))}
        </select>
        <div className="help">{t(taking.length > open.length ? 'balance.periodHintClosing' : 'balance.periodHint')}</div>
      </div>
      <div>
        <FileDrop
          label={t('balance.drop')}
          hint={t('balance.dropHint')}
          accept=".xlsx,.xls,.xlsb,.ods,.xml,.csv,.txt,.zip"
          maxBytes={MAX_FILE_BYTES}
          uploads={upload ? [upload] : []}
          onRemove={stop}
          onFiles={([file]) => file && start(file, chosen.COD_PERIODO)}
        />
        <div role="status">
          {reading && (
            <p className="row small muted" style={{ marginBlockStart: 10 }}>
              <Spinner size={16} decorative />
              {rows > 0 ? t('balance.readingRows', count(rows)) : t('balance.reading')}
            </p>
          )}
        </div>
        {again && (
          <div style={{ marginBlockStart: 10 }}>
            <Button size="sm" icon={<RotateCw aria-hidden />} onClick={again}>
              {t('balance.sendAgain')}
            </Button>
          </div>
        )}
        {head && <HeadSample head={head} />}
      </div>
    </div>
  )
}
