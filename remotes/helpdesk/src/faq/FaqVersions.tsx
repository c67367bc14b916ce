import { type FaqVersion, listFaqVersions } from '@cuadre/api/faq'
import { failureOf, query, useTranslation } from '@cuadre/shell'
import { DateText, EmptyState, ErrorState, Skeleton } from '@cuadre/ui'
import { Dialog } from '@cuadre/ui/overlay'
import { useQuery } from '@tanstack/react-query'

interface Props {
  id: number
  onClose: () => void
  onTake: (version: FaqVersion) => void
}

/** A question as it was saved each time; an earlier one is taken into the form, and saved like any change. */
export function FaqVersions({ id, onClose, onTake }: Props) {
  const { t } = useTranslation('helpdesk')
  const found = useQuery(query(listFaqVersions, { params: { id } }))
  const failure = failureOf(found)
  return (
    <Dialog open onClose={onClose} title={t('faq.history')} size="wide">
      {failure && <ErrorState {...failure} />}
      {found.isPending && <Skeleton />}
      {found.data?.length === 0 && <EmptyState title={t('faq.noHistory')} />}
      <ol className="desk-answers">
        {found.data?.map((version, i) => (
          <li key={version.version}>
            <details className="faq grow" open={i === 0}>
              <summary>
                {t('resource.version', { n: version.version })}, {version.persona}, <DateText value={version.fecha} as="datetime" />
                {!version.publicada && <span className="count">{t('faq.draft')}</span>}
              </summary>
              <p>
                <b>{version.preguntaEs}</b>
                {'\n'}
                {version.respuestaEs}
              </p>
              <p lang="en">
                <b>{version.preguntaEn}</b>
                {'\n'}
                {version.respuestaEn}
              </p>
              {version.palabras.length > 0 && (
                <p className="small muted">
                  {t('faq.words')}: {version.palabras.join(', ')}
                </p>
              )}
              {i > 0 && (
                <button
                  type="button"
                  className="link small"
                  onClick={() => onTake(version)}
                  aria-label={`${t('faq.takeVersion')} ${t('resource.version', { n: version.version })}`}
                >
                  {t('faq.takeVersion')}
                </button>
              )}
            </details>
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
