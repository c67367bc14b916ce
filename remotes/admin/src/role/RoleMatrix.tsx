import type { Permission } from '@cuadre/api/permissions'
import { useTranslation } from '@cuadre/shell'
import { withoutAccents } from '@cuadre/ui'
import { Fragment, type KeyboardEvent, useRef } from 'react'
import { AREAS, keysOfArea, keysOfThing, type Thing } from './matrix.ts'

interface Props {
  now: ReadonlySet<string>
  saved: ReadonlySet<string>
  /** Keys of the role that is compared. */
  other: ReadonlySet<string> | undefined
  text: string
  only: 'different' | 'changed' | undefined
  write: boolean
  /** An auditor only reads. */
  auditor: boolean
  /** Nobody gives what they do not have. */
  mayGive: (key: string) => boolean
  selected: string | undefined
  onSelect: (key: string) => void
  onSet: (keys: readonly string[], on: boolean) => void
}

/** Things × actions. Arrows move, G goes to the next group, the space bar ticks, the key under the cursor fills the panel; a heading ticks its whole row or column. */
export function RoleMatrix(props: Props) {
  const { now, saved, other, text, only, write, onSet } = props
  const { t } = useTranslation('admin')
  const table = useRef<HTMLTableElement>(null)
  const wanted = withoutAccents(text.trim())
  const found = (thing: Thing) =>
    keysOfThing(thing).some((key) => {
      if (only === 'different' && other && now.has(key) === other.has(key)) return false
      if (only === 'changed' && now.has(key) === saved.has(key)) return false
      return !wanted || withoutAccents(`${t(`access.thing.${thing.id}`)} ${t(`permission.${key}.name`)} ${key}`).includes(wanted)
    })
  const shown = AREAS.map((area) => ({ ...area, things: area.things.filter(found) })).filter(({ things }) => things.length > 0)
  const givable = (keys: readonly string[]) => keys.filter((key) => isFree(props, key) || now.has(key))
  const toggleAll = (keys: readonly string[]) => {
    const free = givable(keys)
    onSet(free, !free.every((key) => now.has(key)))
  }
  const column = (action: 'read' | 'write') => shown.flatMap(({ things }) => things.flatMap((thing) => thing[action] ?? []))
  /** To the next group, and from the last one to the first. */
  const jump = (from: EventTarget) => {
    const groups = [...(table.current?.querySelectorAll('tbody tr.group') ?? [])]
    const next = groups.find((group) => from instanceof Node && group.compareDocumentPosition(from) & Node.DOCUMENT_POSITION_PRECEDING)
    ;(next ?? groups[0])?.nextElementSibling?.querySelector('input')?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    if (event.key.toLowerCase() === 'g' && !event.ctrlKey && !event.metaKey && !event.altKey) return jump(event.target)
    const step = { ArrowRight: [0, rtl ? -1 : 1], ArrowLeft: [0, rtl ? 1 : -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] }[event.key]
    if (!step || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    const rows = [...(table.current?.querySelectorAll('tbody tr') ?? [])]
      .map((row) => [...row.querySelectorAll<HTMLInputElement>('input')])
      .filter((boxes) => boxes.length > 0)
    const [at] = rows.flatMap((boxes, row) =>
      boxes.includes(event.target as HTMLInputElement) ? [[row, boxes.indexOf(event.target as HTMLInputElement)] as const] : [],
    )
    if (!at) return
    const next = rows[at[0] + step[0]!]
    const box = step[0] === 0 ? rows[at[0]]?.[at[1] + step[1]!] : next?.[Math.min(at[1], next.length - 1)]
    box?.focus()
  }
  return (
    <div className="matrix-scroll">
      <table ref={table} className="role-matrix" aria-label={t('access.matrix')} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            <th scope="col">{t('access.about')}</th>
            {(['read', 'write'] as const).map((action) => (
              <th key={action} scope="col" className="center">
                {write ? (
                  <button type="button" title={t('access.tickColumn')} onClick={() => toggleAll(column(action))}>
                    {t(`access.action.${action}`)}
                  </button>
                ) : (
                  t(`access.action.${action}`)
                )}
              </th>
            ))}
            <th scope="col">{t('access.action.others')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((area) => {
            const keys = keysOfArea(area)
            return (
              <Fragment key={area.id}>
                <tr className="group">
                  <th colSpan={4} scope="colgroup">
                    {t(`access.area.${area.id}`)}{' '}
                    <span className="num">{t('access.of', { n: keys.filter((key) => now.has(key)).length, total: keys.length })}</span>
                  </th>
                </tr>
                {area.things.map((thing) => (
                  <tr key={thing.id}>
                    <th scope="row">
                      {write ? (
                        <button type="button" title={t('access.tickRow')} onClick={() => toggleAll(keysOfThing(thing))}>
                          {t(`access.thing.${thing.id}`)}
                        </button>
                      ) : (
                        t(`access.thing.${thing.id}`)
                      )}
                    </th>
                    {([thing.read, thing.write] as const).map((key, i) => (
                      <td key={i === 0 ? 'read' : 'write'} className="center">
                        {key ? <Tick {...props} of={key} /> : <span className="faint">—</span>}
                      </td>
                    ))}
                    <td>
                      {thing.others.map((key) => (
                        <Tick key={key} {...props} of={key} word={t(`permission.${key}.short`)} />
                      ))}
                    </td>
                  </tr>
                ))}
              </Fragment>
            )
          })}
          {shown.length === 0 && (
            <tr>
              <td colSpan={4} className="muted">
                {t('access.noKey')}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

const isFree = ({ write, auditor, mayGive }: Props, key: string) => write && mayGive(key) && (!auditor || key.endsWith('.read'))

/** One key: the tick is what will be, the sign before it the change, the small ring that the compared role differs. */
function Tick({ of: key, word, ...props }: Props & { of: Permission; word?: string }) {
  const { t } = useTranslation('admin')
  const { now, saved, other, selected, onSelect, onSet } = props
  const on = now.has(key)
  const sign = on === saved.has(key) ? undefined : on ? 'add' : 'del'
  const differs = other !== undefined && on !== other.has(key)
  const free = isFree(props, key) || saved.has(key)
  const name = t(`permission.${key}.name`)
  return (
    <label
      className="tick"
      data-change={sign}
      data-current={selected === key || undefined}
      title={free ? name : t('access.notYours', { key: name })}
    >
      {sign && <b aria-hidden>{sign === 'add' ? '+' : '−'}</b>}
      <input
        type="checkbox"
        className="checkbox"
        data-key={key}
        aria-label={[name, sign && t(`access.sign.${sign}`), differs && t('access.differs')].filter(Boolean).join(', ')}
        checked={on}
        aria-disabled={!props.write || !free}
        // Not at a press: the panel that opens would move the tick away from under the pointer before it is let go.
        onFocus={(event) => {
          if (event.target.matches(':focus-visible')) onSelect(key)
        }}
        onClick={() => onSelect(key)}
        onChange={(event) => {
          if (props.write && free) onSet([key], event.target.checked)
        }}
      />
      {word}
      {differs && <i className="differs" aria-hidden />}
    </label>
  )
}
