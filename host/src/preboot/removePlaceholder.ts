/** Removes the placeholder of index.ejs when the first page is rendered; until then it stays behind the loader. */
export function removePlaceholder(root: Element) {
  const placeholder = document.getElementById('preboot')
  const watch = new MutationObserver(() => {
    if (!root.querySelector(':scope > :not(.loader)')) return
    watch.disconnect()
    placeholder?.remove()
  })
  watch.observe(root, { childList: true })
}
