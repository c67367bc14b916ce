/** How long the code that removed the focused element has to move the focus itself before it is moved here. */
const TIMEOUT_MS = 100
const CONTROLS = 'a[href], button, input, select, textarea, [tabindex]'

/** The last focused element of the page or of one dialog over it, followed by its ancestors, innermost first. */
type Layer = { dialog: Element | null; path: readonly Element[] }

/**
 * When the focused element is removed (a row that was decided, the bar of a selection, the button that opened a drawer), the browser moves the
 * focus to the body and the keyboard loses its position. This moves it to the nearest control that is left: the table around it, a control beside it or,
 * when a whole dialog was removed, what had the focus before it opened. A click on an empty spot, and code that moves the focus itself, are left alone.
 * @returns the function that stops it
 */
export function restoreLostFocus(): () => void {
  let layers: Layer[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return
    const dialog = target.closest('[role$="dialog"], [role="region"]')
    const known = layers.findIndex((layer) => layer.dialog === dialog)
    layers = [...(known < 0 ? layers : layers.slice(0, known)), { dialog, path: pathOf(target) }]
  }
  const isLost = () => {
    const last = layers.at(-1)?.path[0]
    return last !== undefined && document.activeElement === document.body && isGone(last)
  }
  const settle = () => {
    if (!isLost()) return
    // A link may have opened the page with a dialog on it: then only the page itself is left.
    const candidates = [...layers.toReversed().flatMap(({ path }) => path), ...document.querySelectorAll('main')]
    candidates.some((around) => !isGone(around) && focusInside(around))
  }
  const onMutation = () => {
    if (!isLost()) return
    clearTimeout(timer)
    timer = setTimeout(settle, TIMEOUT_MS)
  }

  const observer = new MutationObserver(onMutation)
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['hidden'] })
  document.addEventListener('focusin', remember)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    document.removeEventListener('focusin', remember)
  }
}

const isGone = (element: Element) => !element.isConnected || element.closest('[hidden]') !== null

/** Without the body, which is what is active when nothing has the focus. */
function pathOf(element: Element) {
  const path: Element[] = []
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) path.push(at)
  return path
}

/**
 * Focuses the element itself, else a table or the current entry of a list in it, else the heading of the page, whose first control is a link to another
 * page, else its first control. @returns whether one accepted the focus: a hidden one does not */
function focusInside(around: Element) {
  const nearest = '[role="grid"][tabindex], [aria-current="true"]'
  const inside = [nearest, 'h1[tabindex]', CONTROLS].flatMap((which) => [...around.querySelectorAll(which)])
  for (const candidate of around.matches(CONTROLS) ? [around] : inside) {
    if (isGone(candidate)) continue
    ;(candidate as HTMLElement).focus()
    if (document.activeElement === candidate) return true
  }
  return false
}
