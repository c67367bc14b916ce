import { exchangeRateYear, getGroupCurrency, listExchangeRates } from '@cuadre/api/exchange-rate'
import { download, Failure, type First, failureOf, query, saveAs, useCan, useSearchParams, useTranslation } from '@cuadre/shell'
import { Button, EmptyState, ErrorState, formatMonth, InlineSelect, Note, notify, Page, Skeleton, useLocale } from '@cuadre/ui'
import { ExportButton } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Coins, History, Upload } from 'lucide-react'
import { useState } from 'react'
import { GroupDrawer } from './GroupDrawer.tsx'
import { HistoryDrawer } from './HistoryDrawer.tsx'
import { ImportDrawer } from './ImportDrawer.tsx'
import { RateGrid } from './RateGrid.tsx'
import './rates.css'

const NAMED = 6

const GROUP = query(getGroupCurrency)
const yearQuery = (params: URLSearchParams) => query(exchangeRateYear, { query: { anio: Number(params.get('anio')) || undefined } })
export const first: First = ({ search }) => [GROUP, yearQuery(search)]

/** Months by currencies: what one unit of each was worth in the group's currency at the close, and what is missing. */
export default function ExchangeRatesPage() {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const can = useCan()
  const governs = can('parameters.rate.govern')
  const [params, setParams] = useSearchParams()
  const [open, setOpen] = useState<'group' | 'import' | 'history'>()
  const group = useQuery(GROUP)
  const found = useQuery({ ...yearQuery(params), placeholderData: keepPreviousData })
  const failure = failureOf(found) ?? failureOf(group)
  const { data } = found
  const currency = group.data?.MONEDA
  const gaps =
    data?.meses.flatMap(({ PERIODO, faltan }) => faltan.map((one) => ({ currency: one, month: formatMonth(PERIODO, locale) }))) ?? []
  const names = new Intl.ListFormat(locale).format([
    ...gaps.slice(0, NAMED).map((gap) => t('rate.missingOne', gap)),
    ...(gaps.length > NAMED ? [t('rate.missingMore', { n: gaps.length - NAMED })] : []),
  ])
  const save = async () => {
    try {
      saveAs(await download(listExchangeRates), `${t('rate.file')}.xlsx`)
    } catch (error) {
      notify.danger(t('rate.exportFailed'), { description: error instanceof Failure ? error.message : undefined })
    }
  }
  const body = () => {
    if (failure) return <ErrorState {...failure} />
    if (!data || !group.data) return <Skeleton height={320} />
    if (data.anio === null) return <EmptyState title={t('rate.noPeriods')}>{t('rate.noPeriodsHint')}</EmptyState>
    if (!currency)
      return (
        <EmptyState
          icon={<Coins aria-hidden />}
          title={t('rate.noGroup')}
          actions={
            governs && (
              <Button variant="solid" onClick={() => setOpen('group')}>
                {t('rate.chooseGroup')}
              </Button>
            )
          }
        >
          {t('rate.noGroupHint')} {!governs && t('rate.askAdministrator')}
        </EmptyState>
      )
    if (data.monedas.length === 0) return <EmptyState title={t('rate.noCurrencies', { year: data.anio })} />
    return (
      <>
        <div role="status">
          {gaps.length > 0 ? (
            <Note kind="warning">{t('rate.missingSays', { count: gaps.length, names })}</Note>
          ) : (
            <p className="small muted">{t('rate.complete')}</p>
          )}
        </div>
        <RateGrid year={data} group={currency} writes={can('parameters.rate.write')} governs={governs} />
      </>
    )
  }
  return (
    <Page
      ready={!found.isLoading && !group.isLoading}
      title={t('rate.title')}
      crumbs={[{ label: t('crumbs.parameters') }, { label: t('rate.title') }]}
      note={t('rate.note')}
      beside={
        data?.anio &&
        data.anios.length > 1 && (
          <InlineSelect
            label={t('rate.year')}
            value={String(data.anio)}
            options={data.anios.map((anio) => ({ value: String(anio), label: String(anio) }))}
            onChange={(anio) => setParams({ anio }, { replace: true })}
          />
        )
      }
      actions={
        currency && (
          <>
            {governs ? (
              <Button onClick={() => setOpen('group')} title={t('rate.changeGroup')}>
                {t('rate.groupIs', { currency })}
              </Button>
            ) : (
              <span className="small muted">{t('rate.groupIs', { currency })}</span>
            )}
            <Button icon={<History aria-hidden />} onClick={() => setOpen('history')}>
              {t('rate.history')}
            </Button>
            <ExportButton onExport={save} />
            {can('parameters.rate.write') && (
              <Button icon={<Upload aria-hidden />} onClick={() => setOpen('import')}>
                {t('rate.import.open')}
              </Button>
            )}
          </>
        )
      }
    >
      <div className="rates" aria-busy={found.isPlaceholderData || undefined}>
        {body()}
      </div>
      {open === 'group' && group.data && <GroupDrawer group={group.data} onClose={() => setOpen(undefined)} />}
      {open === 'import' && <ImportDrawer governs={governs} onClose={() => setOpen(undefined)} />}
      {open === 'history' && <HistoryDrawer onClose={() => setOpen(undefined)} />}
    </Page>
  )
}
