import { type DeliveryRule, listDeliveryRules, setDeliveryRule } from '@cuadre/api/delivery'
import type { SortKey } from '@cuadre/api/endpoint'
import { call, listInput, pageOf, query, useCan, useSearchParams, useTranslation } from '@cuadre/shell'
import { DateText, EmptyState, Note, notify, StateBadge } from '@cuadre/ui'
import { type Column, PagedTable, useTableState } from '@cuadre/ui/data'
import { Form, SwitchField, TextArea, useForm } from '@cuadre/ui/forms'
import { Dialog } from '@cuadre/ui/overlay'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'

/** By what the server orders them. */
type Key = SortKey<typeof listDeliveryRules>
type T = ReturnType<typeof useTranslation>['t']
const keyOf = ({ ID_NEGOCIO }: DeliveryRule) => String(ID_NEGOCIO)

/** Which businesses let a delivery confirm itself; none until somebody says so. */
export function RuleList() {
  const { t } = useTranslation('accounts-analysis')
  const write = useCan()('accounts.delivery.rule')
  const [params, setParams] = useSearchParams()
  const [opened, setOpened] = useState<DeliveryRule>()
  const table = useTableState<Key>({ key: 'reglas-entregas', params, setParams })
  const found = useQuery({
    ...query(listDeliveryRules, { query: listInput(listDeliveryRules, table.state) }),
    placeholderData: keepPreviousData,
  })
  const columns = useMemo(() => columnsOf(t), [t])
  return (
    <>
      <Note>{t('delivery.ruleText')}</Note>
      <PagedTable
        table={table}
        search={t('delivery.searchRule')}
        columns={columns}
        label={t('delivery.views.reglas')}
        none={t('none.rule')}
        {...pageOf(found)}
        rowKey={keyOf}
        {...(write && { onOpen: setOpened })}
        empty={<EmptyState title={t('delivery.noRules')} />}
      />
      {opened && <RuleDialog rule={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

function RuleDialog({ rule, onClose }: { rule: DeliveryRule; onClose: () => void }) {
  const { t } = useTranslation('accounts-analysis')
  const client = useQueryClient()
  const form = useForm({ defaultValues: { ACTIVA: rule.ACTIVA, MOTIVO: '' } })
  return (
    <Dialog open onClose={onClose} title={t('delivery.ruleOf', { business: rule.NEGOCIO })} description={t('delivery.ruleText')}>
      <Form
        form={form}
        submit={t('delivery.saveRule')}
        onCancel={onClose}
        onSubmit={async ({ ACTIVA, MOTIVO }) => {
          await call(setDeliveryRule, { params: { id: rule.ID_NEGOCIO }, body: { ACTIVA, MOTIVO } })
          notify.success(t(ACTIVA ? 'delivery.ruleOn' : 'delivery.ruleOff', { business: rule.NEGOCIO }))
          setTimeout(() => {
            void client.invalidateQueries({ queryKey: ['delivery-rules'] })
            onClose()
          })
        }}
      >
        <div className="fields">
          <SwitchField name="ACTIVA" label={t('delivery.confirmsItself')} help={t('delivery.confirmsHint')} wide />
          <TextArea name="MOTIVO" label={t('delivery.ruleReason')} minLength={10} maxLength={500} wide />
        </div>
      </Form>
    </Dialog>
  )
}

const columnsOf = (t: T): Column<DeliveryRule, Key>[] => [
  {
    id: 'NEGOCIO',
    header: t('delivery.business'),
    cell: (r) => <span className="medium">{r.NEGOCIO}</span>,
    sortable: true,
    hideable: false,
    phone: 'title',
  },
  { id: 'PAIS', header: t('delivery.country'), cell: (r) => r.PAIS, sortable: true, phone: 'sub' },
  {
    id: 'ACTIVA',
    header: t('delivery.confirmsItself'),
    cell: (r) => <StateBadge state={r.ACTIVA ? 'aprobado' : 'por-preparar'}>{t(r.ACTIVA ? 'delivery.on' : 'delivery.off')}</StateBadge>,
    sortable: true,
    phone: 'title-end',
  },
  { id: 'MOTIVO', header: t('delivery.ruleReason'), cell: (r) => r.MOTIVO ?? '—', cut: true },
  { id: 'CAMBIADA_POR', header: t('delivery.changedBy'), cell: (r) => r.CAMBIADA_POR ?? '—' },
  {
    id: 'CAMBIADA_EN',
    header: t('delivery.changedAt'),
    cell: (r) => <DateText value={r.CAMBIADA_EN} as="datetime" />,
    align: 'end',
    phone: 'sub-end',
  },
]
