import type { Answer } from '@cuadre/api/endpoint'
import { FIGURE_LIST } from '@cuadre/api/item'
import { pageLink } from '@cuadre/api/pages'
import { transferSuggestions } from '@cuadre/api/suggestion'
import { query, useCan, useSearchParams, useTranslation } from '@cuadre/shell'
import { buttonClass, DateText, formatCount, formatDate, LIGHT, Money, Section, TextLink, TrafficLight, useLocale } from '@cuadre/ui'
import { type Column, DataTable } from '@cuadre/ui/data'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { items } from '../area.ts'
import { periodAsked } from '../shared/months.ts'
import { pastAsked } from '../shared/past/usePast.ts'

type Found = Answer<typeof transferSuggestions>
type Person = Found['personas'][number]
type Suggestion = Found['sugerencias'][number]
const personKey = ({ ID_ANALISTA }: Person) => String(ID_ANALISTA)
const suggestionKey = ({ ID_ORIGEN, ID_DESTINO, cuentas }: Suggestion) => `${ID_ORIGEN}/${ID_DESTINO}/${cuentas[0]}`

/** On the homes of whoever watches a month: who does not prepare theirs in time, and transfers that would bring it in time. */
export default function TransferSuggestions() {
  const [params] = useSearchParams()
  // What is over cannot be moved any more.
  const past = pastAsked(params) !== undefined
  const found = useQuery({ ...query(transferSuggestions, { query: { periodId: periodAsked(params) } }), enabled: !past })
  const { data } = found
  if (past || !data?.period || data.personas.length === 0) return null
  return (
    <div className="page">
      <People of={data} periodId={data.period.COD_PERIODO} />
      <Suggestions of={data} periodId={data.period.COD_PERIODO} />
    </div>
  )
}

function People({ of, periodId }: { of: Found; periodId: number }) {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const late = of.personas.filter(({ tarde }) => (tarde ?? 0) > 0)
  const columns = useMemo<Column<Person>[]>(
    () => [
      { id: 'analista', header: t('suggest.analyst'), phone: 'title', cell: ({ ANALISTA }) => <span className="medium">{ANALISTA}</span> },
      {
        id: 'abiertos',
        header: t('suggest.open'),
        align: 'number',
        phone: 'sub',
        cell: ({ ID_ANALISTA, abiertos, enOtras }) => (
          <>
            <TextLink href={items.link({ periodId, analistaId: ID_ANALISTA, ...FIGURE_LIST.porPreparar })} className="figure-link">
              {formatCount(abiertos, locale)}
            </TextLink>
            <span className="line-word"> {t('suggest.openWord')}</span>
            {enOtras > 0 && <span className="block small muted">{t('suggest.elsewhere', { n: formatCount(enOtras, locale) })}</span>}
          </>
        ),
      },
      {
        id: 'ritmo',
        header: t('forecast.pace'),
        unit: t('forecast.perDay'),
        align: 'number',
        cell: ({ ritmo, meses }) => (
          <>
            <Money value={ritmo} decimals={1} />
            <span className="block small muted">
              {meses > 0 ? t('suggest.months', { count: meses }) : ritmo !== null && t('suggest.thisMonth')}
            </span>
          </>
        ),
      },
      {
        id: 'fecha',
        header: t('forecast.done'),
        align: 'end',
        phone: 'sub-end',
        cell: ({ fecha, desde, hasta }) => (
          <>
            <DateText value={fecha} />
            {desde && hasta && desde !== hasta && (
              <span className="block small muted">
                {t('forecast.between', { from: formatDate(desde, locale), to: formatDate(hasta, locale) })}
              </span>
            )}
          </>
        ),
      },
      {
        id: 'tarde',
        header: t('suggest.late'),
        align: 'number',
        cell: ({ tarde }) => (tarde === null ? '—' : formatCount(tarde, locale)),
      },
      {
        id: 'estado',
        header: t('forecast.state'),
        phone: 'title-end',
        cell: ({ semaforo }) =>
          semaforo ? (
            <TrafficLight light={LIGHT[semaforo]}>{t(`forecast.light.${semaforo}`)}</TrafficLight>
          ) : (
            <span className="faint">{t('forecast.unknown')}</span>
          ),
      },
    ],
    [t, locale, periodId],
  )
  const day = of.period && formatDate(of.period.VENCE_ANALISTA, locale)
  return (
    <Section
      title={
        late.length > 0
          ? t('suggest.title', { count: late.length, n: formatCount(late.length, locale), day })
          : t(of.personas.some(({ tarde }) => tarde === null) ? 'suggest.allInTimeKnown' : 'suggest.allInTime', { day })
      }
      count={t('suggest.days', { count: of.dias })}
    >
      {/* Whoever is in time is not listed where somebody is not. */}
      <DataTable label={t('suggest.people')} columns={columns} rows={late.length > 0 ? late : of.personas} rowKey={personKey} />
      <p className="small muted">{t('suggest.how')}</p>
    </Section>
  )
}

function Suggestions({ of, periodId }: { of: Found; periodId: number }) {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const may = useCan()('accounts.account.transfer')
  const { antes, despues } = of.conjunto
  const columns = useMemo<Column<Suggestion>[]>(() => {
    const effect = (of: Suggestion['origen']) => (
      <>
        {of.antes.fecha && <DateText value={of.antes.fecha} />} →{' '}
        {of.despues.fecha ? <DateText value={of.despues.fecha} /> : t('forecast.nothing')}
      </>
    )
    return [
      {
        id: 'de',
        header: t('suggest.from'),
        phone: 'title',
        cell: ({ ORIGEN, origen }) => (
          <>
            <span className="medium">{ORIGEN}</span>
            <span className="block small muted">{effect(origen)}</span>
          </>
        ),
      },
      {
        id: 'a',
        header: t('suggest.to'),
        phone: 'sub',
        cell: ({ DESTINO, destino }) => (
          <>
            <span className="medium">{DESTINO}</span>
            <span className="block small muted">{effect(destino)}</span>
          </>
        ),
      },
      {
        id: 'cuentas',
        header: t('suggest.accounts'),
        align: 'number',
        phone: 'sub-end',
        cell: ({ cuentas }) => formatCount(cuentas.length, locale),
      },
      { id: 'donde', header: t('suggest.near'), cell: ({ cercania }) => t(`suggest.${cercania}`) },
      {
        id: 'tarde',
        header: t('suggest.lateOfOrigin'),
        align: 'number',
        cell: ({ origen }) => `${formatCount(origen.antes.tarde, locale)} → ${formatCount(origen.despues.tarde, locale)}`,
      },
    ]
  }, [t, locale])
  if (antes.tarde === 0) return null
  if (of.sugerencias.length === 0)
    return <p className="muted">{t(of.dias === 0 ? 'suggest.pastDue' : 'suggest.nobody', { n: formatCount(antes.tarde, locale) })}</p>
  return (
    <Section title={t('suggest.transfers')} count={of.sugerencias.length}>
      <p>
        {t('suggest.effect', { before: formatCount(antes.tarde, locale), after: formatCount(despues.tarde, locale), count: antes.tarde })}{' '}
        {antes.fecha && despues.fecha && antes.fecha !== despues.fecha
          ? t('suggest.lastDay', { before: formatDate(antes.fecha, locale), after: formatDate(despues.fecha, locale) })
          : ''}
      </p>
      <DataTable
        label={t('suggest.transfers')}
        columns={columns}
        rows={of.sugerencias}
        rowKey={suggestionKey}
        actions={
          may
            ? ({ ORIGEN, DESTINO, ID_ORIGEN, ID_DESTINO, cuentas }) => (
                <TextLink
                  className={buttonClass('outline', 'sm')}
                  href={pageLink('/cuentas/traspaso-masivo', {
                    paso: 'revision',
                    rol: 'ANALISTA',
                    origen: ID_ORIGEN,
                    destino: ID_DESTINO,
                    desde: periodId,
                    cuentas: cuentas.join(','),
                  })}
                >
                  {t('suggest.prepare')} <span className="sr-only">{t('suggest.prepareOf', { from: ORIGEN, to: DESTINO })}</span>
                </TextLink>
              )
            : undefined
        }
      />
      <p className="small muted">{t('suggest.order')}</p>
    </Section>
  )
}
