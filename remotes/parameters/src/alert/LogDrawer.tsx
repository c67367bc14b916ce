import { type Alert, listAlertLog } from '@cuadre/api/alert'
import type { Answer } from '@cuadre/api/endpoint'
import { pageOf, query, useTranslation } from '@cuadre/shell'
import { DateText, EmptyState, formatCount, useLocale } from '@cuadre/ui'
import { type Column, DataTable } from '@cuadre/ui/data'
import { Drawer, SegmentedControl } from '@cuadre/ui/overlay'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'

type Line = Answer<typeof listAlertLog>['data'][number]
const VIEWS = { todo: {}, fallido: { correo: 'fallido' }, leido: { leida: true }, sinLeer: { leida: false } } as const
type View = keyof typeof VIEWS
const MOST = 200

/** What a rule has sent: to whom, when, by which way, and whether it was read. */
export function LogDrawer({ alert, failed, onClose }: { alert: Alert; failed: boolean; onClose: () => void }) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const [view, setView] = useState<View>(failed ? 'fallido' : 'todo')
  const found = useQuery({
    ...query(listAlertLog, { params: { id: alert.id }, query: { limit: MOST, ...VIEWS[view] } }),
    placeholderData: keepPreviousData,
  })
  const columns = useMemo<Column<Line>[]>(
    () => [
      { id: 'FECHA', header: t('alert.logAt'), cell: (line) => <DateText value={line.fecha} as="datetime" />, phone: 'sub' },
      {
        id: 'USUARIO',
        header: t('alert.logWho'),
        cell: (line) => <span className="strong">{line.usuario}</span>,
        cut: true,
        phone: 'title',
      },
      { id: 'NIVEL', header: t('alert.logLevel'), cell: (line) => (line.nivel === 0 ? '—' : t(`alert.preview.level.${line.nivel}`)) },
      {
        id: 'CORREO',
        header: t('alert.logMail'),
        cell: (line) => (line.correo ? t(`alert.mailState.${line.correo}`) : '—'),
        phone: 'sub-end',
      },
      { id: 'APP', header: t('alert.logApp'), cell: (line) => (line.app ? t(`alert.appState.${line.app}`) : '—'), phone: 'title-end' },
    ],
    [t],
  )
  const total = found.data?.total ?? 0
  return (
    <Drawer open onClose={onClose} title={`${t('alert.log')}: ${alert.nombre}`} size="half">
      <SegmentedControl
        label={t('alert.log')}
        value={view}
        onChange={setView}
        options={(Object.keys(VIEWS) as View[]).map((value) => ({ value, label: t(`alert.logView.${value}`) }))}
      />
      <DataTable
        inset
        label={t('alert.log')}
        columns={columns}
        {...pageOf(found)}
        rowKey={({ id }) => String(id)}
        empty={<EmptyState title={t('alert.logEmpty')} />}
      />
      {total > MOST && <p className="small muted">{t('alert.logMost', { n: MOST, total: formatCount(total, locale) })}</p>}
    </Drawer>
  )
}
