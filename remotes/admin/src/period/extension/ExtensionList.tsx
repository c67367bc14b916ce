import type { FilterKey, SortKey } from '@cuadre/api/endpoint'
import { decideExtensions, EXTENSION_ROLES, EXTENSION_STATES, type Extension, listExtensions } from '@cuadre/api/extension'
import { listPeriods } from '@cuadre/api/period'
import { call, listInput, pageOf, query, useSearchParams, useTranslation } from '@cuadre/shell'
import { Button, Code, EmptyState, formatDateTime, formatMonth, type Locale, notify, useLocale } from '@cuadre/ui'
import { BulkBar, type Column, PagedTable, useTableState } from '@cuadre/ui/data'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleDashed, CircleX, Clock } from 'lucide-react'
import { useMemo, useState } from 'react'
import '../period.css'
import { useWhy } from '../../shared/useWhy.ts'
import { DecideDialog } from './DecideDialog.tsx'

/** By what the server orders them. */
type Key = SortKey<typeof listExtensions>

const keyOf = ({ ID }: Extension) => String(ID)
/** What was asked for a group is decided for all its members. */
const asOne = (a: Extension, b: Extension) =>
  a.AGRUPADO_ID !== null && a.AGRUPADO_ID === b.AGRUPADO_ID && a.FECHA === b.FECHA && a.ROL === b.ROL
/** The same account stands in several businesses, and several people may ask for it. */
const rowName = ({ CUENTA, NEGOCIO, SOLICITANTE }: Extension) => `${CUENTA}, ${NEGOCIO}, ${SOLICITANTE}`
const LOOK = {
  pendiente: { Icon: Clock, state: 'tarde' },
  aprobada: { Icon: CircleCheck, state: 'aprobado' },
  rechazada: { Icon: CircleX, state: 'rechazado' },
  sin_decidir: { Icon: CircleDashed, state: 'pendiente' },
} as const

/** Requests for more time, in scope: those to decide first, one by one or several at once. */
export default function ExtensionList() {
  const { t } = useTranslation('admin')
  const why = useWhy()
  const locale = useLocale()
  const client = useQueryClient()
  const [params, setParams] = useSearchParams()
  const table = useTableState<Key, FilterKey<typeof listExtensions>>({
    key: 'prorrogas',
    params,
    setParams,
    limit: 50,
    filters: ['estado', 'rol', 'periodId', 'porDecidir'],
  })
  const found = useQuery({ ...query(listExtensions, { query: listInput(listExtensions, table.state) }), placeholderData: keepPreviousData })
  const periods = useQuery(query(listPeriods, { query: { limit: 24 } }))
  const [deciding, setDeciding] = useState<{ grant: boolean; rows: readonly Extension[] }>()
  const columns = useMemo(() => columnsOf(t, locale), [t, locale])
  const rows = found.data?.data ?? []
  const chosen = rows.filter((row) => row.PUEDE_DECIDIR && table.selection.has(keyOf(row)))
  const ask = (grant: boolean, of: readonly Extension[]) =>
    setDeciding({ grant, rows: rows.filter((row) => of.some((one) => one.ID === row.ID || (row.PUEDE_DECIDIR && asOne(one, row)))) })
  const decide = async (comentario: string) => {
    const { grant, rows: asked } = deciding!
    let done = true
    try {
      await call(decideExtensions, { body: { ids: asked.map(({ ID }) => ID), aprobar: grant, ...(comentario && { comentario }) } })
      notify.success(t(grant ? 'extension.granted' : 'extension.refusedNow', { count: asked.length }))
      table.clearSelection()
    } catch (error) {
      done = false
      notify.danger(why(error, t('extension.failed')))
    }
    await client.invalidateQueries({ queryKey: ['period'] })
    return done
  }
  return (
    <>
      <PagedTable
        table={table}
        search={t('extension.search')}
        columns={columns}
        filters={[
          {
            name: 'porDecidir',
            label: t('extension.mine'),
            single: true,
            options: [{ value: 'true', label: t('extension.mineOnly') }],
          },
          {
            name: 'estado',
            label: t('extension.state'),
            options: EXTENSION_STATES.map((value) => ({ value, label: t(`extension.states.${value}`) })),
          },
          {
            name: 'rol',
            label: t('extension.level'),
            options: EXTENSION_ROLES.map((value) => ({ value, label: t(`extension.levels.${value}`) })),
          },
          {
            name: 'periodId',
            label: t('period.name'),
            single: true,
            options: (periods.data?.data ?? []).map(({ COD_PERIODO, PERIODO }) => ({
              value: String(COD_PERIODO),
              label: formatMonth(PERIODO, locale),
            })),
          },
        ]}
        label={t('periodView.prorrogas')}
        none={t('none.extension')}
        {...pageOf(found)}
        rowKey={keyOf}
        selectable
        actions={(row) =>
          row.PUEDE_DECIDIR && (
            <span className="row">
              <Button size="sm" onClick={() => ask(true, [row])} aria-label={`${t('extension.grant')} ${rowName(row)}`}>
                {t('extension.grant')}
              </Button>
              <Button size="sm" variant="danger" onClick={() => ask(false, [row])} aria-label={`${t('extension.refuse')} ${rowName(row)}`}>
                {t('extension.refuse')}
              </Button>
            </span>
          )
        }
        empty={
          <EmptyState icon={<Clock aria-hidden />} title={t('extension.none')}>
            {t('extension.noneHint')}
          </EmptyState>
        }
        sizes={[10, 25, 50, 100]}
      />
      <BulkBar table={table}>
        <Button size="sm" disabled={chosen.length === 0} onClick={() => ask(true, chosen)}>
          {t('extension.grantN', { count: chosen.length })}
        </Button>
        <Button size="sm" variant="danger" disabled={chosen.length === 0} onClick={() => ask(false, chosen)}>
          {t('extension.refuseN', { count: chosen.length })}
        </Button>
      </BulkBar>
      {deciding && <DecideDialog {...deciding} onClose={() => setDeciding(undefined)} onDecide={decide} />}
    </>
  )
}

type T = ReturnType<typeof useTranslation>['t']
const columnsOf = (t: T, locale: Locale): Column<Extension, Key>[] => [
  {
    id: 'CUENTA',
    header: t('extension.account'),
    cell: (e) => (
      <>
        <span className="extension-account">
          <Code>{e.CUENTA}</Code> <span className="muted">{e.NOMBRE_CUENTA}</span>
        </span>
        <div className="xsmall muted">
          {e.NEGOCIO} · {formatMonth(e.PERIODO, locale)}
        </div>
        {e.NOMBRE_GRUPO && (
          <div className="extension-account xsmall muted" title={e.NOMBRE_GRUPO}>
            {t('extension.group', { name: e.NOMBRE_GRUPO })}
          </div>
        )}
      </>
    ),
    sortable: true,
    hideable: false,
    phone: 'title',
  },
  {
    id: 'SOLICITANTE',
    header: t('extension.askedBy'),
    cell: (e) => (
      <>
        {e.SOLICITANTE}
        <div className="xsmall muted">{t(`extension.levels.${e.ROL}`)}</div>
      </>
    ),
    sortable: true,
    phone: 'sub',
  },
  {
    id: 'VENCE_NUEVO',
    header: t('extension.asked'),
    cell: (e) => (
      <bdi dir="ltr" className="num extension-moment">
        <span className="strong">{formatDateTime(e.VENCE_NUEVO, locale)}</span>
        <div className="xsmall muted">{t('extension.instead', { at: formatDateTime(e.VENCE_PRIMERO, locale) })}</div>
        {e.VENCE_ORIGINAL !== e.VENCE_PRIMERO && (
          <div className="xsmall muted">{t('extension.then', { at: formatDateTime(e.VENCE_ORIGINAL, locale) })}</div>
        )}
        {e.VENCE_ACTUAL !== e.VENCE_ORIGINAL && e.VENCE_ACTUAL !== e.VENCE_NUEVO && (
          <div className="xsmall muted">{t('extension.now', { at: formatDateTime(e.VENCE_ACTUAL, locale) })}</div>
        )}
      </bdi>
    ),
    sortable: true,
    align: 'end',
    phone: 'sub-end',
  },
  {
    id: 'MOTIVO',
    header: t('record.reason'),
    cell: (e) => {
      const said = e.COMENTARIO ? t('extension.answered', { reason: e.MOTIVO, answer: e.COMENTARIO }) : e.MOTIVO
      return (
        <span className="extension-reason" title={said}>
          {said}
        </span>
      )
    },
  },
  {
    id: 'ESTADO',
    header: t('extension.state'),
    cell: (e) => {
      const { Icon, state } = LOOK[e.ESTADO]
      return (
        <>
          <span className={`badge state-${state}`}>
            <Icon aria-hidden />
            {t(`extension.states.${e.ESTADO}`)}
          </span>
          <div className="xsmall muted">
            {e.ESTADO === 'pendiente' ? (
              <span className="extension-moment">{t('extension.decideBefore', { at: formatDateTime(e.DECIDIR_ANTES_DE, locale) })}</span>
            ) : (
              e.DECIDIO
            )}
          </div>
        </>
      )
    },
    phone: 'title-end',
  },
]
