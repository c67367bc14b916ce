import { listAnalysisStatuses } from '@cuadre/api/analysis-status'
import { type First, failureOf, Link, query, useCan, useSearchParams, useTranslation } from '@cuadre/shell'
import { Button, buttonClass, ErrorState, Page, Skeleton } from '@cuadre/ui'
import { Tabs } from '@cuadre/ui/overlay'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { analysisStatusCreate, analysisStatuses } from '../area.ts'
import { Board } from './Board.tsx'
import { Reasons } from './Reasons.tsx'

const STATUSES = query(listAnalysisStatuses, { query: { limit: 1000 } })
export const first: First = () => [STATUSES]

/** The states of an analysis in the order of its story, and the reasons of a rejection. */
export default function StatusesPage() {
  const { t } = useTranslation('parameters')
  const [params, setParams] = useSearchParams()
  const write = useCan()('parameters.status.write')
  const part = params.get('parte') === 'motivos' ? 'motivos' : 'estados'
  const found = useQuery(STATUSES)
  const failure = failureOf(found)
  const open = (motivo: string | null) => {
    const next = new URLSearchParams(params)
    if (motivo === null) next.delete('motivo')
    else next.set('motivo', motivo)
    setParams(next)
  }
  return (
    <Page
      title={t('status.title')}
      crumbs={[{ label: t('crumbs.parameters') }, { label: t('status.title') }]}
      note={t(`status.note.${part}`)}
      actions={
        write &&
        (part === 'estados' ? (
          <Link className={buttonClass('solid')} to={analysisStatusCreate.link()}>
            <Plus aria-hidden />
            {t('status.create')}
          </Link>
        ) : (
          <Button variant="solid" icon={<Plus aria-hidden />} onClick={() => open('crear')}>
            {t('reason.create')}
          </Button>
        ))
      }
    >
      <Tabs
        label={t('status.title')}
        value={part}
        tabs={[
          { value: 'estados', label: t('status.tab'), to: analysisStatuses.link() },
          { value: 'motivos', label: t('reason.tab'), to: analysisStatuses.link({ parte: 'motivos' }) },
        ]}
      />
      {part === 'motivos' && <Reasons write={write} opened={params.get('motivo')} onOpen={open} />}
      {part === 'estados' && failure && <ErrorState {...failure} />}
      {part === 'estados' && !found.data && !failure && <Skeleton height={260} />}
      {part === 'estados' && found.data && <Board statuses={found.data.data} write={write} />}
    </Page>
  )
}
