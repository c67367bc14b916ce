import { listFaqs, orderFaqs } from '@cuadre/api/faq'
import { call, failureOf, Link, query, useSearchParams, useTranslation } from '@cuadre/shell'
import { Button, buttonClass, EmptyState, ErrorState, formatCount, Kbd, notify, Page, TableSkeleton, useKeys, useLocale } from '@cuadre/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Eye, Plus } from 'lucide-react'
import { faq as faqPage } from '../area.ts'
import { useLeaving } from '../shared/useLeaving.tsx'
import { useSentence } from '../shared/useSentence.ts'
import { useWide } from '../shared/useWide.ts'
import { FaqAside } from './FaqAside.tsx'
import { FaqEditor } from './FaqEditor.tsx'
import { FaqRows } from './FaqRows.tsx'
import { byCategory, moved } from './values.ts'

/** The questions as they are kept: their list in order, the chosen one in both languages, and how it fares. `?editar=` or `?nueva=` chooses. */
export function FaqUpkeep() {
  const { t } = useTranslation('helpdesk')
  const locale = useLocale()
  const client = useQueryClient()
  const sentence = useSentence()
  const wide = useWide()
  const { leave, question } = useLeaving()
  const [params, setParams] = useSearchParams()
  const faqs = useQuery(query(listFaqs, { query: { limit: 999 } }))
  const failure = failureOf(faqs)
  const all = faqs.data?.data ?? []
  const isNew = params.has('nueva')
  const asked = Number(params.get('editar') ?? params.get('pregunta')) || undefined
  const opened = isNew || asked !== undefined
  // Beside the list something is always open; alone on a small screen the list comes first.
  const first = byCategory(all)[0]?.items[0]
  const chosen = isNew ? undefined : asked !== undefined ? all.find(({ id }) => id === asked) : wide ? first : undefined
  const show = (change: Record<string, string | undefined>) => {
    const next = new URLSearchParams(params)
    for (const name of ['editar', 'pregunta', 'nueva', 'ticket']) next.delete(name)
    for (const [name, value] of Object.entries(change)) if (value !== undefined) next.set(name, value)
    // From one to the next nothing is added that Back would have to go through.
    setParams(next, { replace: opened || wide })
  }
  const write = (words = '1') => leave(() => show({ nueva: words }))
  const choose = (id: number) => id !== chosen?.id && leave(() => show({ editar: String(id) }))
  useKeys({ n: () => write() })
  const move = async (id: number, to: number) => {
    const body = moved(all, id, to)
    if (!body) return
    await call(orderFaqs, { body }).catch((error) => void notify.danger(sentence(error)))
    await client.invalidateQueries({ queryKey: ['faq'] })
  }
  const count = (published: boolean) => {
    const n = all.filter(({ publicada }) => publicada === published).length
    return { count: n, n: formatCount(n, locale) }
  }
  return (
    <Page
      fill
      title={t('faq.title')}
      crumbs={[{ label: t('crumbs.helpdesk') }, { label: t('faq.title') }]}
      note={faqs.data ? `${t('faq.publishedCount', count(true))}, ${t('faq.draftCount', count(false))}` : '\u00a0'}
      actions={
        <>
          <Link className={buttonClass('outline')} to={faqPage.link({ ver: 'lectura' })}>
            <Eye aria-hidden />
            {t('faq.asRead')}
          </Link>
          <Button icon={<Plus aria-hidden />} onClick={() => write()}>
            {t('faq.create')}
            <Kbd>N</Kbd>
          </Button>
        </>
      }
    >
      {failure && <ErrorState {...failure} />}
      {faqs.isPending && !failure && <TableSkeleton />}
      {faqs.data && (
        <div className="faq-desk" data-open={opened || undefined}>
          <FaqRows faqs={all} chosen={chosen?.id} onChoose={choose} onMove={(id, to) => void move(id, to)} />
          <div className="faq-work">
            {isNew || chosen ? (
              <FaqEditor
                key={chosen?.id ?? `nueva ${params.get('nueva')} ${params.get('ticket')}`}
                faq={chosen}
                words={params.get('nueva') === '1' ? undefined : (params.get('nueva') ?? undefined)}
                ticketId={Number(params.get('ticket')) || undefined}
                onMove={(by) =>
                  chosen && void move(chosen.id, all.filter(({ categoria }) => categoria === chosen.categoria).indexOf(chosen) + by)
                }
                onBack={() => leave(() => show({}))}
                onShow={(id) => show(id === undefined ? {} : { editar: String(id) })}
              />
            ) : (
              <div className="faq-none">
                <EmptyState title={t(asked === undefined ? 'faq.empty' : 'faq.gone')}>{t('faq.chooseHint')}</EmptyState>
              </div>
            )}
            <FaqAside faq={chosen} faqs={all} onWrite={write} />
          </div>
        </div>
      )}
      {question}
    </Page>
  )
}
