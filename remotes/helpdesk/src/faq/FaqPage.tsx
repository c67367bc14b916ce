import { FAQ_CATEGORIES, type Faq, listFaqs } from '@cuadre/api/faq'
import { failureOf, query, useCan, useSearchParams, useTranslation } from '@cuadre/shell'
import { Button, EmptyState, ErrorState, Page, Section, TableSkeleton, useLocale } from '@cuadre/ui'
import { FilterBar, useTableState } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { FaqDrawer } from './FaqDrawer.tsx'

/** Questions by category, found by any word of question or answer; those who keep them write here too. */
export default function FaqPage() {
  const { t } = useTranslation('helpdesk')
  const locale = useLocale()
  const write = useCan()('helpdesk.faq.write')
  const [params, setParams] = useSearchParams()
  const table = useTableState({ key: 'faq', params, setParams, filters: ['categoria'] })
  const [editing, setEditing] = useState<Faq | 'new'>()
  const search = table.state.search.trim()
  const [categoria] = (table.state.filters.categoria ?? []) as (typeof FAQ_CATEGORIES)[number][]
  const faqs = useQuery({
    ...query(listFaqs, { query: { limit: 999, ...(search ? { search } : {}), ...(categoria ? { categoria } : {}) } }),
    placeholderData: keepPreviousData,
  })
  const failure = failureOf(faqs)
  const found = faqs.data?.data ?? []
  const groups = FAQ_CATEGORIES.map((category) => ({ category, items: found.filter((faq) => faq.categoria === category) })).filter(
    ({ items }) => items.length > 0,
  )
  const create = write && (
    <Button variant="solid" icon={<Plus aria-hidden />} onClick={() => setEditing('new')}>
      {t('faq.create')}
    </Button>
  )
  return (
    <Page title={t('faq.title')} crumbs={[{ label: t('crumbs.helpdesk') }, { label: t('faq.title') }]} actions={create}>
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
        <EmptyState title={search || categoria ? t('faq.nothingFound') : t('faq.empty')} actions={create}>
          {search || categoria ? t('faq.nothingFoundHint') : t('faq.emptyHint')}
        </EmptyState>
      )}
      {groups.map(({ category, items }) => (
        <Section key={category} title={t(`category.${category}`)} count={items.length}>
          {items.map((faq) => (
            <details key={faq.id} className="faq" open={search !== '' && found.length <= 3}>
              <summary>
                {locale === 'en' ? faq.preguntaEn : faq.preguntaEs}
                {!faq.publicada && <span className="count">{t('faq.draft')}</span>}
              </summary>
              <p>{locale === 'en' ? faq.respuestaEn : faq.respuestaEs}</p>
              {write && (
                <button type="button" className="link small" onClick={() => setEditing(faq)}>
                  {t('actions.edit')}
                </button>
              )}
            </details>
          ))}
        </Section>
      ))}
      {editing && <FaqDrawer faq={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />}
    </Page>
  )
}
