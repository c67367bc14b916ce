/** Told to the page's forms when the session ends, while they still stand: what was typed is to be kept in this tab. */
export const KEEP_DRAFTS = 'cuadre:guardar-borradores'
const DRAFT = 'cuadre:borrador:'
/** Files of drafts, sealed (decision 034). */
const FILES = 'cuadre:archivos'
/** Where in the origin's part of the disk downloads are put aside (`large.ts`). */
export const ASIDE = 'descargas'
const OWNER = 'cuadre:borradores-de'

export const keepDrafts = () => dispatchEvent(new Event(KEEP_DRAFTS))

/** Drafts are given back to whoever typed them; of somebody else's nothing stays. `owner` is the subject at the provider. */
export function claimDrafts(owner: string) {
  const before = sessionStorage.getItem(OWNER)
  if (before !== null && before !== owner) {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(DRAFT)) sessionStorage.removeItem(key)
    globalThis.indexedDB?.deleteDatabase(FILES)
    const aside = navigator.storage?.getDirectory?.().then((root) => root.removeEntry(ASIDE, { recursive: true }))
    void aside?.catch(() => undefined)
  }
  sessionStorage.setItem(OWNER, owner)
}
