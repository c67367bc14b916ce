import type { Analysis } from '@cuadre/api/analysis'
import { useTranslation } from '@cuadre/shell'
import { formatCount, Section, TextLink, useLocale } from '@cuadre/ui'
import { type Column, DataTable } from '@cuadre/ui/data'
import { type ComponentProps, useMemo } from 'react'
import { review } from '../area.ts'
import { First } from './First.tsx'
import { QueueHead } from './QueueHead.tsx'

/** What is counted of each: its heading, and the box of the list that shows them. */
const KINDS = {
  porAprobar: { header: 'home.waiting', box: 'por_decidir', phone: 'title-end' },
  porPreparar: { header: 'home.toPrepare', box: 'por_preparar', phone: undefined },
  aprobados: { header: 'home.approvedColumn', box: 'aprobados', phone: undefined },
  rechazados: { header: 'home.rejectedColumn', box: 'rechazados', phone: undefined },
  vencidos: { header: 'home.lateColumn', box: 'atrasados', phone: 'sub-end' },
} as const
type Kind = keyof typeof KINDS

interface Props<K extends Kind, Row> {
  level: 'jefatura' | 'control'
  work: ComponentProps<typeof QueueHead>['counts'] & { primeros: readonly Analysis[] }
  period: ComponentProps<typeof QueueHead>['period']
  /** What is said where nothing waits. */
  empty: string
  title: string
  rows: readonly Row[]
  kinds: readonly K[]
  /** Whose row it is; `id` is also how the list is narrowed down to it. */
  who: { id: string; header: string; name: (row: Row) => string; key: (row: Row) => number }
}

/** What waits, the first of it, and how everybody gets on; each figure leads to the list that it counts. */
export function Queue<K extends Kind, Row extends Record<K | 'total', number>>(props: Props<K, Row>) {
  const { level, work, period, empty, title, rows, kinds, who } = props
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const columns = useMemo((): Column<Row>[] => {
    const counted = (kind: K): Column<Row> => {
      const { header, box, phone } = KINDS[kind]
      const to = (row: Row) => review.link({ periodo: period.COD_PERIODO, bandeja: box, [who.id]: who.key(row) })
      const cell = (row: Row) =>
        // Nothing to see, nothing to follow.
        row[kind] === 0 ? (
          <span className="faint">0</span>
        ) : (
          <TextLink href={to(row)} className="figure-link">
            {formatCount(row[kind], locale)}
          </TextLink>
        )
      return { id: kind, header: t(header), align: 'number', phone, cell }
    }
    const name = (row: Row) => <span title={who.name(row)}>{who.name(row)}</span>
    return [
      { id: who.id, header: t(who.header), phone: 'title', cut: true, width: '36%', cell: name },
      ...kinds.map(counted),
      { id: 'total', header: t('home.total'), align: 'number', phone: 'sub', cell: ({ total }) => total },
    ]
  }, [t, locale, period, kinds, who])
  return (
    <>
      <QueueHead period={period} counts={work} level={level} />
      <div className="home-columns">
        <First items={work.primeros} period={period.COD_PERIODO} empty={empty} />
        <Section title={title} count={rows.length}>
          <DataTable label={title} columns={columns} rows={rows} rowKey={(row) => String(who.key(row))} />
        </Section>
      </div>
    </>
  )
}
