import { useTranslation } from '@cuadre/shell'
import { Avatar } from '@cuadre/ui'
import type { ReactNode } from 'react'
import { categoryOf } from '../shared/words.ts'
import { TimeLeft } from './StateMark.tsx'
import type { Present } from './useLine.ts'
import type { queueOf, Row } from './words.ts'

interface Props {
  bands: ReturnType<typeof queueOf<Row>>
  selected: number | undefined
  onSelect: (id: number) => void
  people: ReadonlyMap<number, readonly Present[]>
}
/** Tickets by when they are due. The order of bands and rows says it; colour only repeats it. */
export const QueueList = ({ bands, selected, onSelect, people }: Props) => {
  const { t } = useTranslation('helpdesk')
  return (
    <div className="desk-rows">
      {bands.map(({ band, rows }) => (
        <section key={band} aria-label={t(`band.${band}`)}>
          <h2 className="desk-band small">
            {t(`band.${band}`)} <span className="muted num">{rows.length}</span>
          </h2>
          <ul>
            {rows.map((row) => (
              <li key={row.id}>
                <RowButton
                  row={row}
                  current={row.id === selected}
                  onSelect={onSelect}
                  end={<TimeLeft sla={row.sla} />}
                  detail={[row.autor.nombre, t(`category.${categoryOf(row.categoriaId)}`), row.negocio, row.id]}
                  others={people.get(row.id)}
                  fresh={row.porResponder}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

interface RowProps {
  row: Row
  current: boolean
  onSelect: (id: number) => void
  end: ReactNode
  detail: readonly (string | number | null)[]
  others?: readonly Present[] | undefined
  /** The last word is not the reader's. */
  fresh: boolean
}
export function RowButton({ row, current, onSelect, end, detail, others = [], fresh }: RowProps) {
  const { t } = useTranslation('helpdesk')
  const facts = detail.filter((part) => part !== null && part !== '').join(' · ')
  return (
    <button type="button" className="desk-row" aria-current={current || undefined} onClick={() => onSelect(row.id)}>
      <span className="desk-row-line">
        {fresh && <span className="desk-dot" role="img" aria-label={t('queue.fresh')} />}
        <span className="medium two-lines grow" title={row.asunto}>
          {row.asunto}
        </span>
        {end}
      </span>
      <span className="desk-row-line small muted">
        <span className="ellipsis grow" title={facts}>
          {facts}
        </span>
        {others.map(({ id, nombre }) => (
          <span key={id} role="img" aria-label={t('reply.alsoLooks', { name: nombre })} title={t('reply.alsoLooks', { name: nombre })}>
            <Avatar name={nombre} small />
          </span>
        ))}
      </span>
    </button>
  )
}
