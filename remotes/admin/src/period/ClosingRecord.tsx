import { type closeChecklist, endBusinessReopening, periodHistory } from '@cuadre/api/closing'
import type { Answer } from '@cuadre/api/endpoint'
import { call, failureOf, query, useCan, useTranslation } from '@cuadre/shell'
import { Button, Code, DateText, ErrorState, formatDateTime, Note, notify, Section, Skeleton, useLocale, zoneName } from '@cuadre/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { LockOpen, Printer } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useWhy } from '../shared/useWhy.ts'
import { CheckLine } from './CheckLine.tsx'
import { ReopenBusinessDialog } from './ReopenBusinessDialog.tsx'
import { ReopenDialog } from './ReopenDialog.tsx'

/** A closed period as it was closed: by whom, why, on which list; printable, and where it may be opened again. */
export function ClosingRecord({ checklist: { period, reaperturas } }: { checklist: Answer<typeof closeChecklist> }) {
  const { t } = useTranslation('admin')
  const why = useWhy()
  const locale = useLocale()
  const can = useCan()
  const client = useQueryClient()
  const [opening, setOpening] = useState<'period' | 'business'>()
  const history = useQuery(query(periodHistory, { params: { id: period.COD_PERIODO }, query: {} }))
  const end = useMutation({
    mutationFn: (ID: number) => call(endBusinessReopening, { params: { id: period.COD_PERIODO }, body: { ID } }),
    onError: (error) => notify.danger(why(error, t('period.closeFailed'))),
    onSettled: () => client.invalidateQueries({ queryKey: ['period'] }),
  })
  const failure = failureOf(history)
  if (failure) return <ErrorState {...failure} />
  // Its facts and its list are of one moment and come together.
  if (!history.data) return <Skeleton />
  const closing = history.data.data.find(({ TIPO }) => TIPO === 'periodo_cerrado')
  const facts: [string, ReactNode][] = [
    [t('record.closedBy'), period.CERRADO_POR],
    [t('record.closedAt'), `${formatDateTime(period.CERRADO_EN, locale)} ${zoneName(locale) ?? ''}`],
    ...(closing?.pedido ? ([[t('record.askedBy'), by(closing.pedido.POR, closing.pedido.EN)]] as [string, ReactNode][]) : []),
    [t('record.openedBy'), by(period.ABIERTO_POR, period.ABIERTO_EN)],
    ...(closing ? ([[t('record.hash'), <Code key="hash">{closing.HUELLA}</Code>]] as [string, ReactNode][]) : []),
  ]
  return (
    <>
      <div className="row page-actions" style={{ marginBlockEnd: 12 }}>
        <Button icon={<Printer aria-hidden />} onClick={() => print()}>
          {t('record.print')}
        </Button>
        {can('admin.period.reopen') && (
          <>
            <Button icon={<LockOpen aria-hidden />} onClick={() => setOpening('business')}>
              {t('reopen.business')}
            </Button>
            <Button variant="danger" icon={<LockOpen aria-hidden />} onClick={() => setOpening('period')}>
              {t('reopen.do')}
            </Button>
          </>
        )}
      </div>
      <Note>{t(reaperturas.length > 0 ? 'period.closedButFor' : 'period.alreadyClosed')}</Note>
      {reaperturas.map(({ ID, NEGOCIO, HASTA, MOTIVO, ABIERTO_POR }) => (
        <div key={ID} style={{ marginBlockStart: 8 }}>
          <Note kind="warning">
            <b className="strong">{t('reopen.goesOn', { business: NEGOCIO, until: formatDateTime(HASTA, locale) })}</b>{' '}
            {t('reopen.by', { who: ABIERTO_POR, reason: MOTIVO })}{' '}
            {can('admin.period.reopen') && (
              <Button size="sm" busy={end.isPending} onClick={() => end.mutate(ID)}>
                {t('reopen.end')}
              </Button>
            )}
          </Note>
        </div>
      ))}
      <dl className="record-head" style={{ marginBlockStart: 16 }}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {period.MOTIVO_CIERRE && (
        <Section title={t('record.reason')}>
          <p>{period.MOTIVO_CIERRE}</p>
        </Section>
      )}
      {closing?.checks && (
        <Section title={t('record.list')}>
          <ul className="checks" aria-label={t('record.list')}>
            {closing.checks.map((check) => (
              <CheckLine key={check.codigo} check={check} period={period.COD_PERIODO} record />
            ))}
          </ul>
        </Section>
      )}
      <Section title={t('record.steps')} count={history.data.total}>
        <table className="table table-stacked" aria-label={t('record.steps')}>
          <thead>
            <tr>
              <th scope="col">{t('record.when')}</th>
              <th scope="col">{t('record.what')}</th>
              <th scope="col">{t('record.who')}</th>
              <th scope="col">{t('record.reason')}</th>
            </tr>
          </thead>
          <tbody>
            {history.data.data.map(({ N, TIPO, POR, FECHA, COMENTARIO, negocio }) => (
              <tr key={N}>
                <td className="num nowrap">{formatDateTime(FECHA, locale)}</td>
                <td data-label={t('record.what')}>
                  {t(`periodEvent.${TIPO}`)}
                  {negocio && ` ${negocio.NEGOCIO}`}
                  {negocio?.HASTA && `, ${formatDateTime(negocio.HASTA, locale)}`}
                </td>
                <td data-label={t('record.who')}>{POR ?? t('record.clock')}</td>
                <td data-label={t('record.reason')} style={{ whiteSpace: 'normal' }}>
                  {COMENTARIO}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      {opening === 'period' && <ReopenDialog period={period} onClose={() => setOpening(undefined)} />}
      {opening === 'business' && <ReopenBusinessDialog period={period} onClose={() => setOpening(undefined)} />}
    </>
  )
}

/** Who and when; a moment is never broken over two lines. */
const by = (who: string | null | undefined, at: string) => (
  <>
    {who ?? '—'}, <DateText value={at} as="datetime" />
  </>
)
