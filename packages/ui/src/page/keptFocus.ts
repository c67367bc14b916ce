/** Milliseconds that whoever took it away has to place the focus; then it goes to what is nearest. */
const PATIENCE = 100
const CONTROLS = 'a[href], button, input, select, textarea, [tabindex]'

/** What had the focus on the page, or in one of the dialogs over it, and all that stands around it, from the inside out. */
type Layer = { of: Element | null; path: readonly Element[] }

/**
 * Where the element that has the focus is taken away (a row that was decided, the bar of a selection, what opened a drawer), the browser leaves the
 * keyboard nowhere. Here the nearest that still stands takes it: the table around it, where one is in a list, a control beside it, or, when a whole dialog went, what had
 * the focus before it opened. A click into the void, and code that places the focus itself, are left alone.
 * @returns what ends it
 */
export function keepFocus(): () => void {
  let layers: Layer[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return
    const of = target.closest('[role$="dialog"], [role="region"]')
    const known = layers.findIndex((layer) => layer.of === of)
    layers = [...(known < 0 ? layers : layers.slice(0, known)), { of, path: pathOf(target) }]
  }
  const isLost = () => {
    const last = layers.at(-1)?.path[0]
    return last !== undefined && document.activeElement === document.body && isGone(last)
  }
  const settle = () => {
    if (!isLost()) return
    // Where nothing is left of all that, the page: a link may have led straight into a dialog.
    const places = [...layers.toReversed().flatMap(({ path }) => path), ...document.querySelectorAll('main')]
    places.some((around) => !isGone(around) && land(around))
  }
  const look = () => {
    if (!isLost()) return
    clearTimeout(timer)
    timer = setTimeout(settle, PATIENCE)
  }

  const observer = new MutationObserver(look)
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['hidden'] })
  document.addEventListener('focusin', remember)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    document.removeEventListener('focusin', remember)
  }
}

const isGone = (element: Element) => !element.isConnected || element.closest('[hidden]') !== null

/** Without the body: that is where nothing has the focus. */
function pathOf(element: Element) {
  const path: Element[] = []
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) path.push(at)
  return path
}

/** On the element itself; of what is in it first on a table, or where in a list one is. @returns whether one took the focus: what is not shown does not */
function land(around: Element) {
  const inside = [...around.querySelectorAll('[role="grid"][tabindex], [aria-current="true"]'), ...around.querySelectorAll(CONTROLS)]
  for (const place of around.matches(CONTROLS) ? [around] : inside) {
    if (isGone(place)) continue
    ;(place as HTMLElement).focus()
    if (document.activeElement === place) return true
  }
  return false
}
