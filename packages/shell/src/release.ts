const mainScript = (page: Document) => page.querySelector<HTMLScriptElement>('script[src*="/main."]')?.getAttribute('src') ?? null

/** The host that runs in this window, by the hashed name of its main script; it changes with any of its files. */
export const runningRelease = () => mainScript(document)

/** The host that the server offers now. @throws where it does not answer with a page of Cuadre */
export async function offeredRelease(): Promise<string> {
  const answer = await fetch('/', { cache: 'no-cache', headers: { Accept: 'text/html' } })
  const found = mainScript(new DOMParser().parseFromString(await answer.text(), 'text/html'))
  if (!answer.ok || !found) throw new Error(`${answer.status}: no page`)
  return found
}
