import { stateOf } from '@cuadre/api/analysis'
import { dashboardAccountHistory } from '@cuadre/api/dashboard'
import type { Answer } from '@cuadre/api/endpoint'
import type { Item } from '@cuadre/api/item'
import { download, failureOf, query, useTranslation } from '@cuadre/shell'
import { Button, Code, DateText, formatMonth, Money, StateBadge, useLocale } from '@cuadre/ui'
import { type Column, DataTable, ExportButton, useExport } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'

type Month = Extract<Answer<typeof dashboardAccountHistory>, { data: unknown }>['data'][number]
const keyOf = ({ PERIODO }: Month) => PERIODO

interface Props {
  of: Pick<Item, 'ID_NEGOCIO' | 'NEGOCIO' | 'CUENTA' | 'NOMBRE_CUENTA' | 'COD_PERIODO' | 'MONEDA'>
  asOf: string | undefined
  onBack: () => void
}

/** What became of an account in the 24 months until the one of the list: for who may see the figures and not the analyses. */
export function AccountHistory({ of: { ID_NEGOCIO, NEGOCIO, CUENTA, NOMBRE_CUENTA, COD_PERIODO, MONEDA }, asOf, onBack }: Props) {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const saved = useExport()
  const back = useRef<HTMLButtonElement>(null)
  useEffect(() => back.current?.focus(), [])
  const input = { params: { negocioId: ID_NEGOCIO, codCuenta: CUENTA }, query: { periodId: COD_PERIODO, asOf } }
  const found = useQuery({ ...query(dashboardAccountHistory, input), placeholderData: keepPreviousData })
  const months = found.data && 'data' in found.data ? found.data.data : undefined
  const rows = useMemo(() => months?.toReversed(), [months])
  const columns = useMemo<Column<Month>[]>(
    () => [
      { id: 'PERIODO', header: t('list.period'), phone: 'title', cell: ({ PERIODO }) => formatMonth(PERIODO, locale) },
      {
        id: 'SALDO',
        header: t('list.balance'),
        unit: MONEDA,
        align: 'number',
        phone: 'sub',
        cell: ({ VALOR_BALANCE }) => <Money value={VALOR_BALANCE} />,
      },
      {
        id: 'MOVIMIENTO',
        header: t('list.movement'),
        unit: MONEDA,
        align: 'number',
        cell: ({ VARIACION_PERIODO }) => <Money value={VARIACION_PERIODO} />,
      },
      {
        id: 'DIFERENCIA',
        header: t('list.difference'),
        unit: MONEDA,
        align: 'number',
        phone: 'sub-end',
        cell: ({ VARIACION, FECHA_ENVIO }) => <Money value={FECHA_ENVIO ? VARIACION : null} />,
      },
      {
        id: 'ESTADO',
        header: t('list.state'),
        phone: 'title-end',
        cell: ({ ESTADO_PRINCIPAL_ID, FECHA_ENVIO }) =>
          ESTADO_PRINCIPAL_ID === null ? (
            <span className="muted">{t('history.none')}</span>
          ) : (
            <StateBadge state={stateOf({ ESTADO_PRINCIPAL_ID, FECHA_ENVIO })} />
          ),
      },
      { id: 'CONTROL', header: t('history.approved'), cell: ({ FECHA_CONTROL }) => <DateText value={FECHA_CONTROL} /> },
      {
        id: 'COMENTARIO',
        header: t('history.comment'),
        cut: true,
        width: '30%',
        cell: ({ COMENTARIO_VARIACION }) => COMENTARIO_VARIACION ?? '—',
      },
    ],
    [t, locale, MONEDA],
  )
  const title = `${CUENTA} ${NOMBRE_CUENTA}`
  return (
    <section aria-label={t('history.title', { account: title })}>
      <div className="filter-bar">
        <Button ref={back} icon={<ArrowLeft aria-hidden />} onClick={onBack}>
          {t('history.back')}
        </Button>
        <span className="small list-account" title={`${title} · ${NEGOCIO}`}>
          <Code>{CUENTA}</Code> {NOMBRE_CUENTA} <span className="muted">· {NEGOCIO}</span>
        </span>
        <div className="bar-end">
          <ExportButton onExport={() => saved(`${t('history.file')}-${CUENTA}`, download(dashboardAccountHistory, input))} />
        </div>
      </div>
      <DataTable
        label={t('history.title', { account: title })}
        columns={columns}
        rows={rows}
        rowKey={keyOf}
        loading={found.isFetching}
        error={failureOf(found)}
      />
    </section>
  )
}
