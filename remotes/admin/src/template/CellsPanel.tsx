import type { TemplateSheet } from '@cuadre/api/template'
import { useTranslation } from '@cuadre/shell'
import { Button } from '@cuadre/ui'
import { CircleCheck, Square, TriangleAlert } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'

interface Props {
  cells: TemplateSheet['celdas']
  map: Readonly<Record<string, string>>
  /** Where the version before had them. */
  before: Readonly<Record<string, string>>
  choosing: string | undefined
  write: boolean
  onChoose: (field: string | undefined) => void
  /** An empty place leaves the field to the cell of its own name. */
  onPlace: (field: string, place: string) => void
}

/** The fields of the workbook: chosen here, placed by a click in the grid or by a name. */
export function CellsPanel({ cells, ...rest }: Props) {
  const { t } = useTranslation('admin')
  /** Another field in its cell. */
  const sharing = ({ campo, celda }: Cell) => cells.find((other) => celda && other.celda === celda && other.campo !== campo)?.campo
  const there = cells.filter(({ celda }) => celda !== null).length
  return (
    <section>
      <h2 className="template-head">
        {t('template.cells')} <small className="muted">{t('template.cellsOf', { there, all: cells.length })}</small>
      </h2>
      {([true, false] as const).map((filled) => (
        <div key={String(filled)}>
          <h3 className="template-sub">{t(filled ? 'template.filled' : 'template.written')}</h3>
          <ul>
            {cells
              .filter(({ seLlena }) => seLlena === filled)
              .map((cell) => (
                <CellLine key={cell.campo} cell={cell} sharedWith={sharing(cell)} {...rest} />
              ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

type Cell = Props['cells'][number]
function CellLine({
  cell,
  sharedWith,
  map,
  before,
  choosing,
  write,
  onChoose,
  onPlace,
}: Omit<Props, 'cells'> & { cell: Cell; sharedWith: string | undefined }) {
  const { t } = useTranslation('admin')
  const { campo, celda, bien, obligatoria, formula } = cell
  const open = choosing === campo
  const [typed, setTyped] = useState(map[campo] ?? '')
  const was = before[campo]
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onPlace(campo, typed.trim())
  }
  return (
    <li className="template-cell" data-open={open || undefined}>
      <button
        type="button"
        aria-pressed={open}
        disabled={!write}
        title={t('template.choose')}
        onClick={() => {
          setTyped(map[campo] ?? '')
          onChoose(open ? undefined : campo)
        }}
      >
        <span className={bien ? (celda ? 'template-good' : 'muted') : 'template-wrong'}>
          {bien ? (
            celda ? (
              <CircleCheck aria-label={t('template.good')} />
            ) : (
              <Square aria-label={t('template.optional')} />
            )
          ) : (
            <TriangleAlert aria-label={t(celda ? 'template.wrongCell' : 'template.lacks')} />
          )}
        </span>
        <code>{campo}</code>
        <bdi dir="ltr" className="muted">
          {celda ?? '—'}
        </bdi>
      </button>
      {(formula || sharedWith || (!bien && obligatoria && !celda) || (was && map[campo] && was !== map[campo])) && (
        <small className="muted">
          {sharedWith && `${t('template.sharedWith', { field: sharedWith })} `}
          {!bien && obligatoria && !celda && `${t('template.needed')} `}
          {was && map[campo] && was !== map[campo] && `${t('template.wasAt', { where: was })} `}
          {formula && t('template.formula', { formula: `=${formula.replace(/^=/, '')}` })}
        </small>
      )}
      {open && (
        <form onSubmit={submit}>
          <input
            className="input"
            aria-label={t('template.placeOf', { field: campo })}
            value={typed}
            maxLength={120}
            placeholder="Hoja1!C4"
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return
              event.stopPropagation()
              onChoose(undefined)
            }}
          />
          <Button type="submit" size="sm">
            {t('template.use')}
          </Button>
          <small className="muted">{t('template.chooseHint')}</small>
        </form>
      )}
    </li>
  )
}
