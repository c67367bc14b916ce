import type { AnalysisMetadata } from '@cuadre/api/analysis'
import type { SortKey } from '@cuadre/api/endpoint'
import { listSamples, type Sample } from '@cuadre/api/sample'
import { pageOf, query, useSearchParams, useTranslation } from '@cuadre/shell'
import { Button, DateText, EmptyState, formatCount, useLocale } from '@cuadre/ui'
import { type Column, PagedTable, useTableState } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Dices } from 'lucide-react'
import { useMemo, useState } from 'react'
import { DrawDrawer } from './DrawDrawer.tsx'

/** By what the server orders them. */
type Key = SortKey<typeof listSamples>

const keyOf = ({ ID }: Sample) => String(ID)

/** Own samples, newest first, each with how far one has come. */
export function SampleList({ counts }: { counts: AnalysisMetadata | undefined }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const [params, setParams] = useSearchParams()
  const [drawing, setDrawing] = useState(false)
  const table = useTableState<Key>({ key: 'muestras', params, setParams, limit: 50 })
  const { page, limit, sort, search } = table.state
  const found = useQuery({
    ...query(listSamples, { query: { page, limit, sort, search: search || undefined } }),
    placeholderData: keepPreviousData,
  })
  const columns = useMemo<Column<Sample, Key>[]>(
    () => [
      {
        id: 'NOMBRE',
        header: t('audit.sampleName'),
        sortable: true,
        hideable: false,
        cut: true,
        phone: 'title',
        cell: (row) => <span className="medium">{row.NOMBRE}</span>,
      },
      {
        id: 'PERIODO',
        header: t('account.period'),
        cell: (row) => (row.PERIODO ? <DateText value={row.PERIODO} as="month" /> : t('review.all')),
      },
      { id: 'NEGOCIO', header: t('account.business'), cell: (row) => row.NEGOCIO ?? row.PAIS ?? t('review.all') },
      {
        id: 'N',
        header: t('audit.rows'),
        sortable: true,
        align: 'number',
        phone: 'title-end',
        cell: (row) => (
          <bdi>{t('audit.ofPopulation', { n: formatCount(row.SELECCIONADOS, locale), of: formatCount(row.POBLACION, locale) })}</bdi>
        ),
      },
      { id: 'VISTOS', header: t('audit.opened'), align: 'number', phone: 'sub-end', cell: (row) => formatCount(row.VISTOS, locale) },
      {
        id: 'EXTRAIDA_EN',
        header: t('audit.drawnOn'),
        sortable: true,
        align: 'end',
        phone: 'sub',
        cell: (row) => <DateText value={row.EXTRAIDA_EN} as="datetime" />,
      },
    ],
    [t, locale],
  )
  const open = (id: number) => setParams({ vista: 'muestras', muestra: String(id) })
  const draw = (
    <Button variant="solid" icon={<Dices aria-hidden />} onClick={() => setDrawing(true)}>
      {t('audit.draw')}
    </Button>
  )
  return (
    <>
      <PagedTable
        table={table}
        search={t('audit.sampleName')}
        columns={columns}
        end={draw}
        label={t('audit.view.muestras')}
        none={t('none.sample')}
        {...pageOf(found)}
        rowKey={keyOf}
        empty={
          <EmptyState icon={<Dices aria-hidden />} title={t('audit.noSamples')}>
            {t('audit.noSamplesHint')}
          </EmptyState>
        }
        onOpen={(row) => open(row.ID)}
      />
      {/* Not before the months are known: the sample would be of all of them. */}
      {drawing && counts && <DrawDrawer counts={counts} onClose={() => setDrawing(false)} onDrawn={({ ID }) => open(ID)} />}
    </>
  )
}
