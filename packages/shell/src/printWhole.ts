const SHOW_ALL = 'cuadre:mostrar-todo'

/** What is drawn only once it comes into sight is drawn now. @returns what ends it */
export const onShowAll = (listener: () => void) => {
  addEventListener(SHOW_ALL, listener)
  return () => removeEventListener(SHOW_ALL, listener)
}

/** Prints the page with what would load only when it comes into sight: waits for it, `ms` at most. */
export async function printWhole(ms = 8000) {
  const until = Date.now() + ms
  dispatchEvent(new Event(SHOW_ALL))
  do await new Promise((resolve) => setTimeout(resolve, 150))
  while (document.querySelector('main :is(.skeleton, .loader, .spinner, [aria-busy="true"])') && Date.now() < until)
  print()
}
