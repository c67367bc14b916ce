import { metadataForAuditor } from '@cuadre/api/analysis'
import { getAuditor } from '@cuadre/api/auditor'
import { pageLink } from '@cuadre/api/pages'
import { type First, query, useMe, useSearchParams, useTranslation } from '@cuadre/shell'
import { formatCount, useLocale } from '@cuadre/ui'
import { Tabs } from '@cuadre/ui/overlay'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { BinderCheck } from '../shared/binder/BinderCheck.tsx'
import { HomePage } from '../shared/HomePage.tsx'
import { ObservationDrawer } from '../shared/observation/ObservationDrawer.tsx'
import { idOf } from '../shared/urlFilters.ts'
import { AccessNote } from './AccessNote.tsx'
import { AnalysisList } from './AnalysisList.tsx'
import { ObservationList } from './ObservationList.tsx'
import { SampleList } from './SampleList.tsx'
import { SampleView } from './SampleView.tsx'

const VIEWS = ['analisis', 'observaciones', 'muestras'] as const
const HREF = {
  analisis: pageLink('/home'),
  observaciones: pageLink('/home', { vista: 'observaciones' }),
  muestras: pageLink('/home', { vista: 'muestras' }),
}

const COUNTS = query(metadataForAuditor, {})
export const first: First = () => [COUNTS]

/** /home of an auditor: what they may see and until when, the analyses in their scope, what they asked, and their samples. */
export default function AuditorHome() {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const me = useMe()
  const [params, setParams] = useSearchParams()
  const found = useQuery(query(getAuditor, { params: { id: me.id } }))
  const counts = useQuery(COUNTS)
  const view = VIEWS.find((name) => name === params.get('vista')) ?? 'analisis'
  const sample = view === 'muestras' ? idOf(params.get('muestra')) : undefined
  const observation = idOf(params.get('observacion'))
  const put = useCallback(
    (name: 'analisis' | 'observacion', id: number | undefined) => {
      const next = new URLSearchParams(params)
      id === undefined ? next.delete(name) : next.set(name, String(id))
      setParams(next)
    },
    [params, setParams],
  )
  const access = found.data
  const shown = { access, opened: idOf(params.get('analisis')), onOpen: (id: number | undefined) => put('analisis', id) }
  return (
    <HomePage title={t('audit.title')} found={found} actions={<BinderCheck />}>
      {access && (
        <>
          <AccessNote access={access} brief={shown.opened !== undefined || sample !== undefined} />
          <Tabs
            label={t('audit.views')}
            value={view}
            tabs={VIEWS.map((value) => ({
              value,
              label: t(`audit.view.${value}`),
              to: HREF[value],
              count: value === 'analisis' && counts.data ? formatCount(counts.data.total, locale) : undefined,
            }))}
          />
          {view === 'observaciones' ? (
            <ObservationList access={access} onOpen={(id) => put('observacion', id)} />
          ) : sample !== undefined ? (
            <SampleView key={sample} id={sample} {...shown} access={access} />
          ) : view === 'muestras' ? (
            <SampleList counts={counts.data} />
          ) : (
            <AnalysisList {...shown} access={access} counts={counts.data} />
          )}
          {observation !== undefined && (
            <ObservationDrawer key={observation} id={observation} onClose={() => put('observacion', undefined)} />
          )}
        </>
      )}
    </HomePage>
  )
}
