import type { Auditor } from '@cuadre/api/auditor'
import { pageLink } from '@cuadre/api/pages'
import { useTranslation } from '@cuadre/shell'
import { DateText, formatMonth, Note, TextLink, useLocale } from '@cuadre/ui'
import { Eye } from 'lucide-react'

/** Few enough to be read as a sentence. */
const RIGHTS = ['documentos', 'fechasFirma', 'comentariosInternos', 'exportar'] as const

/** What the access covers and until when; and, plainly, that everything is recorded. `brief`: beside a record that alone. */
export function AccessNote({ access, brief }: { access: Auditor; brief: boolean }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const list = new Intl.ListFormat(locale)
  const { alcance, periodos, permisos } = access
  const places = alcance.map(({ PAIS, NEGOCIO }) => NEGOCIO ?? PAIS)
  const of = (granted: boolean) => RIGHTS.filter((name) => permisos[name] === granted).map((name) => t(`audit.right.${name}`))
  const [may, mayNot] = [of(true), of(false)]
  const facts = (
    <dl className="facts" style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 220px), 1fr))' }}>
      <div>
        <dt>{t('audit.until')}</dt>
        <dd>
          <DateText value={access.VIGENCIA_HASTA} />
          <div className="figure-note xsmall muted">
            {t('audit.since')} <DateText value={access.VIGENCIA_DESDE} />
          </div>
        </dd>
      </div>
      <div>
        <dt>{t('audit.scope')}</dt>
        <dd>
          {places.length > 0 ? list.format(places) : t('audit.nothing')}
          <div className="figure-note xsmall muted">
            {periodos.length === 0 ? t('audit.everyPeriod') : list.format(periodos.map(({ PERIODO }) => formatMonth(PERIODO, locale)))}
          </div>
        </dd>
      </div>
      <div>
        <dt>{t('audit.sees')}</dt>
        <dd>
          {permisos.soloAprobados ? t('audit.onlyApproved') : t('audit.everyState')}
          <div className="figure-note xsmall muted">
            {may.length > 0 && `${t('audit.with', { what: list.format(may) })} `}
            {mayNot.length > 0 && t('audit.without', { what: list.format(mayNot) })}
          </div>
        </dd>
      </div>
    </dl>
  )
  return (
    <>
      {!brief && facts}
      <div className="home-note">
        <Note icon={<Eye aria-hidden />}>
          {t('audit.recorded')} <TextLink href={pageLink('/auditores', { auditor: access.id })}>{t('audit.seeLog')}</TextLink>
        </Note>
      </div>
    </>
  )
}
