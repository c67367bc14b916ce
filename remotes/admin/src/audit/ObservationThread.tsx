import { getObservation } from '@cuadre/api/observation'
import { pageLink } from '@cuadre/api/pages'
import { ROLE } from '@cuadre/api/roles'
import { failureOf, Link, query, useMe, useTranslation } from '@cuadre/shell'
import { buttonClass, Code, DateText, ErrorState, formatMonth, Loader, useLocale } from '@cuadre/ui'
import { Drawer } from '@cuadre/ui/overlay'
import { useQuery } from '@tanstack/react-query'
import { ObservationState } from './ObservationState.tsx'
import './audit.css'

/** The whole thread; it is answered where the analysis is, beside its evidence. */
export function ObservationThread({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const role = useMe().SPC_TIPO_USUARIOS.COD_TIPO_USUARIO
  const found = useQuery(query(getObservation, { params: { id } }))
  const failure = failureOf(found)
  const it = found.data
  return (
    <Drawer
      open
      onClose={onClose}
      size="wide"
      title={it?.ASUNTO ?? t('audit.observations')}
      footer={
        it &&
        (role === ROLE.jefatura || role === ROLE.control) && (
          <Link className={buttonClass('solid')} to={pageLink('/cuentas/analisis', { analisis: it.COD_ANALISIS })}>
            {t(it.PUEDE.responder ? 'audit.answerThere' : 'audit.openAnalysis')}
          </Link>
        )
      }
    >
      {failure && <ErrorState {...failure} />}
      {!it && !failure && <Loader />}
      {it && (
        <>
          <div className="row">
            <ObservationState of={it} />
            <span className="small muted">
              {t('audit.answerBy')} <DateText value={it.VENCE} />
            </span>
          </div>
          <p className="small thread-of">
            <span className="medium">{it.NOMBRE_CUENTA}</span>{' '}
            <span className="muted">
              <Code>{it.CUENTA}</Code> · {it.NEGOCIO} · {formatMonth(it.PERIODO, locale)} · {it.ANALISTA}
            </span>
          </p>
          <ol className="thread">
            {it.HISTORIA.map((entry) => (
              <li key={entry.ID}>
                <div className="row xsmall muted">
                  <span className="medium fg">{t(`audit.entry.${entry.TIPO}`)}</span>
                  <span className="ellipsis grow">
                    {entry.PERSONA}, {entry.ROL.toLocaleLowerCase(locale)}
                  </span>
                  <DateText value={entry.EN} as="datetime" />
                </div>
                {entry.TEXTO && (
                  <p className="small" translate="no">
                    {entry.TEXTO}
                  </p>
                )}
              </li>
            ))}
          </ol>
        </>
      )}
    </Drawer>
  )
}
