import { Failure, useSearchParams, useTranslation } from '@cuadre/shell'
import { EmptyState, ErrorState, Page, TableSkeleton, TextLink } from '@cuadre/ui'
import { useQuery } from '@tanstack/react-query'
import { FileQuestionMark } from 'lucide-react'
import type { ReactNode } from 'react'
import { accounts, load as loadPage } from '../area.ts'
import { HeadingFocus } from '../shared/HeadingFocus.tsx'
import { ColumnsStep } from './ColumnsStep.tsx'
import { FileStep } from './FileStep.tsx'
import { loadQuery } from './loads.ts'
import { ResultStep } from './ResultStep.tsx'
import { ReviewStep } from './ReviewStep.tsx'
import { Steps } from './Steps.tsx'
import { type Step, stepOf } from './step.ts'

/** The load wizard. The load stands in the address and its state on the server: whoever comes back goes on where it was. */
export default function LoadPage() {
  const { t } = useTranslation('accounts-analysis')
  const [params] = useSearchParams()
  const id = Number(params.get('carga')) || 0
  const { data: load, error, refetch } = useQuery({ ...loadQuery(id), enabled: id > 0 })
  const step = id > 0 && load ? stepOf(load, params.get('paso')) : 'archivo'
  const waiting = id > 0 && !load
  const said = load?.ESTADO === 'deshecha' ? load.ESTADO : step

  const show = (content: ReactNode, at: Step | typeof said = said) => (
    <Page
      title={waiting ? t('balance.title') : t(`balance.heading.${at}`)}
      crumbs={[{ label: t('crumbs.accounts') }, { label: t('account.title'), to: accounts.link() }, { label: t('balance.title') }]}
      actions={waiting && !error ? undefined : <Steps step={at === 'deshecha' ? 'resultado' : at} failed={waiting} />}
    >
      <HeadingFocus step={said} />
      {content}
    </Page>
  )
  if (waiting && error instanceof Failure && error.status === 404)
    return show(
      <EmptyState
        icon={<FileQuestionMark aria-hidden />}
        title={t('balance.unknown')}
        actions={
          <TextLink className="btn" href={loadPage.link()}>
            {t('balance.seeLoads')}
          </TextLink>
        }
      >
        {t('balance.unknownHint')}
      </EmptyState>,
    )
  if (waiting) return show(error ? <ErrorState onRetry={() => void refetch()} /> : <TableSkeleton />)
  if (!load || step === 'archivo') return show(<FileStep discarded={load} />, 'archivo')
  if (step === 'columnas') return show(<ColumnsStep key={load.COD_CARGA} load={load} />)
  if (step === 'revision') return show(<ReviewStep key={load.COD_CARGA} load={load} />)
  return show(<ResultStep load={load} />)
}
