import type { dashboardItems } from '@cuadre/api/dashboard'
import type { SortKey } from '@cuadre/api/endpoint'
import { useSearchParams, useTranslation } from '@cuadre/shell'
import { Page, useLocale } from '@cuadre/ui'
import { useTableState } from '@cuadre/ui/data'
import { useMemo } from 'react'
import { describeList } from '../shared/items/describe.ts'
import { ItemsTable, LIST_FILTERS, type ListFilter, useStatuses } from '../shared/items/ItemsTable.tsx'
import { PastButton } from '../shared/past/PastButton.tsx'
import { PastStrip } from '../shared/past/PastStrip.tsx'

/** What the table writes into the address; everything else is the query of the list. */
const OWN = ['pagina', 'filas', 'orden', 'buscar', ...LIST_FILTERS] as readonly string[]

/** /estadisticas/analisis: the list behind a figure as a page of its own. */
export default function ItemsPage() {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const [params, setParams] = useSearchParams()
  const table = useTableState<SortKey<typeof dashboardItems>, ListFilter>({
    key: 'lista-cifras',
    params: useMemo(() => apart(params), [params]),
    setParams,
    limit: 50,
    filters: LIST_FILTERS,
  })
  const text = params.toString()
  const asked = useMemo(() => Object.fromEntries([...new URLSearchParams(text)].filter(([name]) => !OWN.includes(name))), [text])
  const statuses = useStatuses()
  const movimiento = table.state.filters.movimiento?.join(',')
  return (
    <Page
      fill
      ready={!statuses.isLoading}
      title={describeList({ ...asked, ...(movimiento && { movimiento }) }, t, locale)}
      crumbs={[{ label: t('charts.statistics') }, { label: t('list.title') }]}
      actions={<PastButton />}
    >
      <PastStrip />
      <ItemsTable asked={asked} table={table} />
    </Page>
  )
}

/** Kinds of movement as a figure names them, in one value, and as the filter has them, in one each. */
function apart(params: URLSearchParams) {
  const next = new URLSearchParams(params)
  next.delete('movimiento')
  for (const kind of params.getAll('movimiento').flatMap((value) => value.split(','))) next.append('movimiento', kind)
  return next
}
