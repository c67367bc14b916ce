import { MARKS } from '@cuadre/api/movement'
import { useSearchParams, useTranslation } from '@cuadre/shell'
import { buttonClass, Page, TextLink, useLocale } from '@cuadre/ui'
import { useTableState } from '@cuadre/ui/data'
import { useMemo } from 'react'
import { items } from '../area.ts'
import { describeList } from '../shared/items/describe.ts'
import { ItemsTable, LIST_FILTERS } from '../shared/items/ItemsTable.tsx'
import { PastButton } from '../shared/past/PastButton.tsx'
import { PastStrip } from '../shared/past/PastStrip.tsx'

/** What the table writes into the address; everything else is the query of the list. */
const OWN = ['pagina', 'filas', 'orden', 'buscar', ...LIST_FILTERS]

/** /estadisticas/analisis: the list behind a figure as a page of its own. */
export default function ItemsPage() {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const [params, setParams] = useSearchParams()
  const table = useTableState({ key: 'lista-cifras', params, setParams, limit: 50, filters: LIST_FILTERS })
  const text = params.toString()
  const asked = useMemo(() => Object.fromEntries([...new URLSearchParams(text)].filter(([name]) => !OWN.includes(name))), [text])
  const { movimiento, ...others } = asked
  return (
    <Page
      fill
      title={describeList(asked, t, locale)}
      crumbs={[{ label: t('charts.statistics') }, { label: t('list.title') }]}
      actions={
        <>
          <TextLink href={items.link(movimiento ? others : { ...others, movimiento: MARKS.join(',') })} className={buttonClass()}>
            {t(movimiento ? 'list.anyMovement' : 'list.unusual')}
          </TextLink>
          <PastButton />
        </>
      }
    >
      <PastStrip />
      <ItemsTable asked={asked} table={table} />
    </Page>
  )
}
