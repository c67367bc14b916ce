/** What index.ejs shows goes when the first page stands in `root`; while that is being fetched it stays behind the loader. */
export function replaceFirst(root: Element) {
  const first = document.getElementById('first')
  const watch = new MutationObserver(() => {
    if (!root.querySelector(':scope > :not(.loader)')) return
    watch.disconnect()
    first?.remove()
  })
  watch.observe(root, { childList: true })
}
