import type { dashboardItems } from '@cuadre/api/dashboard'
import type { SortKey } from '@cuadre/api/endpoint'
import { mayOpen, useMe, useTranslation } from '@cuadre/shell'
import { buttonClass, TextLink, useLocale } from '@cuadre/ui'
import { useTableState } from '@cuadre/ui/data'
import { Drawer } from '@cuadre/ui/overlay'
import { items } from '../../area.ts'
import { describeList } from './describe.ts'
import { ItemsTable, LIST_FILTERS, type ListFilter } from './ItemsTable.tsx'
import { useListAsked, written } from './listQuery.ts'

/** The list behind the figure that was opened, beside the page it belongs to; the address holds it. */
export function ItemsDrawer() {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const me = useMe()
  const { asked, close } = useListAsked()
  const key = asked && written(asked)
  return (
    <Drawer
      open={asked !== undefined}
      onClose={close}
      size="half"
      title={asked ? describeList(asked, t, locale) : ''}
      shows={key}
      footer={
        asked &&
        mayOpen(me, items) && (
          <TextLink href={items.link(asked)} className={buttonClass()}>
            {t('list.asPage')}
          </TextLink>
        )
      }
    >
      {asked && <OwnTable key={key} asked={asked} />}
    </Drawer>
  )
}

function OwnTable({ asked }: { asked: Record<string, string> }) {
  const table = useTableState<SortKey<typeof dashboardItems>, ListFilter>({ key: 'lista-cifras', limit: 50, filters: LIST_FILTERS })
  return <ItemsTable asked={asked} table={table} beside />
}
