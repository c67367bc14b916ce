import { getAnalysis, stateOf } from '@cuadre/api/analysis'
import { failureOf, query, useTranslation } from '@cuadre/shell'
import { Code, Delta, ErrorState, formatMonth, Loader, Marks, Money, StateBadge, useLocale } from '@cuadre/ui'
import { Drawer } from '@cuadre/ui/overlay'
import { useQuery } from '@tanstack/react-query'
import { Files } from '../shared/document/Files.tsx'
import { LateAnnex } from '../shared/document/LateAnnex.tsx'
import { Facts } from '../shared/Facts.tsx'
import { History } from '../shared/History.tsx'
import { Reopen } from '../shared/Reopen.tsx'
import { isSubmitted, marksOf } from '../shared/state.ts'
import { Verify } from '../shared/Verify.tsx'
import { GroupSteps, groupsOf } from './GroupSteps.tsx'

/** One analysis with every step that was taken, each linked to the one before it, and the proof of it. */
export function ChainDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const detail = useQuery(query(getAnalysis, { params: { id } }))
  const failure = failureOf(detail)
  const item = detail.data
  return (
    <Drawer
      open
      onClose={onClose}
      size="wide"
      printed
      title={item ? `${item.NOMBRE_CUENTA}, ${formatMonth(item.PERIODO, locale)}` : t('history.chain')}
    >
      {failure && <ErrorState {...failure} />}
      {!item && !failure && <Loader />}
      {item && (
        <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 20 }}>
          <div style={{ display: 'grid', gap: 6 }}>
            <p className="row" style={{ gap: 12 }}>
              <StateBadge state={stateOf(item)} pill />
              <Marks {...marksOf(item)} automatico={item.AUTO} />
              <span className="grow" />
              {item.PUEDE.reabrir && (
                <Reopen of={{ kind: 'individual', id: item.COD_ANALISIS, name: item.NOMBRE_CUENTA, REVISION: item.REVISION }} />
              )}
            </p>
            <p className="small muted">
              <Code>{item.CUENTA}</Code> · {[item.NEGOCIO, item.DEPARTAMENTO, item.ANALISTA].filter(Boolean).join(' · ')}
            </p>
          </div>
          <Facts
            facts={[
              [t('history.balance'), <Money key="b" value={item.VALOR_BALANCE} currency={item.MONEDA} />],
              [t('history.supported'), <Money key="s" value={isSubmitted(item) ? item.VALOR_ANALISIS : null} />],
              [t('history.difference'), <Money key="d" value={isSubmitted(item) ? item.VARIACION : null} />],
              [t('history.movement'), <Delta key="m" value={item.VARIACION_PERIODO} />],
            ]}
          />
          {item.COMENTARIO_VARIACION && (
            <p className="quote" translate="no">
              {item.COMENTARIO_VARIACION}
            </p>
          )}
          {item.ARCHIVOS.length + item.ANEXOS.length > 0 && <Files files={item.ARCHIVOS} annexes={item.ANEXOS} />}
          {item.PUEDE.anexarPosterior && <LateAnnex id={id} />}
          <Verify periodId={item.COD_PERIODO} period={item.PERIODO} />
          <section>
            <History events={item.EVENTOS} intact={item.CADENA_INTEGRA} hashes />
          </section>
          {groupsOf(item.EVENTOS).map((group) => (
            <GroupSteps key={group} id={group} />
          ))}
        </div>
      )}
    </Drawer>
  )
}
