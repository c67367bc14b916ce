import { type Auditor, getAuditor } from '@cuadre/api/auditor'
import { failureOf, Link, query, useCan, useTranslation } from '@cuadre/shell'
import { buttonClass, DateText, ErrorState, formatMonth, Note, Page, Skeleton, useLocale } from '@cuadre/ui'
import { RowMenu } from '@cuadre/ui/overlay'
import { useQuery } from '@tanstack/react-query'
import { auditors, auditorUpdate } from '../area.ts'
import { Sessions } from '../shared/Sessions.tsx'
import { useUserActions } from '../shared/useUserActions.tsx'
import { AccessLog } from './AccessLog.tsx'
import { AccessState } from './AccessState.tsx'

const RIGHTS = ['documentos', 'fechasFirma', 'comentariosInternos', 'exportar'] as const

/** One auditor: what the access gives, and all that was looked at and taken away. `own`: read by the auditor. */
export function AuditorView({ id, own = false }: { id: number; own?: boolean }) {
  const { t } = useTranslation('admin')
  const write = useCan()('admin.auditor.write')
  const found = useQuery(query(getAuditor, { params: { id } }))
  const failure = failureOf(found)
  const auditor = found.data
  const actions = useUserActions()
  const people = useCan()('admin.user.write')
  return (
    <Page
      title={own ? t('auditor.own') : (auditor?.NOMBRE ?? t('auditor.one'))}
      crumbs={
        own
          ? [{ label: t('auditor.title') }, { label: t('auditor.own') }]
          : [
              { label: t('crumbs.administration') },
              { label: t('auditor.title'), to: auditors.link() },
              { label: auditor?.NOMBRE ?? t('auditor.one') },
            ]
      }
      beside={auditor && <AccessState access={auditor.ACCESO} />}
      note={own ? t('auditor.ownNote') : auditor && `${auditor.FIRMA_AUDITORA} · ${auditor.email}`}
      actions={
        !own &&
        write && (
          <>
            <Link className={buttonClass()} to={auditorUpdate.link({ userAuditorId: id })}>
              {t('actions.edit')}
            </Link>
            {auditor && people && <RowMenu label={t('user.actionsOf', { name: auditor.NOMBRE })} entries={actions.entriesFor(auditor)} />}
          </>
        )
      }
    >
      {failure && <ErrorState {...failure} />}
      {!auditor && !failure && <Skeleton />}
      {auditor && (
        <>
          {auditor.CORREO_PENDIENTE && (
            <div style={{ paddingBlockEnd: 12 }}>
              <Note>
                <b className="strong">{t('user.waiting.email')}</b>{' '}
                {t('user.waiting.emailText', { fresh: auditor.CORREO_PENDIENTE, now: auditor.email })}
              </Note>
            </div>
          )}
          <Access auditor={auditor} />
          {!own && people && <Sessions user={auditor} write={write} />}
          <AccessLog auditor={auditor} mayExport={!own || auditor.permisos.exportar} />
        </>
      )}
      {actions.dialog}
    </Page>
  )
}

function Access({ auditor }: { auditor: Auditor }) {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const list = new Intl.ListFormat(locale)
  const { permisos, alcance, periodos } = auditor
  const granted = RIGHTS.filter((name) => permisos[name]).map((name) => t(`auditor.right.${name}`))
  return (
    <dl className="facts" style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 200px), 1fr))' }}>
      <div>
        <dt>{t('auditor.dates')}</dt>
        <dd>
          <DateText value={auditor.VIGENCIA_DESDE} /> – <DateText value={auditor.VIGENCIA_HASTA} />
        </dd>
      </div>
      <div>
        <dt>{t('auditor.scope')}</dt>
        <dd>{alcance.length > 0 ? list.format(alcance.map(({ PAIS, NEGOCIO }) => NEGOCIO ?? PAIS)) : '—'}</dd>
      </div>
      <div>
        <dt>{t('auditor.periods')}</dt>
        <dd>{periodos.length > 0 ? list.format(periodos.map(({ PERIODO }) => formatMonth(PERIODO, locale))) : t('auditor.everyPeriod')}</dd>
      </div>
      <div>
        <dt>{t('auditor.sees')}</dt>
        <dd>
          {permisos.soloAprobados ? t('auditor.onlyApproved') : t('auditor.everyState')}
          <div className="figure-note xsmall muted">{granted.length > 0 ? list.format(granted) : t('auditor.noRights')}</div>
        </dd>
      </div>
    </dl>
  )
}
