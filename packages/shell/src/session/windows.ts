/** What the windows of one browser tell each other. */
type Word = { say: 'active'; at: number } | { say: 'signed-out' } | { say: 'changed' }

let windows: BroadcastChannel | undefined

export function hearWindows(hear: (word: Word) => void) {
  windows = new BroadcastChannel('cuadre:sesion')
  windows.onmessage = ({ data }: MessageEvent<Word>) => hear(data)
}
/** To the others; this one does not hear it. */
export const say = (word: Word) => windows?.postMessage(word)
