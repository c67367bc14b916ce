/** Removes the placeholder of index.ejs when the first page is shown; until then it stays behind the loader, as a frame that is drawn ahead, hidden. */
export function removePlaceholder(root: Element) {
  const placeholder = document.getElementById('preboot')
  const watch = new MutationObserver(() => {
    if (![...root.children].some((child) => !child.matches('.loader') && (child as HTMLElement).style.display !== 'none')) return
    watch.disconnect()
    placeholder?.remove()
  })
  watch.observe(root, { childList: true })
}
