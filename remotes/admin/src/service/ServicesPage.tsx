import type { FilterKey, SortKey } from '@cuadre/api/endpoint'
import { listServices, renewServiceSecret, type ServiceAccount, type ServiceSecret } from '@cuadre/api/service'
import { call, download, listInput, pageOf, query, useCan, useSearchParams, useTranslation } from '@cuadre/shell'
import { Button, Code, DateText, EmptyState, notify, Page, StateBadge } from '@cuadre/ui'
import { type Column, ExportButton, PagedTable, useExport, useTableState } from '@cuadre/ui/data'
import { ConfirmDialog, Drawer, RowMenu } from '@cuadre/ui/overlay'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bot, History, KeyRound, Pencil, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { ChangeList } from '../shared/ChangeList.tsx'
import { SecretDialog } from '../shared/SecretDialog.tsx'
import { useWhy } from '../shared/useWhy.ts'
import { ServiceDrawer } from './ServiceDrawer.tsx'

/** By what the server orders them. */
type Key = SortKey<typeof listServices>
type T = ReturnType<typeof useTranslation>['t']
type Open = { what: 'edit' | 'history' | 'renew'; service: ServiceAccount } | { what: 'create' }

const keyOf = ({ id }: ServiceAccount) => String(id)

/** Programs that call the API by themselves: what each may do, where, and when it last did. */
export default function ServicesPage() {
  const { t } = useTranslation('admin')
  const why = useWhy()
  const can = useCan()
  const client = useQueryClient()
  const write = can('admin.service.write')
  const history = can('admin.role.read')
  const [params, setParams] = useSearchParams()
  const [open, setOpen] = useState<Open>()
  const [secret, setSecret] = useState<ServiceSecret>()
  const close = () => setOpen(undefined)
  const table = useTableState<Key, FilterKey<typeof listServices>>({
    key: 'programas',
    params,
    setParams,
    sort: 'NOMBRE',
    filters: ['status'],
  })
  const input = listInput(listServices, table.state)
  const found = useQuery({ ...query(listServices, { query: input }), placeholderData: keepPreviousData })
  const columns = useMemo(() => columnsOf(t), [t])
  const save = useExport()
  const create = write && (
    <Button variant="solid" icon={<Plus aria-hidden />} onClick={() => setOpen({ what: 'create' })}>
      {t('service.create')}
    </Button>
  )
  const renew = async ({ id, NOMBRE }: ServiceAccount) => {
    try {
      setSecret(await call(renewServiceSecret, { params: { id } }))
    } catch (error) {
      notify.danger(why(error, t('service.notRenewed', { name: NOMBRE })))
      throw error
    }
    await client.invalidateQueries({ queryKey: ['services'] })
  }
  return (
    <Page fill title={t('service.title')} crumbs={[{ label: t('crumbs.administration') }, { label: t('service.title') }]} actions={create}>
      <PagedTable
        table={table}
        search={t('service.search')}
        columns={columns}
        end={<ExportButton onExport={() => save(t('service.title'), download(listServices, { query: input }))} />}
        filters={[
          {
            name: 'status',
            label: t('service.status'),
            single: true,
            options: (['activo', 'inactivo'] as const).map((value) => ({ value, label: t(`service.statuses.${value}`) })),
          },
        ]}
        label={t('service.title')}
        none={t('none.service')}
        {...pageOf(found)}
        rowKey={keyOf}
        {...(write && { onOpen: (service: ServiceAccount) => setOpen({ what: 'edit', service }) })}
        actions={
          write || history
            ? (service) => (
                <RowMenu
                  label={t('user.actionsOf', { name: service.NOMBRE })}
                  entries={[
                    ...(write
                      ? [
                          { label: t('actions.edit'), icon: <Pencil aria-hidden />, onSelect: () => setOpen({ what: 'edit', service }) },
                          {
                            label: t('service.renew'),
                            icon: <KeyRound aria-hidden />,
                            onSelect: () => setOpen({ what: 'renew', service }),
                          },
                        ]
                      : []),
                    ...(history
                      ? [
                          {
                            label: t('service.history'),
                            icon: <History aria-hidden />,
                            onSelect: () => setOpen({ what: 'history', service }),
                          },
                        ]
                      : []),
                  ]}
                />
              )
            : undefined
        }
        empty={
          <EmptyState icon={<Bot aria-hidden />} title={t('service.empty')} actions={create}>
            {t('service.emptyHint')}
          </EmptyState>
        }
      />
      {open?.what === 'create' && <ServiceDrawer onClose={close} onSecret={setSecret} />}
      {open?.what === 'edit' && <ServiceDrawer service={open.service} onClose={close} onSecret={setSecret} />}
      {open?.what === 'history' && (
        <Drawer open onClose={close} size="wide" title={t('service.historyOf', { name: open.service.NOMBRE })}>
          <ChangeList filter={{ objeto: ['servicio'], objetoId: open.service.id }} named={false} />
        </Drawer>
      )}
      {open?.what === 'renew' && (
        <ConfirmDialog
          open
          onClose={close}
          title={t('service.renewAsk', { name: open.service.NOMBRE })}
          confirm={t('service.renewDo')}
          danger
          onConfirm={() => renew(open.service)}
        >
          {t('service.renewText')}
        </ConfirmDialog>
      )}
      {secret && (
        <SecretDialog
          name={secret.NOMBRE}
          secret={secret.SECRETO}
          before={[[t('service.client'), secret.CLIENTE]]}
          after={[[t('service.tokenUrl'), secret.TOKEN_URL]]}
          onClose={() => setSecret(undefined)}
        />
      )}
    </Page>
  )
}

const columnsOf = (t: T): Column<ServiceAccount, Key>[] => [
  {
    id: 'NOMBRE',
    header: t('user.name'),
    cell: (s) => <span className="strong">{s.NOMBRE}</span>,
    sortable: true,
    hideable: false,
    phone: 'title',
  },
  { id: 'CLIENTE', header: t('service.client'), cell: (s) => <Code>{s.CLIENTE}</Code>, sortable: true, phone: 'sub' },
  {
    id: 'STATUS',
    header: t('service.status'),
    cell: (s) => <StateBadge state={s.status === 'activo' ? 'aprobado' : 'por-preparar'}>{t(`service.statuses.${s.status}`)}</StateBadge>,
    sortable: true,
    phone: 'title-end',
  },
  {
    id: 'LLAVES',
    header: t('service.keys'),
    cell: (s) => s.llaves.map((key) => t(`permission.${key}.name`)).join(', '),
    cut: true,
    width: '34%',
  },
  { id: 'ALCANCE', header: t('service.scope'), cell: (s) => s.alcance.map((place) => place.NEGOCIO ?? place.PAIS).join(', '), cut: true },
  {
    id: 'SECRETO_EN',
    header: t('service.secretOf'),
    cell: (s) => (s.SECRETO_EN ? <DateText value={s.SECRETO_EN} as="datetime" /> : t('service.noSecret')),
    sortable: true,
    align: 'end',
  },
  {
    id: 'ULTIMO_USO',
    header: t('service.lastUse'),
    cell: (s) => <DateText value={s.ULTIMO_USO} as="datetime" />,
    sortable: true,
    align: 'end',
    phone: 'sub-end',
  },
]
