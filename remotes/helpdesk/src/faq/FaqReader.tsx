import { FAQ_CATEGORIES, listFaqs } from '@cuadre/api/faq'
import { pageLink } from '@cuadre/api/pages'
import { failureOf, Link, query, useSearchParams, useTranslation } from '@cuadre/shell'
import { buttonClass, EmptyState, ErrorState, Page, Section, TableSkeleton, useLocale } from '@cuadre/ui'
import { FilterBar, useTableState } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { LifeBuoy, Pencil } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { faq as faqPage } from '../area.ts'
import { answerOf, questionOf } from '../shared/questions.ts'
import { useMiss } from './useMiss.ts'
import { Vote } from './Vote.tsx'
import { byCategory } from './values.ts'

/** Questions by category, found by any word of question or answer. */
export function FaqReader({ writes }: { writes: boolean }) {
  const { t } = useTranslation('helpdesk')
  const locale = useLocale()
  const [params, setParams] = useSearchParams()
  const table = useTableState({ key: 'faq', params, setParams, filters: ['categoria'] })
  const search = table.state.search.trim()
  const [categoria] = (table.state.filters.categoria ?? []) as (typeof FAQ_CATEGORIES)[number][]
  const faqs = useQuery({
    ...query(listFaqs, {
      // Whoever writes sees here what the others see.
      query: { limit: 999, ...(search ? { search } : {}), ...(categoria ? { categoria } : {}), ...(writes ? { publicada: true } : {}) },
    }),
    placeholderData: keepPreviousData,
  })
  const failure = failureOf(faqs)
  const found = faqs.data?.data ?? []
  const groups = byCategory(found)
  useMiss(search, !categoria && faqs.isSuccess && !faqs.isPlaceholderData && faqs.data.total === 0)

  const pointed = Number(params.get('pregunta'))
  const opened = useRef<HTMLDetailsElement>(null)
  const ready = found.some(({ id }) => id === pointed)
  useEffect(() => {
    if (ready) opened.current?.scrollIntoView?.({ block: 'center' })
  }, [ready])
  return (
    <Page
      title={t('faq.title')}
      crumbs={[{ label: t('crumbs.helpdesk') }, { label: t('faq.title') }]}
      actions={
        writes && (
          <Link className={buttonClass('outline')} to={faqPage.link()}>
            <Pencil aria-hidden />
            {t('faq.keep')}
          </Link>
        )
      }
    >
      <FilterBar
        table={table}
        search={t('faq.search')}
        filters={[
          {
            name: 'categoria',
            label: t('faq.category'),
            single: true,
            options: FAQ_CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) })),
          },
        ]}
      />
      {failure && <ErrorState {...failure} />}
      {faqs.isPending && !failure && <TableSkeleton />}
      {faqs.data && groups.length === 0 && (
        <EmptyState
          title={search || categoria ? t('faq.nothingFound') : t('faq.empty')}
          actions={
            <Link className={buttonClass('solid')} to={pageLink('/ayuda/solicitudes', { crear: 1, desde: '/faq' })}>
              <LifeBuoy aria-hidden />
              {t('faq.ask')}
            </Link>
          }
        >
          {search || categoria ? t('faq.nothingFoundHint') : t('faq.emptyHint')}
        </EmptyState>
      )}
      {groups.map(({ category, items }) => (
        <Section key={category} title={t(`category.${category}`)} count={items.length}>
          {items.map((faq) => (
            <details
              key={faq.id}
              className="faq"
              ref={faq.id === pointed ? opened : undefined}
              open={faq.id === pointed || (search !== '' && found.length <= 3) || undefined}
            >
              <summary>
                <span className="grow">{questionOf(faq, locale)}</span>
              </summary>
              <p>{answerOf(faq, locale)}</p>
              <Vote faq={faq} />
            </details>
          ))}
        </Section>
      ))}
    </Page>
  )
}
