import { type Delivery, deliveryRefusals } from '@cuadre/api/delivery'
import { failureOf, Link, query, useTranslation } from '@cuadre/shell'
import { buttonClass, Code, DateText, ErrorState, formatMonth, Note, useLocale } from '@cuadre/ui'
import { DataTable } from '@cuadre/ui/data'
import { Drawer } from '@cuadre/ui/overlay'
import { useQuery } from '@tanstack/react-query'
import { load } from '../area.ts'
import { useCounted } from '../shared/counted.ts'
import { DeliveryState } from './DeliveryState.tsx'

type Refused = { fila: number | null; CUENTA: string | null; columna: string | null; valor: string | null; motivo: string | null }

/** What came of a delivery, and the way to its dry run. */
export function DeliveryDrawer({ delivery: d, onClose }: { delivery: Delivery; onClose: () => void }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const counted = useCounted()
  const facts = [
    [t('delivery.sender'), d.REMITENTE.NOMBRE],
    [t('delivery.origin'), t(`delivery.origins.${d.ORIGEN}`)],
    [t('delivery.period'), d.PERIODO ? formatMonth(d.PERIODO, locale) : '—'],
    [t('delivery.received'), <DateText key="received" value={d.RECIBIDA_EN} as="datetime" />],
    ...(d.LECTURA
      ? [
          [
            t('delivery.read'),
            [t('balance.rows', counted(d.LECTURA.filas)), t('balance.all.refused', counted(d.LECTURA.rechazadas))].join(', '),
          ],
        ]
      : []),
    ...(d.RESULTADO
      ? [
          [
            t('delivery.did'),
            [t('balance.done.balances', counted(d.RESULTADO.saldos)), t('balance.done.analyses', counted(d.RESULTADO.analisisNuevos))].join(
              ', ',
            ),
          ],
        ]
      : []),
    ...(d.CLAVE ? [[t('delivery.key'), <Code key="key">{d.CLAVE}</Code>]] : []),
    // Nothing where the file could not even be received.
    ...(d.SHA256 ? [['SHA-256', <Code key="sha">{`${d.SHA256.slice(0, 16)}…`}</Code>] as const] : []),
  ]
  return (
    <Drawer
      open
      onClose={onClose}
      size="half"
      title={d.ARCHIVO}
      footer={
        d.COD_CARGA !== null && (
          <Link className={buttonClass('solid')} to={load.link({ carga: d.COD_CARGA })}>
            {t(d.ESTADO === 'espera' ? 'delivery.review' : 'delivery.open')}
          </Link>
        )
      }
    >
      <p className="delivery-state">
        <DeliveryState state={d.ESTADO} />
      </p>
      {d.ERROR && (
        <Note kind="danger">
          {d.ERROR.message}
          {d.ERROR.issues.length > 1 && (
            <ul>
              {d.ERROR.issues.map(({ path, message }, at) => (
                <li key={at}>
                  {path}: {message}
                </li>
              ))}
            </ul>
          )}
        </Note>
      )}
      {d.MOTIVOS.length > 0 && (
        <Note kind="warning">
          {t('delivery.waits')}
          <ul>
            {d.MOTIVOS.map(({ motivo, texto }) => (
              <li key={motivo}>{texto}</li>
            ))}
          </ul>
        </Note>
      )}
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={String(name)}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {(d.LECTURA?.rechazadas ?? 0) > 0 && <RefusedRows id={d.id} />}
    </Drawer>
  )
}

const keyOf = (row: Refused) => `${row.fila} ${row.CUENTA} ${row.columna}`
function RefusedRows({ id }: { id: number }) {
  const { t } = useTranslation('accounts-analysis')
  const found = useQuery(query(deliveryRefusals, { params: { id }, query: { limit: 50 } }))
  const failure = failureOf(found)
  if (failure) return <ErrorState {...failure} />
  return (
    <DataTable<Refused>
      label={t('delivery.refused')}
      columns={[
        { id: 'fila', header: t('delivery.row'), cell: (r) => r.fila ?? '—', align: 'number', phone: 'title-end' },
        { id: 'cuenta', header: t('delivery.account'), cell: (r) => r.CUENTA ?? '—', phone: 'title' },
        { id: 'valor', header: t('delivery.value'), cell: (r) => r.valor ?? '—', cut: true },
        { id: 'motivo', header: t('delivery.reason'), cell: (r) => r.motivo ?? '—', phone: 'sub' },
      ]}
      rows={found.data?.data}
      rowKey={keyOf}
      loading={found.isFetching}
    />
  )
}
